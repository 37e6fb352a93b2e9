# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # Returns the type of a part of an object, as in a PATCH request: a document can lack
    # each member, and is read into a Hash of those that it has, with Symbols as keys (Strings if
    # this type reads into a Hash with such keys). null is allowed where it is in this type, and a
    # member for unknown members is there if there are any.
    # Defaults and the check of the object are left out; its other rules stay. Objects in
    # members are not partial. Raises ArgumentError if this is not the type of an object with
    # members.
    #
    #   User = Struct.new(:name, :mail)
    #   type = Jacinth::Type.of(User, name: String, mail: Jacinth::Type.optional(String))
    #   type.partial.load('{"mail": null}') # => {mail: nil}
    #   type.partial.load('{"name": null}') # raises Jacinth::ValidationError: expected String, got null
    def partial
      return deferred(:partial) if _kind == :ref
      raise ArgumentError, "partial needs a type of objects with members, got #{described}" unless _kind == :object

      rules = _spec[:rules].merge(check: nil, build: nil, partial: true)
      members = _spec[:declared].transform_values { |member| member.is_a?(Member) ? member.partial : member }
      self.class.__send__(:make, :object, **ObjectSpec.build(::Hash, members, rules))
    end
  end
end
