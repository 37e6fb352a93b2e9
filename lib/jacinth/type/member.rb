# frozen_string_literal: true

module Jacinth
  class Type
    using Inside

    # The declaration of an object's member, made by Type.member.
    class Member # :nodoc:
      NONE = Object.new.freeze
      attr_reader :type, :name, :also, :default, :omit, :read_only, :write_only, :required, :optional

      # more: also, the other names; required, true if the member must be present even
      # if its type is optional; optional, true if it can be absent whatever its type is.
      def initialize(type, name, default, omit, read_only, write_only, **more)
        ChoiceText.of("omit", %i[nil default], omit) unless omit.nil?
        raise ArgumentError, "a member cannot be both read_only and write_only" if read_only && write_only

        @type = type
        @name = name.nil? ? nil : Member.to_utf8(Member.text("the name of a member", name))
        @also = Array(more[:also]).map { |one| Member.to_utf8(Member.text("the name of a member", one)) }.freeze
        @default = Member.copy(default)
        @omit = omit
        @read_only = read_only
        @write_only = write_only
        @required = more.fetch(:required, false)
        @optional = more.fetch(:optional, false)
        freeze
        check
      end

      # Raises ArgumentError for a default or an +omit+ that does not fit the type, as far as that is
      # complete: complete is true if it is known to be.
      def check(complete: false)
        check_omit
        check_default(complete)
      end

      # Returns a name as a String. what: the thing that it names, for the error.
      def self.text(what, name)
        text = name.is_a?(Symbol) ? name.name : String.try_convert(name)
        text or raise ArgumentError, "#{what} must be a String or a Symbol, got #{PathText.inspected(name)}"
      end

      # Returns a text in UTF-8, deduplicated.
      def self.to_utf8(text)
        text = PathText.utf8_if_possible(String.new(text)) # a String of a subclass can have other methods
        return -text if text.encoding == Encoding::UTF_8 && text.valid_encoding?

        raise ArgumentError, "expected text that UTF-8 can express, got #{PathText.inspected(text)}"
      end

      # Returns a deeply frozen copy of a default, as all objects share it. A Proc,
      # which is called for each object, is returned as it is.
      def self.copy(default)
        return default if default.equal?(NONE) || default.is_a?(Proc) || Ractor.shareable?(default)

        Ractor.make_shareable(Marshal.load(Marshal.dump(default)))
      end

      # This member of a partial type, which a document can lack.
      def partial
        omit = @omit if @omit == :nil && !@type.__send__(:reads_null?)
        Member.new(@type, @name, NONE, omit, @read_only, @write_only, also: @also, optional: true)
      end

      private

      def default? = !@default.equal?(NONE)

      # True if a document without the member gives an object a value that dump writes.
      def writes_default?
        default? && !@default.is_a?(Proc) && !@write_only && @omit != :default && !(@omit == :nil && @default.nil?)
      end

      def check_omit
        case @omit
        when :default
          return if default? && !@default.is_a?(Proc)

          raise ArgumentError, "omit: :default needs a default that is not a Proc"
        when :nil
          return if !default? || @default.nil?

          @type.__send__(:when_complete) do |type|
            raise ArgumentError, "omit: :nil needs the default nil if the type reads null" if type.reads_null?
          end
        end
      end

      # Raises for a default that a document without the member would give an object,
      # and that could then not be written and read again.
      def check_default(complete)
        return unless writes_default?

        unless complete
          References.incomplete(@type) { |type| return type.__send__(:when_complete) { check_default(false) } }
        end
        text = @type.dump(@default)
        @type.load(text) unless @read_only
      rescue StandardError => e
        raise ArgumentError, "the default of a member must be a value of its type: #{e.message}"
      end
    end
    private_constant :Member
  end
end
