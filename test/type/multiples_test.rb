# frozen_string_literal: true

require_relative "support"
require "bigdecimal"

# Types of numbers that are multiples of another one.
class TypeMultiplesTest < Minitest::Test
  include TypeHelpers

  TENTHS = { 0.1 => %w[0.3 2.5 -1 7 0 1e300], 1.5 => %w[4.5 0 3.0], 0.0001 => %w[0.0075], 1e-8 => %w[12391239123], 2 => %w[10 1e2] }.freeze
  OTHERS = { 0.1 => %w[0.35 1e-300], 1.5 => %w[35 1.4], 0.0001 => %w[0.00751], 0.123456789 => %w[1e300 1], 2 => %w[7 -1 0.5] }.freeze

  def test_floats_count_by_their_shortest_text
    [->(number) { T.float(multiple_of: number) }, ->(number) { T.from_json_schema({ "multipleOf" => number }) },
     ->(number) { T.decimal(multiple_of: number, as: :number) }].each do |make|
      TENTHS.each { |number, texts| texts.each { |text| assert accepts_text?(make[number], text), "#{number} #{text}" } }
      OTHERS.each { |number, texts| texts.each { |text| refute accepts_text?(make[number], text), "#{number} #{text}" } }
    end
  end

  def accepts_text?(type, text)
    type.load(text)
    true
  rescue Jacinth::ValidationError => e
    assert_equal :out_of_range, e.errors[0].code
    false
  end

  def test_integers_are_exact
    type = T.integer(multiple_of: 3)
    [0, -3, 3 * (10**40)].each { |number| same(type, number.to_s, number) }
    [1, (3 * (10**40)) + 1].each do |number|
      assert_invalid(type, number.to_s, "Integer, a multiple of 3", number.to_s[0, 40] + ("..." if number > 9).to_s, "$")
      assert_match(/\Aexpected Integer, a multiple of 3, got /, assert_raises(Jacinth::GeneratorError) { type.dump(number) }.message)
    end
    whole = T.from_json_schema({ "type" => "integer", "multipleOf" => 0.123456789 })

    refute accepts_text?(whole, "1e308")
    assert accepts_text?(T.from_json_schema({ "type" => "integer", "multipleOf" => 0.5 }), "1e308")
    ranged = T.integer(1..9, multiple_of: 2)
    assert_equal [[false, true, false, false]], [%w[0 4 5 10].map { |text| accepts_text?(ranged, text) }]
    assert_equal "[4,3]", T[[T.first_of(ranged, T.integer(multiple_of: 3))]].dump([4, 3])
  end

  def test_decimals_are_exact_and_large_exponents_take_no_time
    type = T.decimal(multiple_of: BigDecimal("0.05"))
    texts = { "19.95" => true, "19.96" => false, "1e100000000" => true, "1e-100000000" => false, "0" => true,
              "0.#{'3' * 5000}" => false, "#{'7' * 5000}.05" => true }
    texts.each { |text, fits| assert_equal fits, accepts_text?(type, %("#{text}")), text[0, 20] }
    refute accepts_text?(T.decimal(multiple_of: 3), "1e1000000000")
    refute accepts_text?(T.decimal(multiple_of: Rational(3, 1024)), "3e-3")
    assert accepts_text?(T.decimal(multiple_of: Rational(1, 1024)), "0.5")
    assert_error(Jacinth::GeneratorError, "expected BigDecimal, a multiple of 0.05, got 0.1e-1") { type.dump(BigDecimal("0.01")) }
  end

  def test_random_decimals_agree_with_rationals
    random = seeded
    scaled(500).times do
      of, digits = random.rand(1..500), random.rand(-2000..2000)
      scale, power = 10**random.rand(4), random.rand(-4..4)
      text = "#{digits}e#{power}"
      expected = (Rational(text) % Rational(of, scale)).zero?

      assert_equal expected, accepts_text?(T.decimal(multiple_of: Rational(of, scale)), text), "#{seed_note} #{text} #{of}/#{scale}"
      assert_equal expected, accepts_text?(T.float(multiple_of: Rational(of, scale)), text), "#{seed_note} #{text} #{of}/#{scale}"
    end
  end

  def test_schemas_have_the_number
    types = { T.integer(1..9, multiple_of: 2) => { "minimum" => 1, "maximum" => 9, "multipleOf" => 2 },
              T.float(multiple_of: 0.25) => { "multipleOf" => 0.25 },
              T.decimal(multiple_of: BigDecimal("0.01")) => { "multipleOf" => 0.01 }, T.float(multiple_of: Rational(1, 3)) => {} }
    types.each do |type, keywords|
      schema = type.json_schema

      assert_equal keywords, schema.slice("minimum", "maximum", "multipleOf")
      next if type.inspect.include?("decimal")

      assert_equal keywords.slice("multipleOf"), T.from_json_schema(schema).json_schema.slice("multipleOf")
    end
    assert_equal({ "multipleOf" => 2 }, T.from_json_schema({ "multipleOf" => 2 }).json_schema.slice("multipleOf"))
    assert_equal({ 4 => 1 }, T.hash(T.integer(multiple_of: 2) => Integer).load('{"4":1}'))
  end

  def test_other_numbers_are_refused
    [0, -1, "2", Float::NAN, Float::INFINITY, Complex(1, 1)].each do |number|
      %i[integer float decimal].each { |name| assert_raises(ArgumentError, number.inspect) { T.public_send(name, multiple_of: number) } }
    end
    [0, -0.5, "2"].each { |number| assert_raises(T::SchemaError) { T.from_json_schema({ "type" => "number", "multipleOf" => number }) } }
    assert_raises(T::SchemaError) { T.from_json_schema({ "allOf" => [{ "multipleOf" => 2 }, { "multipleOf" => 3 }] }) }
    refute accepts_text?(T.float(multiple_of: 1), "7.5")
    assert_raises(Jacinth::ValidationError) { T.float(multiple_of: 1).load("NaN", allow_nan: true) }
  end

  def test_a_type_can_be_shared
    out = ractors!(<<~RUBY)
      require "jacinth"
      TYPE = Jacinth::Type.integer(multiple_of: 2)
      print Ractor.new { TYPE.load("4") }.value
    RUBY

    assert_equal "4", out
  end
end
