# frozen_string_literal: true

module Jacinth
  # Sorts a Hash for <tt>sort_keys: true</tt>.
  SORT_KEYS = Ractor.make_shareable(->(hash) { hash.sort.to_h })
  # The same if the keys become Strings first, as with the option rails.
  SORT_TEXTS = Ractor.make_shareable(->(hash) { hash.sort_by { |key, _| String(key) }.to_h })
  private_constant :SORT_KEYS, :SORT_TEXTS

  # The key order of RFC 8785 (JCS), called by the generator.
  module CanonicalOrder # :nodoc:
    # Characters whose UTF-8 begins with these bytes sort before four-byte characters in
    # UTF-8, but after their surrogates in UTF-16. Valid UTF-8 has no byte as large as
    # those in LAST.
    LATE = "\xEE\xEF".b.freeze
    LAST = "\xFE\xFF".b.freeze
    private_constant :LATE, :LAST

    class << self
      # Returns pairs, each a key and its value, as a Hash with Strings as keys, in the
      # order of their UTF-16 code units. as_json: the State's Proc in strict mode, or nil.
      # Raises GeneratorError for duplicate keys, and for objects that cannot be keys.
      def sort(pairs, as_json)
        pairs = pairs.map { |key, value| [name_of(key, as_json), value] }
        sorted = pairs.sort_by { |name, _| name.b.tr(LATE, LAST) }
        sorted.each_cons(2) { |(a, _), (b, _)| reject_duplicate(a) if a == b }
        sorted.to_h
      end

      private

      def name_of(key, as_json)
        name = as_json && !key.is_a?(String) && !key.is_a?(Symbol) ? as_json.call(key, true) : key
        name = name.to_s if name.is_a?(Symbol) || as_json.nil?
        reject_class(name) unless name.is_a?(String)
        valid_name(name, key, as_json)
      end

      def valid_name(name, key, as_json)
        if as_json && name.equal?(key) && !valid?(name)
          name = as_json.call(key, true)
          reject_class(name) unless name.is_a?(String)
        end
        return name if valid?(name)
        return transcode(name) unless as_json

        raise GeneratorError.new("source sequence is illegal/malformed utf-8", name)
      end

      def reject_class(name)
        raise GeneratorError.new("#{PathText.shown(name.class)} not allowed as object key in JSON", name)
      end

      def valid?(name) = name.ascii_only? || (name.encoding == Encoding::UTF_8 && name.valid_encoding?)

      def transcode(name)
        raise EncodingError, "source sequence is illegal/malformed utf-8" if name.encoding == Encoding::UTF_8

        name.encode(Encoding::UTF_8)
      rescue EncodingError => e
        raise GeneratorError.new(e.message, name)
      end

      def reject_duplicate(name)
        raise GeneratorError.new("detected duplicate key #{PathText.inspected(name)}", name)
      end
    end
  end
  private_constant :CanonicalOrder
end
