# frozen_string_literal: true

# Prints random documents of jsonapi-serializer: with the json gem, or with
# jacinth/jsonapi_serializer if ARGV has it.

require ARGV.fetch(0)
require_relative "../support/serialized_values"
require "active_support"
require "active_support/core_ext/object/blank"
require "active_support/core_ext/object/try"
require "jsonapi/serializer"

# The random objects and serializers of a seed.
class RandomJsonapi
  include SerializedValues

  ALL = [*NAMES, :key?, :last].freeze

  # An object without to_a, which Array() of an included object would call.
  class Item
    attr_accessor(*SerializedValues::NAMES, :last, :parent, :children)
    attr_writer :key

    def key? = @key
    def parent_id = parent&.id
    def child_ids = children.map(&:id)
    def raising = raise(ArgumentError, "raised")
  end

  class ChildSerializer
    include JSONAPI::Serializer

    attributes :name, :score
    set_id { |item| item.id && "child-#{item.id}" }
  end

  class ParentSerializer
    include JSONAPI::Serializer

    attributes :name
    attribute(:twice) { |item, params| "#{item.name} #{params[:times]}" }
  end

  PARENTS = [{ serializer: ParentSerializer }, { serializer: ParentSerializer, key: :up }, { if: proc(&:name) },
             { serializer: ParentSerializer, links: { related: ->(item) { "/#{item.id}/parent" } } }].freeze
  CHILDREN = [{ serializer: ChildSerializer, id_method_name: :child_ids }, { serializer: ChildSerializer, lazy_load_data: true },
              { serializer: ChildSerializer, meta: ->(item) { { count: item.children.size } } }, {}].freeze

  def run(count)
    count.times do |i|
      serializer = serializer(i)
      # twice, and more objects than a serializer has before it is compiled
      3.times { puts document(serializer, Array.new(@random.rand(8..20)) { item }, i) }
      puts document(serializer, item, i)
      change(serializer) if chance(0.2)
      puts document(serializer, Array.new(3) { item }, i)
    end
  end

  private

  def document(serializer, objects, number)
    hash = serializer.new(objects, options(number)).serializable_hash
    "#{JSON.generate(hash)} #{hash.inspect.gsub(/0x\h+/, '')}"
  rescue StandardError => e
    "#{e.class}: #{e.message.gsub(/0x\h+/, '')[0, 60]}"
  end

  def options(number)
    options = {}
    options[:params] = { times: pick([1, nil]) } if chance(0.4)
    options[:include] = pick([%i[parent], %i[children], %i[parent children]]) if chance(0.3)
    options[:fields] = { "type#{number}": pick([[], %i[name], %i[score parent], NAMES]) } if chance(0.3)
    options[:meta] = { total: 3 } if chance(0.2)
    options
  end

  def serializer(number)
    random = self
    Class.new do
      include JSONAPI::Serializer

      singleton_class.define_method(:name) { "Type#{number}Serializer" }
      set_key_transform random.choose(%i[camel_lower dash camel underscore]) if random.often(0.3)
      set_type :"type#{number}"
      case random.rand(0..3)
      when 0 then set_id { |item, params| "#{item.id}#{params[:times]}" }
      when 1 then set_id(random.choose(%i[name score]))
      end
      random.rand(1..4).times { random.declare(self) }
      random.relate(self) if random.often(0.7)
      link(:self) { |item| "/#{item.id}" } if random.often(0.2)
      link(:name, :name) if random.often(0.2)
      meta { |item, params| { times: params[:times], name: item.name } } if random.often(0.2)
      define_singleton_method(:attributes_hash) { |*given| super(*given).merge(more: 1) } if random.often(0.1)
    end
  end

  # Called by serializers.
  module Draws
    def rand(range) = @random.rand(range)
    def often(share) = chance(share)
    def choose(values) = pick(values)

    def declare(serializer)
      names = ALL.sample(@random.rand(1..5), random: @random)
      case @random.rand(8)
      when 0..3 then serializer.attributes(*names)
      when 4 then serializer.attribute(names[0]) { |item, params| [item.name, params[:times]] }
      when 5 then serializer.attribute(names[0], if: proc { |item| item.id.to_i.even? })
      when 6 then serializer.attribute(names[0], if: ->(item, params) { params[:times] && item }, &:score)
      else serializer.attribute(chance(0.1) ? :raising : :name)
      end
    end

    def relate(serializer)
      serializer.belongs_to(:parent, **pick(PARENTS))
      serializer.has_many(:children, **pick(CHILDREN))
      serializer.has_many(:others, serializer: ChildSerializer) { |item| item.children.first(1) } if chance(0.3)
    end
  end
  include Draws

  def change(serializer)
    case @random.rand(4)
    when 0 then serializer.attribute(:added) { 1 }
    when 1 then serializer.attributes_to_serialize.delete(serializer.attributes_to_serialize.keys.first)
    when 2 then serializer.set_id(:name)
    else serializer.define_singleton_method(:id_hash) { |*| { id: "0", type: :own } }
    end
  end

  def item(depth = 1)
    made = fill(Item.new, [*NAMES, :key, :last].map { |name| [name, value(1)] })
    made.id = pick([made.id, @random.rand(50), @random.rand(50)])
    made.parent = item(0) if depth.positive? && chance(0.7)
    made.children = Array.new(depth.positive? ? @random.rand(4) : 0) { item(0) }
    made
  end
end

SerializedValues.run(RandomJsonapi)
