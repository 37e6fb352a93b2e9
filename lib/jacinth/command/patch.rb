# frozen_string_literal: true

require_relative "edit"

module Jacinth
  module Command
    # jacinth patch
    class Patch < Edit # :nodoc:
      DESCRIPTION = <<~TEXT + NOTE
        Applies a patch to each document. PATCH is JSON, or the name of a file: an array is
        a JSON patch (RFC 6902), with the operations add, remove, replace, move, copy and
        test; an object is a merge patch (RFC 7386), whose members replace those of the
        document and, if they are null, remove them.
      TEXT
      ARGUMENTS = "PATCH [FILE...]"

      def run(arguments)
        @patch = patch(take(arguments, "PATCH"))
        super
      end

      private

      def patch(argument)
        text = argument.match?(/\A\s*[\[{]/n) ? argument : File.binread(argument)
        value = Jacinth.parse(text.dup.force_encoding(Encoding::UTF_8), decimal_class: Fragment)
        return value if value.is_a?(Array) || value.is_a?(Hash)

        raise UsageError, "PATCH must be an array (RFC 6902) or an object (RFC 7386)"
      rescue SystemCallError => e
        raise UsageError, "PATCH is neither JSON nor a file: #{argument}: #{Terminal.system_message(e)}"
      rescue ParserError, EncodingError => e
        raise UsageError, "PATCH is not JSON: #{e.message.lines.first.chomp}"
      end

      def edit(document) = @patch.is_a?(Array) ? document.patch(@patch) : document.merge_patch(@patch)
    end
    private_constant :Patch
  end
end
