# frozen_string_literal: true

# Prints what random resources of Alba serialize: with the json gem, or with
# jacinth/alba if ARGV has it.

require ARGV.fetch(0)
require_relative "../support/serialized_values"
require "alba"

# The random values, objects and resources of a seed.
class RandomAlba
  include SerializedValues

  Item = Struct.new(*NAMES)
  Plain = Class.new { attr_accessor(*NAMES) }
  Hidden = Class.new(Plain) { private(*NAMES) }

  # Key transformations without Active Support.
  module Inflector
    class << self
      def camelize(key) = key.split("_").map(&:capitalize).join
      def camelize_lower(key) = key.gsub(/_(\w)/) { Regexp.last_match(1).upcase }
      def dasherize(key) = key.tr("_", "-")
      def underscore(key) = key
      def classify(key) = key
    end
  end

  # The attributes that a helper adds.
  module Helper
    def shout(text) = text.to_s.upcase
  end

  private

  def serializer = resource(2)

  def text(klass)
    objects = chance(0.6) ? Array.new(@random.rand(30)) { object } : object
    options = {}
    options[:params] = { n: @random.rand(9) } if chance(0.5)
    options[:within] = pick([:link, { link: :other }, [], true, nil]) if chance(0.1)
    options[:with_traits] = :extra if chance(0.1) && klass._traits.any?
    more = {}
    more[:root_key] = pick([:data, "list"]) if chance(0.2)
    more[:meta] = { total: 3 } if chance(0.2)
    klass.new(objects, **options).serialize(**more)
  rescue StandardError => e
    "#{e.class}: #{e.message.lines.first.to_s[/\A.*?(?= for |\Z)/]}"
  end

  def object
    values = NAMES.map { value }
    case @random.rand(12)
    when 0..5 then Item.new(*values)
    when 6..8 then fill(Plain.new, NAMES.zip(values))
    when 9 then fill(Hidden.new, NAMES.zip(values))
    when 10 then NAMES.zip(values).to_h
    else NAMES.zip(values).first(7).to_h
    end.tap { |made| link(made) }
  end

  # The associated objects, which every object has.
  def link(object)
    return if @linking || object.is_a?(Hash)

    @linking = true
    linked = chance(0.3) ? nil : Array.new(@random.rand(3)) { self.object }
    @linking = false
    object.define_singleton_method(:link) { linked }
    object.define_singleton_method(:other) { linked&.first }
  end

  def resource(depth, parent = Object)
    klass = Class.new(parent)
    klass.include(Alba::Resource) unless klass < Alba::Resource
    klass.attributes(*NAMES.sample(1 + @random.rand(NAMES.size), random: @random))
    @random.rand(5).times { feature(klass, depth) }
    return resource(depth, klass) if depth.positive? && chance(0.15)

    klass
  end

  def change(klass) = feature(klass, 1)

  def feature(klass, depth)
    name = pick(%i[extra_one extra_two extra_three])
    symbol = pick(NAMES)
    case @random.rand(24)
    when 0, 1 then klass.attribute(name) { |object| [object.class.name, params[:n]] }
    when 2 then klass.attribute(name) { |object| object.is_a?(Struct) ? Alba::REMOVE_KEY : nil }
    when 3 then own_method(klass, name)
    when 4 then klass.attributes(symbol, if: proc { |object| !object.is_a?(Hash) })
    when 5 then klass.attributes(symbol, if: proc { |_, given| !given.nil? })
    when 6 then conditional(klass, symbol)
    when 7 then klass.attributes(**{ symbol => pick([[String, true], :String, [Integer, true]]) })
    when 8 then klass.transform_keys(pick(%i[camel lower_camel dash none]), root: chance(0.5))
    when 9 then klass.root_key(:one, :many)
    when 10 then klass.meta { { size: params.size } }
    when 11 then nested_attribute(klass, name)
    when 12 then klass.on_nil { |_, key| key.to_s.size > 4 ? "none" : nil }
    when 13 then rare(klass)
    when 14 then klass.trait(:extra) { attributes :score }
    when 15 then helped(klass, name)
    else association(klass, depth)
    end
  end

  def nested_attribute(klass, name)
    options = chance(0.3) ? { if: pick([proc { |object| !object.is_a?(Hash) }, proc { |_, given| given }]) } : {}
    klass.nested_attribute(name, **options) do
      attributes :id, :first_name
      attribute(:n) { |object| [object.class.to_s, params[:n]] }
      attributes :mine
      define_method(:mine) { |object| object.is_a?(Struct) ? object.score : Alba::REMOVE_KEY }
      nested_attribute(:inner) { attributes :name }
    end
  end

  def own_method(klass, name)
    klass.attributes(name)
    klass.define_method(name) { |object| object.is_a?(Hash) ? Alba::REMOVE_KEY : object.class.to_s }
  end

  def conditional(klass, symbol)
    klass.define_method(:wanted?) { params[:n].to_i > 3 }
    klass.attributes(symbol, if: :wanted?)
  end

  def helped(klass, name)
    klass.helper(Helper)
    klass.attribute(name) { |object| shout(object.class) }
  end

  def rare(klass)
    case @random.rand(8)
    when 0 then klass.define_method(:select) { |key, _| key.size.even? }
    when 1 then klass.on_error(pick(%i[ignore nullify]))
    when 2 then klass.prefer_object_method!
    when 3 then klass.collection_key(:id)
    when 4 then klass.layout(inline: proc { { wrapped: serializable_hash.class.name, text: serialized_json } })
    when 5 then klass.define_method(:nil_handler) { proc { "handled" } }
    when 6 then klass.attribute(:raising) { |_| raise ArgumentError, "raised" }
    else klass.attribute(:missing) { |_| {}.fetch(:missing) }
    end
  end

  def association(klass, depth)
    return klass.attributes(:id) if depth.zero?

    nested = resource(depth - 1)
    case @random.rand(8)
    when 0, 1 then klass.many(:link, resource: nested)
    when 2, 3 then klass.one(:other, resource: nested)
    when 4 then klass.many(:link, proc { |all, params, _| all&.first(params[:n].to_i % 3) }, resource: nested, key: :some_links)
    when 5 then klass.many(:link, resource: ->(_) { nested }, params: { n: 1 })
    when 6 then klass.one(:mine, source: proc { |_| other }, resource: nested)
    else klass.many(:link) { attributes :id, :first_name }
    end
  end
end

Alba.inflector = RandomAlba::Inflector
SerializedValues.run(RandomAlba)
