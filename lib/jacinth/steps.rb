# frozen_string_literal: true

module Jacinth
  # Converts JSON pointers to lists of names and back. Both are compared as bytes, since
  # keys are not always UTF-8.
  module PointerSteps # :nodoc:
    NAMES = { "~0" => "~", "~1" => "/", "~2" => "*" }.freeze
    private_constant :NAMES

    class << self
      # star: true if ~2 is an asterisk, as in the pointers of look-ups.
      def parse(pointer, star: false)
        text = String.try_convert(pointer) or
          raise TypeError, "expected a JSON pointer, got #{PathText.inspected(pointer)}"
        text = utf8_or_binary(text).b
        unless text.match?(%r{\A(?:/|\z)}n)
          raise ArgumentError, "a JSON pointer must begin with /: #{PathText.inspected(pointer)}"
        end
        if text.match?(star ? /~(?![012])/n : /~(?![01])/n)
          raise ArgumentError, "invalid escape after ~ in a JSON pointer: #{PathText.inspected(pointer)}"
        end

        text.split("/", -1).drop(1).map { |step| step.gsub(/~[012]/n, NAMES).force_encoding(Encoding::UTF_8) }
      end

      # Returns the text in UTF-8; binary text is returned as it is.
      def utf8_or_binary(text)
        [Encoding::UTF_8, Encoding::BINARY].include?(text.encoding) ? text : text.encode(Encoding::UTF_8)
      end

      # star: the text for the name that is an asterisk.
      def pointer(steps, star: "*")
        texts = steps.map { |step| PathText.pointer_text(step) }
        texts.map { |text| "/#{text == '*' ? star : text}" }.join("").encode(Encoding::UTF_8)
      end

      # Returns the name as an index, or nil if it is not one.
      def index(name)
        name.match?(/\A(?:0|[1-9][0-9]*)\z/) ? name.to_i : nil
      end
    end
  end
  private_constant :PointerSteps
end
