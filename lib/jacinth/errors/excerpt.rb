# frozen_string_literal: true

module Jacinth
  # Shows the line of an error with a caret below its place. The text is safe to print in a
  # terminal or log: all bytes of the document are shown as visible characters.
  class ErrorExcerpt # :nodoc:
    # Characters of two columns: East Asian Wide and Fullwidth in Unicode's annex 11, and
    # characters that are shown as pictures.
    WIDE = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F]
            |[\uFF00-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18CFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]
            |\p{Emoji_Presentation}|\uFE0F/x

    # Characters that are invisible, move the cursor, or change the writing direction.
    UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}[\p{Zs}&&[^ \u3000]]\u115F\u1160\u3164\uFFA0]/
    CONTROL_PICTURES = 0x2400
    LEAST_WIDTH = 20
    MARK = "…"
    private_constant :WIDE, :UNSAFE, :CONTROL_PICTURES, :LEAST_WIDTH, :MARK

    # Returns bytes, which can be invalid UTF-8, with unsafe characters shown as <FF> (a
    # byte), <U+202E>, or the picture of a control character.
    def self.safe(bytes)
      text = bytes.dup.force_encoding(Encoding::UTF_8)
      text = text.scrub { |bad| bad.bytes.map { |byte| format("<%02X>", byte) }.join("") }
      text.gsub(UNSAFE) { |character| picture(character.ord) }
    end

    def self.picture(code)
      case code
      when 9 then " "
      when 0..0x1F then [CONTROL_PICTURES + code].pack("U")
      when 0x7F then "␡"
      else format("<U+%04X>", code)
      end
    end
    private_class_method :picture

    def initialize(context)
      @context = context
      split
    end

    # width: the greatest number of columns of a line. highlight: true to colour the caret by escape
    # sequences of a terminal.
    def text(width:, highlight:)
      limit = [width, LEAST_WIDTH].max - gutter(nil).size
      left, right = fit(limit)
      caret = highlight ? "\e[1;31m^\e[m" : "^"
      lines = [*line_before(limit), gutter(@context.line) + left.join("") + right.join(""),
               "#{gutter(nil)}#{' ' * columns(left)}#{caret}"]
      lines.map(&:rstrip).join("\n")
    end

    private

    # The line of the place in two parts, and the lines above it.
    def split
      *above, @left = @context.before.b.split("\n", -1)
      @left ||= ""
      @right, below = @context.after.b.split("\n", 2)
      @right = (@right || "").delete_suffix("\r")
      @above = above
      @cut_left = above.empty? && !@context.begins && !whole_line?
      @cut_right = below.nil? && !@context.ends && !@context.after.b.include?("\n")
    end

    # True if the line begins at the first byte, so that the text before it is unknown.
    def whole_line? = @left.dup.force_encoding(Encoding::UTF_8).scrub.size >= @context.column - 1

    def gutter(line) = "#{line.to_s.rjust(@context.line.to_s.size)} | "

    # Returns the last line above that is not blank, if only white space is before the place
    # in its line: then the cause is often in the line above.
    def line_before(limit)
      return [] unless @left.strip.empty?

      blank = @above.reverse.take_while { |line| line.strip.empty? }.size
      return [] if blank >= @above.size

      index = @above.size - blank - 1
      cut = index.zero? && !@context.begins
      [gutter(@context.line - blank - 1) + tail(cells(@above[index].delete_suffix("\r")), limit, cut).join("")]
    end

    # Returns both parts of the line, shortened to this number of columns.
    def fit(limit)
      left = cells(@left)
      right = cells(@right)
      shown = head(right, limit - [columns(left), limit * 2 / 3].min, @cut_right)
      [tail(left, limit - [columns(shown), 1].max, @cut_left), shown]
    end

    # The cells of a text: each is printed as one character.
    def cells(bytes) = self.class.safe(bytes).grapheme_clusters

    def columns(cells) = cells.sum { |cell| columns_of(cell) }

    def columns_of(cell) = !cell.ascii_only? && WIDE.match?(cell) ? 2 : 1

    # Returns the last cells that fit in the columns, with a mark if some are missing.
    def tail(cells, limit, cut) = head(cells.reverse, limit, cut).reverse

    def head(cells, limit, cut)
      return cells if columns(cells) <= limit && !cut

      cells.take_while { |cell| (limit -= columns_of(cell)).positive? } << MARK
    end
  end
  private_constant :ErrorExcerpt
end
