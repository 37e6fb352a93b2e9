# frozen_string_literal: true

module Jacinth
  # The line of an error and a caret below its place, safe to print: whatever
  # bytes the document has, a terminal and a log get visible characters.
  class Excerpt # :nodoc:
    # Two columns wide: East Asian Wide and Fullwidth of Unicode's annex 11, and
    # what is shown as a picture.
    WIDE = /[\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F]
            |[\uFF00-\uFF60\uFFE0-\uFFE6\u{17000}-\u{18CFF}\u{1B000}-\u{1B2FF}\u{20000}-\u{3FFFD}]
            |\p{Emoji_Presentation}|\uFE0F/x

    # What cannot be seen, moves the cursor, or turns the direction of writing.
    UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}[\p{Zs}&&[^ \u3000]]\u115F\u1160\u3164\uFFA0]/
    CONTROL_PICTURES = 0x2400
    SMALLEST = 20 # columns
    MARK = "…"
    private_constant :WIDE, :UNSAFE, :CONTROL_PICTURES, :SMALLEST, :MARK

    # bytes: text that may be no valid UTF-8. The same with what is unsafe shown
    # as <FF> (a byte), <U+202E>, or the picture of a control character.
    def self.safe(bytes)
      text = bytes.dup.force_encoding(Encoding::UTF_8)
      text = text.scrub { |bad| bad.bytes.map { |byte| format("<%02X>", byte) }.join }
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

    # width: columns of the longest line. highlight: whether the caret is
    # coloured by escape sequences of a terminal.
    def text(width:, highlight:)
      room = [width, SMALLEST].max - gutter(nil).size
      left, right = fit(room)
      caret = highlight ? "\e[1;31m^\e[m" : "^"
      lines = [*line_before(room), gutter(@context.line) + left.join + right.join,
               "#{gutter(nil)}#{' ' * columns(left)}#{caret}"]
      lines.map(&:rstrip).join("\n")
    end

    private

    # The line of the place, in two parts, and what is above it.
    def split
      *above, @left = @context.before.b.split("\n", -1)
      @left ||= ""
      @right, below = @context.after.b.split("\n", 2)
      @right = (@right || "").delete_suffix("\r")
      @above = above
      @cut_left = above.empty? && !@context.begins && !whole_line?
      @cut_right = below.nil? && !@context.ends && !@context.after.b.include?("\n")
    end

    # Whether the line begins where its bytes begin: the text before is gone.
    def whole_line?
      @left.dup.force_encoding(Encoding::UTF_8).scrub.size >= @context.column - 1
    end

    def gutter(line)
      "#{line.to_s.rjust(@context.line.to_s.size)} | "
    end

    # Where nothing stands before the place in its line, its cause is often in
    # the line above: the last one that is not blank, or none.
    def line_before(room)
      return [] unless @left.strip.empty?

      blank = @above.reverse.take_while { |line| line.strip.empty? }.size
      return [] if blank >= @above.size

      index = @above.size - blank - 1
      cut = index.zero? && !@context.begins
      [gutter(@context.line - blank - 1) + tail(cells(@above[index].delete_suffix("\r")), room, cut).join]
    end

    # Both parts of the line such that they fit into so many columns.
    def fit(room)
      left = cells(@left)
      right = cells(@right)
      shown = head(right, room - [columns(left), room * 2 / 3].min, @cut_right)
      [tail(left, room - [columns(shown), 1].max, @cut_left), shown]
    end

    # What is printed as one character.
    def cells(bytes) = self.class.safe(bytes).grapheme_clusters

    def columns(cells) = cells.sum { |cell| columns_of(cell) }

    def columns_of(cell)
      !cell.ascii_only? && WIDE.match?(cell) ? 2 : 1
    end

    # The last cells that fit into the room, with a mark where some are missing.
    def tail(cells, room, cut) = head(cells.reverse, room, cut).reverse

    def head(cells, room, cut)
      return cells if columns(cells) <= room && !cut

      cells.take_while { |cell| (room -= columns_of(cell)).positive? } << MARK
    end
  end
  private_constant :Excerpt
end
