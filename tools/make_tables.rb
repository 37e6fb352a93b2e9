# frozen_string_literal: true

# Writes ext/jacinth/core/tables.h and tables.c: the lookup tables of core/,
# computed exactly with Ruby's integers.
#
#   ruby tools/make_tables.rb            writes both files
#   ruby tools/make_tables.rb --check    fails when a committed file differs
#
# A table is one Table.new below: a name, a C type, a comment that says what
# an entry means, and the entries as Integers (or C literals as Strings).

module JacinthTables
  FOLDER = File.expand_path("../ext/jacinth/core", __dir__)
  NOTICE = "/* Written by tools/make_tables.rb: change it there. */"

  # One lookup table. +entries+ is an Array of Integers or of C literals.
  class Table
    attr_reader :name, :comment, :constants

    def initialize(name:, type:, comment:, entries:, digits: 2, constants: {})
      @name = name
      @type = type
      @comment = comment
      @entries = entries
      @digits = digits
      @constants = constants
    end

    def declaration
      defines = constants.map { |key, value| "#define #{key} (#{value})\n" }
      "#{comment_block}#{defines.join}extern const #{signature};\n"
    end

    def definition
      "const #{signature} = {\n#{rows.join("\n")}\n};\n"
    end

    private

    def signature
      "#{@type} #{name}[#{@entries.size}]"
    end

    def comment_block
      lines = comment.lines.map { |line| " * #{line.chomp}".rstrip }
      "/*\n#{lines.join("\n")}\n */\n"
    end

    def rows
      literals = @entries.map { |entry| "#{literal(entry)}," }
      per_row = 2**Math.log2(76 / literals.map(&:size).max).floor
      literals.each_slice(per_row).map { |row| "    #{row.join}" }
    end

    def literal(entry)
      return entry if entry.is_a?(String)

      format("0x%0#{@digits}x", entry)
    end
  end

  # 128-bit significands of the powers of ten.
  module Pow10
    MIN = -342
    MAX = 324
    COMMENT = <<~TEXT
      10^e for e = JAC_POW10_MIN .. JAC_POW10_MAX, as 128-bit significands with
      the highest bit set: the upper half at [2 * (e - JAC_POW10_MIN)], the
      lower half after it. With T the 128-bit number and
      r = floor(log2(10^e)) - 127,

          e = 0 .. 55        10^e = T * 2^r exactly
          e = -27 .. -1      T - 1 < 10^e / 2^r < T      (rounded up)
          all others         T < 10^e / 2^r < T + 1      (truncated)

      Rounding up where 5^-e < 2^64 is what Eisel-Lemire needs to see an exact
      division (Lemire, "Number parsing at a gigabyte per second", section 5).
    TEXT

    def self.significand(exponent)
      power = 10**exponent.abs
      return shift(power, 128 - power.bit_length) if exponent >= 0

      # floor(2^n / power) has 128 bits when n = 127 + bit_length(power)
      quotient = (1 << (127 + power.bit_length)) / power
      exponent >= -27 ? quotient + 1 : quotient
    end

    def self.shift(number, count)
      count.negative? ? number >> -count : number << count
    end

    def self.table
      entries = (MIN..MAX).flat_map do |exponent|
        t = significand(exponent)
        raise "10^#{exponent}: not 128 bits" unless t.bit_length == 128

        [t >> 64, t & ((1 << 64) - 1)]
      end
      Table.new(name: "jac_pow10_128", type: "uint64_t", comment: COMMENT,
                entries: entries, digits: 16,
                constants: { "JAC_POW10_MIN" => MIN, "JAC_POW10_MAX" => MAX })
    end
  end

  # What stands for an ASCII character inside a JSON string.
  module Escapes
    SHORT = { "\b" => "b", "\f" => "f", "\n" => "n", "\r" => "r", "\t" => "t",
              '"' => '"', "\\" => "\\", "/" => "/" }.freeze
    HTML = ["<", ">", "&"].freeze
    COMMENT = <<~TEXT
      The escape of each ASCII character that can need one ('/', '<', '>' and
      '&' only where they are asked for), first byte lowest; its length, 2 or 6,
      in the top byte. One store of 8 bytes writes any of them. 0 for the others.
    TEXT

    def self.escape(code)
      letter = SHORT[code.chr]
      return "\\#{letter}" if letter

      format("\\u%04x", code) if code < 0x20 || HTML.include?(code.chr)
    end

    def self.word(text)
      text.bytes.each_with_index.sum(text.size << 56) { |byte, i| byte << (8 * i) }
    end

    def self.table
      entries = (0...128).map { |code| word(escape(code) || "") }
      Table.new(name: "jac_escapes", type: "uint64_t", comment: COMMENT,
                entries: entries, digits: 16)
    end
  end

  # The numbers below 100 as two decimal digits.
  module DigitPairs
    def self.table
      Table.new(name: "jac_digit_pairs", type: "uint8_t", digits: 2,
                entries: (0..99).flat_map { |number| format("%02d", number).bytes },
                comment: "00 to 99, two characters each")
    end
  end

  # Bytes as two hexadecimal digits.
  module HexPairs
    def self.table
      entries = (0..255).map { |byte| Escapes.word(format("%02x", byte)) & 0xffff }
      Table.new(name: "jac_hex_pairs", type: "uint16_t", digits: 4, entries: entries,
                comment: "Each byte's two hexadecimal digits, the first one lowest")
    end
  end

  # What the letters of a JSON string's escapes stand for.
  module EscapeLetters
    def self.table
      letters = Escapes::SHORT.invert
      Table.new(name: "jac_escape_letters", type: "uint8_t", digits: 2,
                entries: (0..255).map { |byte| letters[byte.chr]&.ord || 0 },
                comment: "The character for which a backslash and this byte stand; 0 for none")
    end
  end

  # The other way round from HexPairs.
  module HexValues
    GOOD = 0x10

    def self.table
      digits = [*"0".."9", *"a".."f"]
      Table.new(name: "jac_hex_values", type: "uint8_t", digits: 2,
                entries: (0..255).map { |byte| digits.index(byte.chr.downcase)&.|(GOOD) || 0 },
                constants: { "JAC_HEX_GOOD" => GOOD },
                comment: "The value of each hexadecimal digit, plus JAC_HEX_GOOD; 0 for other bytes")
    end
  end

  # Well-formed UTF-8 as a finite automaton.
  module Utf8
    # Name of each state, and what it expects: ranges of bytes, each with the
    # state that follows. What is not listed leads to :error (Unicode, table
    # 3-7: well-formed byte sequences).
    STATES = {
      error: {},
      accept: {
        0x00..0x7f => :accept, 0xc2..0xdf => :one, 0xe0..0xe0 => :after_e0,
        0xe1..0xec => :two, 0xed..0xed => :after_ed, 0xee..0xef => :two,
        0xf0..0xf0 => :after_f0, 0xf1..0xf3 => :three, 0xf4..0xf4 => :after_f4
      },
      one: { 0x80..0xbf => :accept },
      two: { 0x80..0xbf => :one },
      three: { 0x80..0xbf => :two },
      after_e0: { 0xa0..0xbf => :one },
      after_ed: { 0x80..0x9f => :one },
      after_f0: { 0x90..0xbf => :two },
      after_f4: { 0x80..0x8f => :two }
    }.freeze
    BITS = 6
    COMMENT = <<~TEXT
      Well-formed UTF-8 as an automaton whose states are shift counts (Vognsen,
      "Shift-based DFAs"): the states that follow each byte, six bits wide, the
      one that follows state s at bit s. One step is

          state = jac_utf8_steps[byte] >> (state & 63)

      of which the low six bits are the new state. It begins in
      JAC_UTF8_ACCEPT, must end there, and never leaves JAC_UTF8_ERROR.
    TEXT

    def self.number(state)
      STATES.keys.index(state) * BITS
    end

    def self.follower(rules, byte)
      rules.find { |range, _| range.cover?(byte) }&.last || :error
    end

    def self.table
      entries = (0..255).map do |byte|
        STATES.sum { |state, rules| number(follower(rules, byte)) << number(state) }
      end
      Table.new(name: "jac_utf8_steps", type: "uint64_t", comment: COMMENT,
                entries: entries, digits: 16,
                constants: { "JAC_UTF8_ERROR" => number(:error),
                             "JAC_UTF8_ACCEPT" => number(:accept) })
    end
  end

  def self.tables
    [Pow10.table, Escapes.table, DigitPairs.table, HexPairs.table, EscapeLetters.table, HexValues.table, Utf8.table]
  end

  def self.header
    <<~C
      #{NOTICE}
      #ifndef JAC_TABLES_H
      #define JAC_TABLES_H

      #include "base.h"

      #{tables.map(&:declaration).join("\n")}
      #endif
    C
  end

  def self.source
    "#{NOTICE}\n#include \"tables.h\"\n\n#{tables.map(&:definition).join("\n")}"
  end

  # File name to text.
  def self.files
    { "tables.h" => header, "tables.c" => source }
  end

  def self.stale
    files.reject do |name, text|
      path = File.join(FOLDER, name)
      File.exist?(path) && File.read(path, encoding: Encoding::UTF_8) == text
    end
  end

  def self.main(arguments)
    if arguments == ["--check"]
      abort "stale: #{stale.keys.join(", ")}" unless stale.empty?
    else
      files.each { |name, text| File.write(File.join(FOLDER, name), text) }
    end
  end
end

JacinthTables.main(ARGV) if $PROGRAM_NAME == __FILE__
