# frozen_string_literal: true

# Prints what random blueprints render: with the json gem, or with jacinth/blueprinter
# if ARGV has it.

require ARGV.fetch(0)
require_relative "../support/serialized_values"
require "blueprinter"
require "blueprinter/base"
require "blueprinter/extractor"

# The random values, objects and blueprints of a seed.
class RandomBlueprinter
  include SerializedValues

  Item = Struct.new(*NAMES, :link, :other)
  Plain = Class.new do
    attr_accessor(*NAMES, :link, :other)

    def to_s = "plain"
  end

  # Extracts by a rule of its own.
  class Own < Blueprinter::Extractor
    def extract(name, _object, options, _field) = [name, options[:n]]
  end

  # Adds a member.
  class Marked < Blueprinter::Transformer
    def transform(hash, _object, _options) = hash[:marked] = true
  end

  private

  def serializer
    configure
    blueprint(2)
  end

  def configure
    Blueprinter.reset_configuration!
    Blueprinter.configure do |config|
      config.sort_fields_by = :definition if chance(0.3)
      config.datetime_format = pick(["%Y", lambda(&:to_i)]) if chance(0.2)
      config.field_default = "default" if chance(0.1)
      config.association_default = {} if chance(0.1)
      config.if = ->(name, _, _) { name != :score } if chance(0.05)
    end
  end

  def text(klass)
    objects = chance(0.6) ? Array.new(@random.rand(30)) { object(1) } : object(1)
    options = { n: @random.rand(9) }
    options[:view] = pick(%i[extended default missing identifier]) if chance(0.3)
    options[:root] = pick([:data, "list"]) if chance(0.3)
    options[:meta] = { total: 3 } if chance(0.2)
    klass.render(objects, options)
  rescue StandardError => e
    "#{e.class}: #{e.message.lines.first.to_s[/\A.*?(?= for | is not |\Z)/]}"
  end

  def object(depth)
    linked = depth.positive? && chance(0.8) ? Array.new(@random.rand(3)) { object(depth - 1) } : nil
    values = NAMES.to_h { |name| [name, value] }.merge(link: linked, other: linked&.first)
    case @random.rand(8)
    when 0..4 then Item.new(*values.values)
    when 5, 6 then fill(Plain.new, values)
    else values.first(9).to_h
    end
  end

  def blueprint(depth, parent = Blueprinter::Base)
    klass = Class.new(parent)
    klass.identifier(:id) if chance(0.7)
    klass.fields(*NAMES.sample(1 + @random.rand(NAMES.size), random: @random))
    @random.rand(5).times { feature(klass, depth) }
    klass.view(:extended) { @random.rand(3).times { feature(klass, depth) } } if chance(0.7)
    return blueprint(depth, klass) if depth.positive? && chance(0.15)

    klass
  end

  def change(klass)
    feature(klass, 1)
    klass.view(:extended) { feature(klass, 1) } if chance(0.5)
  end

  def feature(klass, depth)
    name = pick(%i[extra_one extra_two extra_three])
    symbol = pick(NAMES)
    case @random.rand(20)
    when 0, 1 then klass.field(name) { |object, options| [object.class.name, options[:n], options[:view]] }
    when 2 then klass.field(name, &:class)
    when 3 then klass.field(symbol, name: name)
    when 4 then klass.field(symbol, if: ->(_, object, options) { object.is_a?(Struct) && options[:n] > 3 })
    when 5 then klass.field(symbol, unless: ->(field, _, _) { field == :name })
    when 6 then klass.field(symbol, default: "none")
    when 7 then klass.field(symbol, default: "none", default_if: Blueprinter::EMPTY_STRING)
    when 8 then klass.field(symbol, exclude_if_nil: true)
    when 9 then klass.field(:created_at, datetime_format: pick(["%d", lambda(&:year)]))
    when 10 then klass.field(symbol, extractor: Own.new)
    when 11 then klass.exclude(symbol)
    when 12 then rare(klass)
    else association(klass, depth)
    end
  end

  def rare(klass)
    case @random.rand(6)
    when 0 then klass.transform(Marked)
    when 1 then klass.define_singleton_method(:object_to_hash) { |object, **| { own: object.class.name } }
    when 2 then klass.field(:raising) { |_, _| raise ArgumentError, "raised" }
    when 3 then klass.fields(:missing)
    when 4 then klass.field(:link, default: [])
    else klass.define_singleton_method(:hashify) { |*all, **options| [super(*all, **options)] }
    end
  end

  def association(klass, depth)
    return klass.fields(:id) if depth.zero?

    nested = blueprint(depth - 1)
    case @random.rand(7)
    when 0, 1 then klass.association(:link, blueprint: nested)
    when 2 then klass.association(:other, blueprint: nested, view: nested.view?(:extended) ? :extended : :default)
    when 3 then klass.association(:link, blueprint: ->(_) { nested }, name: :links)
    when 4 then klass.association(:other, blueprint: nested, default: { none: true }, options: { n: 5 })
    when 5 then klass.association(:mine, blueprint: nested, options: ->(_) { { n: 7 } }) { |object, _| object[:other] }
    else klass.association(:other, blueprint: nested, if: ->(_, object, _) { object.is_a?(Struct) })
    end
  end
end

SerializedValues.run(RandomBlueprinter)
