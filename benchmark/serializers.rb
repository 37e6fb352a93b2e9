# frozen_string_literal: true

# The time that serializers take with the json gem, with Jacinth's adapter, and with
# the serializer's own setting for Oj, each in processes of its own:
#
#     rake bench:serializers [YJIT=1] [ROUNDS=5] [ROWS=regexp] [RELEASE=8.1]
#
# Serializers that are not in the bundle are left out: the task runs this program with the
# gems of the tests, then with those of a release of Rails.
#
# Oj writes other times, and its bytes are not compared (turns.rb).
require_relative "turns"

module SerializersBench
  TURNS = Turns.new(__FILE__, %w[json jacinth oj], batches: 10, seconds: 0.02)
  FIELDS = %i[id title body author_id views score published slug state language source rank note created_at
              updated_at].freeze
  Post = Struct.new(*FIELDS, :author, :comments)
  Author = Struct.new(:id, :name)
  Comment = Struct.new(:id, :body, :created_at)

  # The objects, 100 of 15 fields with two Times.
  POSTS = Array.new(100) do |i|
    time = Time.at(1_700_000_000 + (i * 1000)).utc
    comments = Array.new(3) { |n| Comment.new(n, "Comment #{n}", time) }
    Post.new(i, "Title #{i}", "The text of post number #{i}, of a usual length", i % 7, i * 31, i * 1.5, i.even?,
             "title-#{i}", "draft", "en", "web", i % 10, nil, time, time + 60, Author.new(i % 7, "Author #{i % 7}"),
             comments)
  end.freeze

  # The gems of serializers => the file to require.
  SERIALIZERS = { alba: "alba", blueprinter: "blueprinter", jbuilder: "jbuilder",
                  "jsonapi-serializer": "jsonapi_serializer" }.freeze

  # The rows of each serializer: name => a call that returns the text.
  module Rows
    module_function

    def all
      SERIALIZERS.filter_map { |gem, name| __send__(name) if SerializersBench.installed?(gem) }.inject(:merge)
    end

    # Resources of Alba.
    def alba # rubocop:disable Metrics
      author, comment = %i[name body].map { |name| resource { attributes :id, name } }
      plain = resource { attributes(*FIELDS) }
      nested = resource do
        attributes(*FIELDS)
        one :author, resource: author
        many :comments, resource: comment
      end
      mixed = resource do
        attributes(*FIELDS.first(8))
        attributes :note, if: proc(&:published)
        attributes :rank, if: proc { |_, rank| rank > 3 }
        attribute(:headline) { |post| "#{post.title} (#{post.state})" }
        attributes :visible
        define_method(:visible) { |post| post.published && post.rank > 2 }
        transform_keys :lower_camel
      end
      whole = { root_key: :posts, meta: { total: 100 } }
      { "alba: 15 attributes" => proc { plain.new(POSTS).serialize },
        "alba: the same with root key and metadata" => proc { plain.new(POSTS).serialize(**whole) },
        "alba: the same and two associations" => proc { nested.new(POSTS).serialize },
        "alba: blocks, methods, conditions, key transformation" => proc { mixed.new(POSTS).serialize },
        "alba: one object of 15 attributes" => proc { plain.new(POSTS[1]).serialize },
        "alba: a nested attribute" => nested_attribute }
    end

    def nested_attribute
      klass = resource do
        attributes(*FIELDS)
        nested_attribute(:more) { attributes :id, :title }
      end
      proc { klass.new(POSTS).serialize }
    end

    # Blueprints of Blueprinter.
    def blueprinter # rubocop:disable Metrics
      author, comment = %i[name body].map { |name| blueprint { fields :id, name } }
      plain = blueprint { fields(*FIELDS) }
      nested = blueprint do
        fields(*FIELDS)
        association :author, blueprint: author
        association :comments, blueprint: comment
      end
      mixed = blueprint do
        fields(*FIELDS.first(8))
        field :note, if: ->(_, post, _) { post.published }
        field :rank, default: 0
        field :created_at, datetime_format: "%Y-%m-%d"
        field(:headline) { |post| "#{post.title} (#{post.state})" }
        field(:seen) { |post, options| post.views * options[:times] }
      end
      whole = { root: :posts, meta: { total: 100 } }
      { "blueprinter: 15 fields" => proc { plain.render(POSTS) },
        "blueprinter: the same with root key and metadata" => proc { plain.render(POSTS, whole) },
        "blueprinter: the same and two associations" => proc { nested.render(POSTS) },
        "blueprinter: blocks, conditions, defaults, formats" => proc { mixed.render(POSTS, times: 2) },
        "blueprinter: one object of 15 fields" => proc { plain.render(POSTS[1]) } }
    end

    # Documents of jbuilder.
    def jbuilder # rubocop:disable Metrics
      mixed = proc do |json|
        json.key_format! :upcase
        json.posts(POSTS) do |post|
          json.id post.id
          json.headline "#{post.title} (#{post.state})"
          json.author { json.extract! post.author, :id, :name }
          json.comments post.comments, :id, :body
        end
      end
      { "jbuilder: array! of 15 attributes" => proc { Jbuilder.encode { |json| json.array! POSTS, *FIELDS } },
        "jbuilder: array! with a block, extract! of 15 attributes" =>
          proc { Jbuilder.encode { |json| json.array!(POSTS) { |post| json.extract! post, *FIELDS } } },
        "jbuilder: blocks, single keys, nested arrays, key format" => proc { Jbuilder.encode(&mixed) },
        "jbuilder: only blocks and single keys" => proc do
          Jbuilder.encode { |json| json.posts(POSTS) { |post| FIELDS.each { |name| json.set! name, post[name] } } }
        end,
        "jbuilder: one object of 15 attributes" => proc { Jbuilder.encode { |json| json.extract! POSTS[1], *FIELDS } } }
    end

    # Serializers of jsonapi-serializer.
    def jsonapi_serializer # rubocop:disable Metrics
      author = jsonapi(:author) { attributes :name }
      plain = jsonapi(:post) { attributes(*FIELDS.drop(1)) }
      related = jsonapi(:post) do
        attributes(*FIELDS.drop(1))
        belongs_to :author, serializer: author, id_method_name: :author_id
        has_many(:comments, record_type: :comment, &:comments)
      end
      mixed = jsonapi(:post) do
        set_key_transform :camel_lower
        attributes(*FIELDS[1, 8])
        attribute :note, if: proc(&:published)
        attribute(:headline) { |post| "#{post.title} (#{post.state})" }
        attribute(:seen) { |post, params| post.views * params[:times] }
        link(:self) { |post| "/posts/#{post.id}" }
      end
      { "jsonapi-serializer: 14 attributes" => proc { JSON.generate(plain.new(POSTS).serializable_hash) },
        "jsonapi-serializer: the same and two relationships" => proc {
          JSON.generate(related.new(POSTS).serializable_hash)
        },
        "jsonapi-serializer: a set of 5 fields" =>
          proc { JSON.generate(plain.new(POSTS, fields: { post: FIELDS[1, 5] }).serializable_hash) },
        "jsonapi-serializer: blocks, conditions, links, key transformation" =>
          proc { JSON.generate(mixed.new(POSTS, params: { times: 2 }).serializable_hash) },
        "jsonapi-serializer: one object of 14 attributes" => proc {
          JSON.generate(plain.new(POSTS[1]).serializable_hash)
        } }
    end

    def jsonapi(type, &block)
      Class.new do
        include JSONAPI::Serializer

        set_type type
        class_eval(&block)
      end
    end

    def blueprint(&) = Class.new(Blueprinter::Base, &)

    def resource(&block)
      Class.new do
        include Alba::Resource

        class_eval(&block)
      end
    end
  end

  module_function

  # In the process of one library: the time of a call of each row, and its text's sum.
  def work(library)
    prepare(library)
    TURNS.work(Rows.all)
  end

  def prepare(library)
    require_relative "../tools/checkout"
    Checkout.use
    SERIALIZERS.each do |gem, name|
      if installed?(gem)
        library == "jacinth" ? require("jacinth/#{name}") : load_gem(gem)
      end
    end
    use_oj if library == "oj"
    use_inflector if installed?(:alba)
  end

  def load_gem(gem)
    %w[active_support active_support/core_ext/object/blank].each { |file| require file } if gem == :"jsonapi-serializer"
    require gem.to_s.tr("-", "/")
  end

  def installed?(serializer) = !Gem.loaded_specs[serializer.to_s].nil?

  def use_inflector
    Alba.inflector = Module.new do
      %i[camelize camelize_lower dasherize classify underscore].each do |name|
        define_singleton_method(name) { |key| key.gsub(/_(\w)/) { Regexp.last_match(1).upcase } }
      end
    end
  end

  def use_oj
    require "oj"
    return Oj.mimic_JSON unless installed?(:alba)

    Alba.backend = :oj_rails
    Blueprinter.configure do |config|
      config.generator = Oj
      config.method = :generate
    end
  end

  def table = TURNS.table(RUBY_DESCRIPTION, ["json", "Jacinth", "Oj", "json / Jacinth", "Oj / Jacinth"])
end

ARGV.empty? ? SerializersBench.table : SerializersBench.work(ARGV.fetch(0))
