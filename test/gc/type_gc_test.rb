# frozen_string_literal: true

require_relative "../type/support"

# Types under GC.stress and with objects that move.
class TypeGcTest < Minitest::Test
  include TypeHelpers

  def make
    T[[{ p: xy(Point), k: xy(Keyed), d: xy(Pair), m: T.of(Made, x: Integer, y: T.member(Integer, default: 3)), l: xy(Plain),
         s: T.union(String, [T.scalar(load: ->(v) { [v.to_s * 3] }, dump: ->(v) { v })]), t: Time, o: T.hash(T.optional(Float)),
         e: T.enum("one", :two, 2**70), u: T.set(Integer), b: BigDecimal, "r" => Hash }.transform_keys(&:to_sym)]]
  end

  ITEM = '{"p":{"x":1,"y":2},"k":{"y":2,"x":99999999999999999999},"d":{"x":1,"y":2},"m":{"x":2},"l":{"x":1,"y":2},' \
         '"s":["a\u00e9",5],"t":"2024-01-01T00:00:00.5Z","o":{"k1":1.5e300,"k\u00e9":null},"e":1180591620717411303424,' \
         '"u":[1,2,1],"b":"1.50","skip":[{"a":["\u00e9"]}],"r":{"z":[1,{"y":"x"}]}}'
  TEXT = "[#{([ITEM] * 3).join(',')},#{ITEM.sub('["a\u00e9",5]', '"plain"')}]".freeze

  def test_types_read_and_write_under_stress
    type = make
    wanted = type.load(TEXT)
    text = type.dump(wanted)
    with_gc_stress do
      assert_equal wanted, type.load(TEXT)
      assert_equal text, type.dump(wanted)
      assert_equal wanted.first, make.load("[#{ITEM}]").first
      assert_raises(Jacinth::ValidationError) { type.load(TEXT.sub('"x":1,', '"x":"1",'), errors: :all) }
      assert_raises(Jacinth::ParserError) { type.load(TEXT[0..-3]) }
    end
  end

  # Slots with and without a word after the members.
  def test_structs_keep_their_members_under_stress_and_compaction
    [2, 3, 7, 8, 17, 18].each do |size|
      klass = Struct.new(*Array.new(size) { |i| :"m#{i}" })
      type = T[[T.of(klass, **klass.members.to_h { |name| [name, String] })]]
      text = Jacinth.generate([klass.members.to_h { |name| [name, "text of #{name}"] }] * 5)
      wanted = [klass.new(*klass.members.map { |name| "text of #{name}" })] * 5
      [method(:with_gc_stress), method(:with_auto_compaction)].each do |under|
        under.call do
          made = type.load(text)
          made.each { |object| object.instance_variable_set(:@a, "a") }

          assert_equal wanted, made
        end
      end
    end
  end

  # Alternatives that are tried, converted keys and tuples.
  CHOICES = T[{
    v: [T.union({ i: Integer, s: String }, { j: T.tuple(String, T.any) }, { ok: false })],
    f: [T.first_of({ a: [String], x: Integer }, { a: [T.first_of(Integer, String)], y: Integer }, T.tuple(Time, Date))],
    h: T.hash(Date => T.hash(Integer => String)), n: T.member(String, also: "no"), w: [T.union(Time, BigDecimal, "never", String)]
  }]
  CHOICES_TEXT = '{"v":[{"s":"a\u00e9","i":1},{"j":["x",["y"]]},{"ok":false}],' \
                 '"f":[{"a":["a\u00e9","b"],"y":1},["2024-01-01T00:00:00Z","2024-01-01"],{"a":[1,"x"],"y":2}],' \
                 '"h":{"2024-01-01":{"99999999999999999999":"a","1":"b"}},"no":"n","w":["2024-01-01T00:00:00Z","1.50","never","else"]}'

  def test_alternatives_and_keys_under_stress_and_compaction
    wanted = CHOICES.load(CHOICES_TEXT)
    text = CHOICES.dump(wanted)
    [method(:with_gc_stress), method(:with_auto_compaction)].each do |under|
      under.call do
        assert_equal wanted, CHOICES.load(CHOICES_TEXT)
        assert_equal text, CHOICES.dump(wanted)
        assert_raises(Jacinth::ValidationError) { CHOICES.load(CHOICES_TEXT.sub('"y":1', '"z":1').sub('"99', '"x'), errors: :all) }
      end
    end
    compact!

    assert_equal [wanted, text], [CHOICES.load(CHOICES_TEXT), CHOICES.dump(wanted)]
  end

  def test_types_read_and_write_after_compaction
    type = make
    wanted = type.load(TEXT)
    text = type.dump(wanted)
    3.times do
      compact!

      assert_equal wanted, type.load(TEXT)
      assert_equal text, type.dump(wanted)
    end
    mover = T[[T.scalar(load: ->(v) { [v].tap { compact! } }, dump: ->(v) { v[0].tap { compact! } })]]

    assert_equal '["abc",[1,"x"]]', mover.dump(mover.load('["abc",[1,"x"]]'))
  end

  # A type that moves before, and while, others refer to it.
  def test_types_that_move_stay_referred_to
    types = Array.new(200) { |i| T[{ "a#{i}" => Integer }] }
    compact!
    outer = types.map { |type| T[[type]] }
    compact!
    types = nil
    GC.start
    compact!
    outer.each_with_index do |type, i|
      assert_equal [{ "a#{i}" => i }], type.load(type.dump([{ "a#{i}" => i }]))
      assert_raises(Jacinth::ValidationError) { type.load('[{"a":1}]') }
    end

    assert_nil types
  end

  def test_types_read_and_write_under_auto_compaction
    type = make
    wanted = type.load(TEXT)
    with_auto_compaction do
      10.times do
        assert_equal wanted, make.load(TEXT)
        GC.start
      end
    end
  end
end
