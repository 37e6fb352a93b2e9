# frozen_string_literal: true

# Random values of objects that are serialized, drawn from @random.
module SerializedValues
  NAMES = %i[id name first_name created_at score tags format nothing].freeze
  Custom = Struct.new(:text) { def to_json(*) = "{\"custom\":#{text.to_json}}" }

  private

  def chance(share) = @random.rand < share
  def pick(values) = values[@random.rand(values.size)]

  def value(depth = 2)
    case @random.rand(depth.positive? ? 18 : 14)
    when 0..3 then @random.rand(1000)
    when 4..6 then pick(["text", "Ünï", "", "</x>", "a\"b", "\u2028", "x" * 50])
    when 7 then (@random.rand * 100).round(3)
    when 8, 9 then nil
    when 10 then pick([true, false, :symbol, 2**70])
    when 11, 12 then pick([Time.at(@random.rand(2_000_000_000)).utc, Time.at(5).getlocal("+05:30")])
    when 13 then pick([Custom.new("x"), 1..2, Object, 2r, "b\xff", Float::NAN].first(chance(0.1) ? 6 : 4))
    when 14, 15 then Array.new(@random.rand(4)) { value(depth - 1) }
    else Array.new(@random.rand(4)) { |i| [pick([:a, "b", i]), value(depth - 1)] }.to_h
    end
  end
end
