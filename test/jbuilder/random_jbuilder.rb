# frozen_string_literal: true

# Prints random documents of jbuilder: with the json gem, or with jacinth/jbuilder if
# ARGV has it.

require ARGV.fetch(0)
require_relative "../support/serialized_values"
require "jbuilder"
require "active_support/core_ext/hash/indifferent_access"

# Lists of three attributes are compiled, too.
Jacinth::OnJbuilder.const_get(:AttributeList).shortest = 3 if SerializedValues::LIBRARY == "jacinth/jbuilder"

# The random values, objects and documents of a seed.
class RandomJbuilder
  include SerializedValues

  ALL = [*NAMES, :FIRST_NAME].freeze
  Item = Struct.new(*ALL) { def raising = raise(ArgumentError, "raised") }
  Plain = Class.new do
    attr_accessor(*ALL)

    def to_s = "plain"
    private :format
  end
  # Lists that occur often enough to be compiled.
  LISTS = [%i[id name], NAMES.first(6), %i[nothing score first_name], %i[format id], [:id, "score"], %i[id id],
           %i[first_name FIRST_NAME], %i[name raising id], [], %i[tags]].freeze
  FORMATS = [:upcase, :to_s, ->(key) { key[0] }, { delete: ["_"] }].freeze
  Shouting = Class.new(Jbuilder) do
    private

    def _key(key) = super.upcase
  end

  def run(count)
    count.times { |number| puts "#{number} #{text.gsub(/0x\h+/, 'address')}" }
  end

  private

  def text
    klass = chance(0.1) ? Shouting : Jbuilder
    options = {}
    options[:key_formatter] = Jbuilder::KeyFormatter.new(pick(FORMATS.first(3))) if chance(0.1)
    options[:ignore_nil] = true if chance(0.1)
    options[:deep_format_keys] = true if chance(0.1)
    klass.new(**options) { |json| chance(0.3) ? list(json, 3) : build(json, 3) }.target!
  rescue JSON::JSONError => e
    e.class.name
  rescue StandardError => e
    "#{e.class}: #{e.message.lines.first.to_s[/\A.*?(?= for | in |\Z)/]}"
  end

  def build(json, depth)
    @random.rand(1..4).times { feature(json, depth) }
  end

  def list(json, depth)
    case @random.rand(4)
    when 0 then json.array!(objects, *names)
    when 1 then json.array!(objects) { |object| within(json, object, depth) }
    when 2 then json.call(objects) { |object| within(json, object, depth) }
    else @random.rand(4).times { json.child! { build(json, depth - 1) } }
    end
  end

  def within(json, object, depth)
    json.extract!(object, *names) if chance(0.8)
    build(json, depth - 1) if depth.positive? && chance(0.5)
    json.extract!(object, *names) if chance(0.2)
  end

  def feature(json, depth)
    name = pick([*NAMES, "text", :more])
    case @random.rand(depth.positive? ? 20 : 8)
    when 0, 1 then json.set!(name, value)
    when 2 then json.more(value)
    when 3, 4 then json.extract!(object, *names)
    when 5 then json.call(object, *names)
    when 6 then json.set!(name, chance(0.5) ? object : objects, *names)
    when 7 then settings(json)
    when 8..11 then json.set!(name, objects) { |object| within(json, object, depth) }
    when 12, 13 then json.set!(name) { build(json, depth - 1) }
    when 14 then json.set!(name) { list(json, depth - 1) }
    when 15 then json.set!(name, Jbuilder.new { |other| build(other, depth - 1) })
    when 16 then rescued(json)
    when 17 then rare(json)
    else json.merge!({ name => value })
    end
  end

  def settings(json)
    case @random.rand(3)
    when 0 then json.key_format!(pick(FORMATS))
    when 1 then json.ignore_nil!(chance(0.5))
    else json.deep_format_keys!(chance(0.5))
    end
  end

  def rescued(json)
    json.extract!(object, *names)
  rescue StandardError
    json.set!(:rescued, true)
  end

  def rare(json)
    case @random.rand(4)
    when 0 then json.nil!
    when 1 then json.array!([1, nil]) if chance(0.3)
    when 2 then json.merge!(value)
    else json.set!(:seen, json.attributes!.to_a.size)
    end
  end

  def names
    names = pick(LISTS)
    names.intersect?(%i[raising format]) && chance(0.8) ? %i[score] : names
  end

  def objects = Array.new(@random.rand(12)) { object }

  def object
    values = ALL.map { value(1) }
    case @random.rand(8)
    when 0..3 then Item.new(*values)
    when 4 then fill(Plain.new, ALL.zip(values))
    when 5 then ALL.zip(values).to_h.with_indifferent_access
    else ALL.zip(values).first(chance(0.9) ? 9 : 5).to_h
    end
  end
end

SerializedValues.run(RandomJbuilder)
