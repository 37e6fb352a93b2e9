# frozen_string_literal: true

require_relative "support"
require_relative "../../tools/make_tables"

# The generated tables: as committed, and as their comments say.
class TablesTest < Minitest::Test
  def test_the_committed_tables_are_what_the_tool_writes
    JacinthTables.files.each do |name, text|
      assert_equal text, File.read(File.join(JacinthTables::FOLDER, name), encoding: Encoding::UTF_8),
                   "#{name}: run ruby tools/make_tables.rb"
    end
  end

  def test_powers_of_ten_are_rounded_as_their_comment_says
    powers.each do |exponent, t|
      assert_equal 128, t.bit_length
      exact = scaled_power(exponent)
      case exponent
      when 0..55 then assert_equal exact, t
      when -27..-1 then assert_operator t - 1, :<, exact and assert_operator exact, :<, t
      else assert_operator t, :<, exact and assert_operator exact, :<, t + 1
      end
    end
  end

  private

  # Exponent and 128-bit significand of each entry, from the compiled table.
  def powers
    min = JacinthTables::Pow10::MIN
    count = JacinthTables::Pow10::MAX - min + 1
    words = Fiddle::Pointer.new(CoreLibrary.handle["jac_pow10_128"])[0, count * 16].unpack("Q*")
    words.each_slice(2).with_index(min).map { |(high, low), e| [e, (high << 64) | low] }
  end

  # 10^exponent / 2^r with 2^127 <= result < 2^128, exactly; by doubling only.
  def scaled_power(exponent)
    power = Rational(10)**exponent
    power /= 2**64 while power >= 2**128
    power *= 2**64 while power < 2**64
    power /= 2 while power >= 2**128
    power *= 2 while power < 2**127
    power
  end
end
