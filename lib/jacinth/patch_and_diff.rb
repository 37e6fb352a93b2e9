# frozen_string_literal: true

require_relative "autoloads"

module Jacinth
  Autoloads.add(self, PointerSteps: "steps", PatchOperations: "patch", DiffOperations: "diff")
  private_constant :PointerSteps, :PatchOperations, :DiffOperations

  # Raised for an edit that cannot be applied: a pointer leads to no value, a test
  # failed, or an operation is invalid.
  #
  #   Jacinth.patch([], [{ "op" => "remove", "path" => "/0" }]) # raises Jacinth::PatchError: nothing at "/0"
  class PatchError < JSONError; end

  # Returns a value with a JSON patch (RFC 6902) applied. value: Hashes, Arrays and so on,
  # as parse returns them, which are not changed (the result shares the unchanged parts
  # with them); or a Document, for which this is Document#patch. operations: an Array of
  # operations, which are Hashes, or its JSON text. They are applied one after the other.
  # Raises PatchError if one of them cannot be applied or a test fails, ParserError if the
  # text is not JSON.
  #
  #   Jacinth.patch({ "a" => [1] }, [{ "op" => "add", "path" => "/a/-", "value" => 2 }]) # => {"a" => [1, 2]}
  def self.patch(value, operations)
    return value.patch(operations) if value.is_a?(Document)

    patched = PatchOperations::PatchedValue.new(value)
    PatchOperations.each(operations) { |operation| patched.apply(operation) }
    patched.value
  end

  # Returns a value with a JSON merge patch (RFC 7386) applied. value: as for
  # Jacinth.patch. patch: a Hash whose members replace those of the value: nil removes a
  # member, and a Hash is merged into the member. Any other value replaces the whole (a
  # String is such a value, not JSON text).
  #
  #   Jacinth.merge_patch({ "a" => 1, "b" => { "c" => 2 } }, { "b" => { "c" => nil, "d" => 3 } })
  #   # => {"a" => 1, "b" => {"d" => 3}}
  def self.merge_patch(value, patch)
    return value.merge_patch(patch) if value.is_a?(Document)

    PatchOperations.merge(value, patch)
  end

  # Returns the JSON patch (RFC 6902) that makes one value from another:
  # Jacinth.patch(a, Jacinth.diff(a, b)) == b. Takes n log n time in the size of the
  # values.
  #
  # a, b: values as parse returns them (a String is a JSON string, not JSON text), or
  # Documents, whose values are compared. They are not changed. The operations share
  # the values that they add with b. Keys are the same if their texts are: <tt>:a</tt> and
  # <tt>"a"</tt>. Numbers are the same if they are of one class and
  # equal: 1 is replaced by 1.0.
  #
  # Returns an Array of operations, which is empty if the values are the same. An array
  # element that moved, and a member that was renamed, take one operation each. The patch is
  # short, but not always the shortest one.
  # Raises ArgumentError if a value contains itself.
  #
  #   a = { "tags" => ["x", "y", "z"], "size" => 1 }
  #   b = { "tags" => ["z", "x", "y"], "size" => 2 }
  #   Jacinth.diff(a, b)
  #   # => [{"op" => "replace", "path" => "/size", "value" => 2},
  #   #     {"op" => "move", "from" => "/tags/2", "path" => "/tags/0"}]
  def self.diff(a, b)
    a, b = [a, b].map { |value| value.is_a?(Document) ? value.value : value }
    DiffOperations.new(a, b).operations
  end
end
