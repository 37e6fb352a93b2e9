# frozen_string_literal: true

# What Rails renders as JSON by Active Support's own encoder on the json gem, by
# jacinth/rails, and by Oj.optimize_rails, each in processes of its own with the
# gems of test/rails/gemfiles:
#
#     rake bench:rails [RELEASE=8.1] [YJIT=1] [ROUNDS=5] [ROWS=regexp]
#
# The rows are calls of to_json, a controller's render json: from the Rack
# environment to the body, and the same through the application with all of its
# middleware. The bytes of the first two encoders are compared before times are
# shown; Oj cuts floats. The encoders take turns for each row, and a time is the
# least processor time of all rounds' batches.
module RailsBench
  ENCODERS = %w[own jacinth oj].freeze
  BATCHES = 3
  BATCH_SECONDS = 0.01

  # What is written: name => a call that returns the text.
  module Rows
    module_function

    def all = calls.merge(requests)

    def calls
      objects.transform_values { |object, options| proc { object.to_json(options) } }
    end

    def requests
      actions = { hashes: "100 hashes with times", people: "100 Active Record rows", small: "one small hash" }
      actions.to_h { |action, title| ["render json: #{title}", proc { Requests.render(action) }] }
             .merge(actions.to_h { |action, title| ["whole application: #{title}", proc { Requests.get(action) }] })
    end

    def objects
      people = Object.const_get(:Person).order(:id).to_a
      {
        "100 hashes of 20 fields" => [hashes],
        "the same, 4 TimeWithZone each" => [hashes(times: true)],
        "the same, as render json: calls it" => [hashes(times: true), RENDER],
        "100 Active Record models of 15 columns" => [people],
        "their relation" => [Object.const_get(:Person).order(:id).load],
        "the same, as render json: calls it " => [Object.const_get(:Person).order(:id).load, RENDER],
        "three models" => [people.first(3)],
        "three models, only:" => [people.first(3), { only: %i[id name created_at] }],
        "one model" => [people.first],
        "one model, only:" => [people.first, { only: %i[id name created_at] }]
      }.merge(small)
    end

    def small
      {
        "one small hash" => [SMALL],
        "one small hash, as render json: calls it" => [SMALL, RENDER],
        "one small hash, only:" => [SMALL, { only: %i[id name] }],
        "one hash with a TimeWithZone" => [{ id: 1, at: zone.at(1_700_000_000.123) }],
        "one hash with two" => [{ id: 1, at: zone.at(1_700_000_000.123), to: zone.at(1_700_000_001) }],
        "one hash with a Time" => [{ id: 1, at: Time.at(1_700_000_000.123).utc }],
        "one TimeWithZone" => [zone.at(1_700_000_000.123)],
        "one hash with a Date and a BigDecimal" => [{ on: Date.new(2026, 1, 2), price: BigDecimal("12.50") }],
        "a String" => ["Likes <b>bold</b> text & long walks"]
      }
    end

    SMALL = { id: 1, name: "<b>", ok: true }.freeze
    # As a controller's renderer calls to_json.
    RENDER = { status: 200, prefixes: ["rows"], template: "index" }.freeze

    def zone = ActiveSupport::TimeZone["Eastern Time (US & Canada)"]

    def hashes(times: false)
      Array.new(100) do |i|
        row = fields(i)
        4.times { |n| row["at#{n}"] = zone.at(1_700_000_000 + (i * 86_400) + n + 0.125) } if times
        row
      end
    end

    def fields(i)
      {
        "id" => i, "name" => "Person number #{i}", "email" => "person#{i}@example.com", "active" => i.even?,
        "score" => i * 1.25, "age" => 20 + (i % 50), "city" => "Springfield", "country" => "US",
        "zip" => format("%05d", i), "bio" => "Likes <b>bold</b> text & long walks", "manager" => nil, "admin" => false,
        "points" => 12_345 * i, "role" => "member", "team" => "Research and development", "rate" => 3.25,
        "token" => "x" * 40, "visits" => 0, "locale" => "en-US", "tags" => %w[a b]
      }
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
      connect
      fill
    end

    def application(encoder) # rubocop:disable Metrics/AbcSize
      Class.new(Rails::Application) do
        config.load_defaults("#{Rails::VERSION::MAJOR}.#{Rails::VERSION::MINOR}")
        config.root = __dir__
        config.eager_load = true
        config.api_only = true
        config.enable_reloading = false if config.respond_to?(:enable_reloading=)
        config.hosts.clear
        config.logger = Logger.new(nil)
        config.log_level = :fatal
        config.secret_key_base = "only for the benchmark"
        config.active_record.migration_error = false
        config.time_zone = "Eastern Time (US & Canada)"
        config.jacinth.encoder = true if encoder == "jacinth"
        routes.append do
          get "hashes", to: "rows#hashes"
          get "small", to: "rows#small"
          get "people", to: "rows#people"
        end
      end
    end

    def controllers
      rows = Rows.hashes(times: true)
      Object.const_set(:RowsController, Class.new(ActionController::API) do
        define_method(:hashes) { render json: rows }
        define_method(:small) { render json: Rows::SMALL }
        define_method(:people) { render json: Person.order(:id) }
      end)
      Object.const_set(:Person, Class.new(ActiveRecord::Base))
    end

    def connect
      ActiveRecord::Base.connection.create_table(:people) do |t|
        %i[name email city country role token].each { |name| t.string name }
        t.text :bio
        %i[age points visits].each { |name| t.integer name }
        t.boolean :active
        t.float :score
        t.timestamps
      end
    end

    def fill
      person = Object.const_get(:Person)
      names = person.column_names - ["id"]
      100.times do |i|
        moment = Rows.zone.at(1_700_000_000 + (i * 86_400))
        person.create!(Rows.fields(i).slice(*names).merge("created_at" => moment, "updated_at" => moment))
      end
    end
  end

  module_function

  # In the process of one encoder: answers each row's name that it reads with
  # what a call takes, and what the text is known by.
  def work(encoder)
    $stdout.sync = true
    prepare(encoder)
    rows = Rows.all
    calls = {}
    puts rows.keys.join("\t")
    $stdin.each_line(chomp: true) do |name|
      call = rows.fetch(name)
      text = call.call
      calls[name] ||= enough(&call)
      puts [least(calls[name], &call), text.bytesize, text.sum(64)].join("\t")
    end
  end

  def prepare(encoder)
    ENV["DATABASE_URL"] = "sqlite3::memory:?pool=1"
    require "logger"
    require "rails"
    require "action_controller/railtie"
    require "active_record/railtie"
    case encoder
    when "jacinth"
      require_relative "../tools/checkout"
      $LOAD_PATH.unshift(*Checkout.load_path)
      require "jacinth/rails"
    when "oj"
      require "oj"
    end
    Requests.start(encoder)
  end

  # How many calls make a batch.
  def enough(&)
    calls = 1
    calls *= 2 while batch(calls, &) < BATCH_SECONDS
    calls
  end

  # Seconds for a call.
  def least(calls, &)
    GC.start
    Array.new(BATCHES) { batch(calls, &) }.min / calls
  end

  # Seconds that this process computes, whatever else the machine does.
  def batch(calls, &)
    start = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID)
    calls.times(&)
    Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID) - start
  end

  def table
    workers = ENCODERS.map { |encoder| worker(encoder) }
    names = workers.map { |worker| answer(worker) }.first
    yjit = " --yjit" if ENV["YJIT"]
    puts "Active Support #{Gem.loaded_specs.fetch('activesupport').version}, #{RUBY_DESCRIPTION}#{yjit}", ""
    puts "| us a call | own | jacinth/rails | Oj | own / jacinth | Oj / jacinth |", "|---|---|---|---|---|---|"
    names.grep(Regexp.new(ENV.fetch("ROWS", ""))).each { |name| puts line(name, workers) }
    workers.each(&:close)
  end

  def worker(encoder)
    IO.popen([RbConfig.ruby, *(["--yjit"] if ENV["YJIT"]), "-W0", __FILE__, encoder], "r+").tap { |io| io.sync = true }
  end

  def answer(worker) = worker.gets&.chomp&.split("\t") || abort("a process of the benchmark failed")

  def line(name, workers)
    rounds = Array.new(Integer(ENV.fetch("ROUNDS", "5"))) do
      workers.map { |worker| worker.puts(name) || answer(worker) }
    end
    texts = rounds.flat_map { |own, ours, _| [own.drop(1), ours.drop(1)] }
    abort "#{name}: not the same bytes" unless texts.uniq.one?
    own, ours, oj = rounds.transpose.map { |answers| answers.map { |seconds, *| Float(seconds) }.min * 1e6 }
    format("| %s | %.1f | %.1f | %.1f | %.2f | %.2f |", name, own, ours, oj, own / ours, oj / ours)
  end
end

ARGV.empty? ? RailsBench.table : RailsBench.work(ARGV.fetch(0))
