# frozen_string_literal: true

# Random values of objects that are serialized, for programs that print random documents.
# ARGV has the library, the seed, and the number of serializers or documents.
module SerializedValues
  NAMES = %i[id name first_name created_at score tags format nothing].freeze
  LIBRARY, SEED, COUNT = ARGV
  Custom = Struct.new(:text) { def to_json(*) = "{\"custom\":#{text.to_json}}" }

  # Runs a program. type: the class of the program, which includes this module.
  def self.run(type) = type.new(Integer(SEED)).run(Integer(COUNT))

  def initialize(seed)
    @random = Random.new(seed)
  end

  # Prints six documents of each serializer, which can change between two documents.
  def run(count)
    count.times do |number|
      klass = serializer
      6.times do |document|
        puts "#{number}.#{document} #{text(klass)}"
        change(klass) if chance(0.2)
      end
    end
  end

  private

  def chance(share) = @random.rand < share
  def pick(values) = values[@random.rand(values.size)]

  # Sets the attributes of an object. values: pairs of names and values.
  def fill(object, values)
    values.each { |name, value| object.__send__(:"#{name}=", value) }
    object
  end

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
