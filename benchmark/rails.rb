# frozen_string_literal: true

# Compares rendering of JSON by Rails with Active Support's own encoder on the json
# gem, with jacinth/rails, and with Oj.optimize_rails, each in processes of its own
# with the gems of test/rails/gemfiles:
#
#     rake bench:rails [RELEASE=8.1] [YJIT=1] [ROUNDS=5] [ROWS=regexp]
#
# The rows are calls of to_json, of other writers, a controller's render json: from the Rack
# environment to the body, and the same through the application with all of its
# middleware. The bytes of the first two encoders are compared before times are
# shown; Oj cuts floats. The encoders take turns, a process each, and a time is
# the least processor time of all rounds' batches.
require "yaml"
require "bigdecimal"
require_relative "rails_models"
require_relative "turns"

module RailsBench
  TURNS = Turns.new(__FILE__, %w[own jacinth oj], batches: 3, seconds: 0.01)

  # The rows: name => a call that returns the text.
  module Rows
    SMALL = { id: 1, name: "<b>", ok: true }.freeze
    # As a controller's renderer calls to_json.
    RENDER = { status: 200, prefixes: ["rows"], template: "index" }.freeze
    ACTIONS = {
      hashes: "100 hashes with times", people: "100 Active Record rows", orders: "100 rows with a JSON column",
      selected: "100 rows of a partial select", joined: "100 rows with an attribute of a join", small: "one small hash"
    }.freeze

    module_function

    # The rows of rails.yml: Ruby, once evaluated, for what to_json is called on, and with which options.
    def all
      rows = YAML.load_file(File.join(__dir__, "rails.yml")).transform_values do |code|
        object, options = module_eval("[#{code}]") # rubocop:disable Style/EvalWithLocation
        proc { object.to_json(options) }
      end
      { **rows, **ACTIONS.to_h { |action, title| ["render json: #{title}", proc { Requests.render(action) }] },
        **ACTIONS.to_h { |action, title| ["whole application: #{title}", proc { Requests.get(action) }] } }
    end

    # The rows of writers other than to_json: with the option rails, or as a program does it
    # with json.
    def writers(encoder)
      { "200 Times" => Array.new(200) { |i| Time.at(1_700_000_000 + i, i, :millisecond).utc },
        "200 TimeWithZone" => Array.new(200) { |i| zone.at(1_700_000_000 + i) } }.flat_map do |name, times|
        calls = encoder == "jacinth" ? with_option(times) : without_option(times)
        calls.map { |writer, call| ["#{name}, #{writer}", call] }
      end.to_h
    end

    def with_option(times)
      coder = JSON::Coder.new(rails: true)
      type = Jacinth::Type.any(rails: true)
      { "generate" => proc { JSON.generate(times, rails: true) }, "Coder" => proc { coder.dump(times) },
        "T.any" => proc { type.dump(times) },
        "Writer" => proc { Jacinth::Writer.new(rails: true).array { |w| times.each { |time| w << time } }.close } }
    end

    def without_option(times)
      coder = JSON::Coder.new { |object, _| object.as_json }
      { "generate" => proc { JSON.generate(times.as_json) }, "Coder" => proc { coder.dump(times) },
        "T.any" => proc { times.to_json }, "Writer" => proc { "[#{times.map(&:to_json).join(",")}]" } }
    end

    def people = Person.order(:id)

    def orders = Order.order(:id)

    def selected = people.select(:id, :name, :email, :created_at)

    def joined = orders.joins(:person).select("orders.id, orders.title, people.name AS person_name")

    # An object whose to_json is a template of jbuilder.
    def template(records, *names)
      Object.new.tap do |object|
        object.define_singleton_method(:to_json) { |*| Jbuilder.encode { |json| json.array!(records, *names) } }
      end
    end

    def zone = ActiveSupport::TimeZone["Eastern Time (US & Canada)"]

    def hashes(times: false)
      Array.new(100) do |i|
        row = fields(i)
        4.times { |n| row["at#{n}"] = zone.at(1_700_000_000 + (i * 86_400) + n + 0.125) } if times
        row
      end
    end

    def fields(i)
      { "id" => i, "name" => "Person number #{i}", "email" => "person#{i}@example.com", "active" => i.even?,
        "score" => i * 1.25, "age" => 20 + (i % 50), "city" => "Springfield", "country" => "US",
        "zip" => format("%05d", i), "bio" => "Likes <b>bold</b> text & long walks", "manager" => nil, "admin" => false,
        "points" => 12_345 * i, "role" => "member", "team" => "Research and development", "rate" => 3.25,
        "token" => "x" * 40, "visits" => 0, "locale" => "en-US", "tags" => %w[a b] }
    end
  end

  # A Rails application in this process.
  module Requests
    module_function

    def get(action) = body(Rails.application.call(environment(action)))

    def render(action) = body(RowsController.action(action).call(environment(action)))

    def environment(action) = Rack::MockRequest.env_for("/#{action}")

    def body(response)
      status, _, body = response
      text = +""
      body.each { |part| text << part }
      body.close if body.respond_to?(:close)
      raise "status #{status}: #{text[0, 200]}" unless status == 200

      text
    end

    def start(encoder)
      app = application(encoder)
      controllers
      app.initialize!
      Oj.optimize_rails if encoder == "oj" # as an initializer would
      Models.create
    end

    def application(encoder) # rubocop:disable Metrics/AbcSize
      Class.new(Rails::Application) do
        config.load_defaults("#{Rails::VERSION::MAJOR}.#{Rails::VERSION::MINOR}")
        config.root = __dir__
        config.eager_load = config.api_only = true
        config.enable_reloading = false if config.respond_to?(:enable_reloading=)
        config.hosts.clear
        config.logger = Logger.new(nil)
        config.log_level = :fatal
        config.secret_key_base = "only for the benchmark"
        config.active_record.migration_error = false
        config.time_zone = "Eastern Time (US & Canada)"
        config.jacinth.encoder = true if encoder == "jacinth"
        routes.append { Rows::ACTIONS.each_key { |action| get action.to_s, to: "rows##{action}" } }
      end
    end

    def controllers
      rows = Rows.hashes(times: true)
      Object.const_set(:RowsController, Class.new(ActionController::API) do
        define_method(:hashes) { render json: rows }
        define_method(:small) { render json: Rows::SMALL }
        define_method(:people) { render json: Person.order(:id) }
        define_method(:orders) { render json: Order.order(:id) }
        define_method(:selected) { render json: Rows.selected }
        define_method(:joined) { render json: Rows.joined }
      end)
    end
  end

  module_function

  # In the process of one encoder: what a call of each row takes, and what its text is known by.
  def work(encoder)
    prepare(encoder)
    TURNS.work({ **Rows.all, **Rows.writers(encoder) })
  end

  def prepare(encoder)
    ENV["DATABASE_URL"] = "sqlite3::memory:?pool=1"
    %w[logger rails action_controller/railtie active_record/railtie jbuilder].each { |file| require file }
    require_relative "../tools/checkout"
    Checkout.use
    require({ "jacinth" => "jacinth/rails", "oj" => "oj" }.fetch(encoder, "json"))
    Requests.start(encoder)
  end

  def table
    versions = "Active Support #{Gem.loaded_specs.fetch("activesupport").version}, #{RUBY_DESCRIPTION}"
    TURNS.table(versions, ["own", "jacinth/rails", "Oj", "own / jacinth", "Oj / jacinth"])
  end
end

ARGV.empty? ? RailsBench.table : RailsBench.work(ARGV.fetch(0))
