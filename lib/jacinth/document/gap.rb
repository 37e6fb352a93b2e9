# frozen_string_literal: true

module Jacinth
  class Document
    # Edits of a gap: the bytes between two members of an array or object, or between
    # a member and a bracket. A gap is white space, comments and at most one comma.
    #
    # A comment belongs to the member on whose line it begins or, if it is on a line
    # of its own, to the member below it. A comment without such a member belongs to
    # the container: one on the line of the opening bracket, and one between the last
    # member and the closing bracket. If a gap has no line break, the comments before
    # the comma belong to the member on the left, those after it to the member on the
    # right.
    #
    # Each edit keeps every comment with its owner. A gap is passed and returned as a
    # binary String; +first+ is true for the gap after the opening bracket, +last+ for
    # the gap before the closing bracket.
    module Gap # :nodoc:
      # U+2028 and U+2029 end a line comment, too. They are not white space, and so they
      # are part of the comment.
      TOKENS = %r{[ \t\r\n]+|//(?:(?!\xE2\x80[\xA8\xA9])[^\r\n])*(?:\xE2\x80[\xA8\xA9])?|/\*.*?\*/|,}mn
      NO_COMMENT = /\A[ \t\r\n,]*\z/n
      private_constant :TOKENS, :NO_COMMENT

      class << self
        # Returns the two gaps around a value that is added to an empty container.
        def fill(gap)
          head, rest = split(gap, first: true, last: true)
          return ["", gap] if head.empty?

          ["#{head.join("")}#{break_of(rest) || "\n"}", rest.join("")]
        end

        # Returns the two gaps around a member that is added before the member that
        # +gap+ precedes. space: the white space to put between the two.
        def insert(gap, space, first:)
          left, right = split(gap, first: first)
          own, lead = space_and_rest(right)
          if (comma = lead.index(",")) # the style in which a comma begins a line
            after = lead[comma + 1] if space?(lead[comma + 1])
            return [[*left, own, ",", *after].join(""), right.join("")]
          end

          space = own if lead.any? { |token| line_break?(token) } && !line_break?(space)
          [[*left, own].join(""), [",", space, *lead].join("")]
        end

        # Returns the two gaps around a member that is added after the last one. gap:
        # the gap before the closing bracket. space: the white space to put between
        # the last member and the new one.
        def append(gap, space)
          left, right = split(gap, last: true)
          comma = left.index(",")
          same_line = line_comment?(left.last) || (comma && comments?(left.drop(comma)))
          space = break_of(right) || "\n" if same_line && !line_break?(space)
          left.insert(line_break?(space) ? 0 : -1, ",") unless comma
          [[*left, space].join(""), [*("," if comma), *right].join("")]
        end

        # Returns the gap that is left when the member between two gaps is removed.
        def remove(before, after, first:, last:)
          left, lead = split(before, first: first)
          tail, right = split(after, last: last)
          first || last ? trim_commas(left, tail, right, first) : keep_one_comma(left, right)
          space, = space_and_rest(lead)
          other, right = space_and_rest(right)
          other = without_blanks(other)
          return "" if first && last && !comments?(left + right)

          [*left, space_between(left, space, other, last), *right].join("")
        end

        # Returns the white space before the member, or before its comments.
        def space(gap, first:) = without_blanks(space_and_rest(split(gap, first: first)[1])[0])

        private

        # Returns the tokens that belong to the left side and those that belong to
        # the right side.
        def split(gap, first: false, last: false)
          return [gap.start_with?(",") ? [","] : [], gap.scan(/[ \t\r\n]+/n)] if plain?(gap, first, last)

          tokens = gap.scan(TOKENS)
          at = tokens.index { |token| line_break?(token) } || border(tokens, first, last)
          [tokens.take(at), tokens.drop(at)]
        end

        # True for the usual gap: a comma if it is between members, then white space.
        def plain?(gap, first, last) = gap.match?(first || last ? /\A[ \t\r\n]*\z/n : /\A,[ \t\r\n]*\z/n)

        # Returns the number of the left side's tokens if the gap has no line break.
        def border(tokens, first, last)
          return tokens.size - (space?(tokens.last) ? 1 : 0) if last
          return 0 if first

          tokens.index(",") + 1
        end

        # Between two members, exactly one comma stays.
        def keep_one_comma(left, right)
          return left.insert(0, ",") unless left.include?(",") || right.include?(",")

          delete_comma(right) if left.include?(",")
        end

        # After the opening bracket, no comma stays; before the closing one, a trailing
        # comma stays if the container had one.
        def trim_commas(left, tail, right, first)
          trailing = tail.include?(",") || right.include?(",")
          delete_comma(right)
          return if first || (trailing && left.include?(","))

          trailing ? left.insert(0, ",") : delete_comma(left)
        end

        # Deletes the comma. If it begins a line, the space after it goes as well; if
        # it follows the value, so does the space before it.
        def delete_comma(tokens)
          comma = tokens.index(",") or return
          tokens.delete_at(comma)
          if comma == 1 && space?(tokens[0]) && !line_break?(tokens[0])
            tokens.delete_at(0)
          elsif comma.positive? && space?(tokens[comma])
            tokens.delete_at(comma)
          end
        end

        # Returns the white space to keep: that of the side with a line break.
        def space_between(left, space, other, last)
          return line_comment?(left.last) && !line_break?(other) ? space : other if last

          line_break?(other) ? other : space
        end

        # Returns the white space without blanks before its first line break.
        def without_blanks(space) = space.sub(/\A[ \t]+(?=[\r\n])/n, "")

        # Returns the first token if it is white space, or "", and the other tokens.
        def space_and_rest(tokens) = space?(tokens.first) ? [tokens[0], tokens.drop(1)] : ["", tokens]

        def break_of(tokens) = tokens.first&.slice(/\r?\n|\r/n)
        def comments?(tokens) = tokens.any? { |token| !token.match?(NO_COMMENT) }
        def line_comment?(token) = token&.start_with?("//")
        def space?(token) = token&.match?(/\A[ \t\r\n]/n)
        def line_break?(token) = space?(token) && token.match?(/[\r\n]/n)
      end
    end
    private_constant :Gap
  end
end
