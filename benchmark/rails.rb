# frozen_string_literal: true

# Active Support's to_json by its own encoder on the json gem, by jacinth/rails,
# and by Oj.optimize_rails, each in a process of its own with the gems of
# test/rails/gemfiles:
#
#     rake bench:rails [RELEASE=8.1]
#
# The bytes of the first two are compared before times are shown; Oj cuts
# floats. A time is the least of several batches.
module RailsBench
  ENCODERS = %w[own jacinth oj].freeze
  BATCHES = 15
  BATCH_SECONDS = 0.05

  # What is written: name => [object, options].
  module Rows
    module_function

    def all
      {
        "100 hashes of 20 fields" => [hashes],
        "the same, 4 TimeWithZone each" => [hashes(times: true)],
        "the same, as render json: calls it" => [hashes(times: true), { status: 200, prefixes: ["rows"] }],
        "one small hash" => [{ id: 1, name: "<b>", ok: true }],
        "one hash with a time" => [{ id: 1, at: zone.at(1_700_000_000.123) }],
        "100 Active Record models of 15 columns" => [models],
        "their relation" => [Object.const_get(:Person).all.load]
      }
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
      {
        "id" => i, "name" => "Person number #{i}", "email" => "person#{i}@example.com", "active" => i.even?,
        "score" => i * 1.25, "age" => 20 + (i % 50), "city" => "Springfield", "country" => "US",
        "zip" => format("%05d", i), "bio" => "Likes <b>bold</b> text & long walks", "manager" => nil, "admin" => false,
        "points" => 12_345 * i, "role" => "member", "team" => "Research and development", "rate" => 3.25,
        "token" => "x" * 40, "visits" => 0, "locale" => "en-US", "tags" => %w[a b]
      }
    end

    def models
      connect
      Object.const_set(:Person, Class.new(ActiveRecord::Base))
      names = Person.column_names - ["id"]
      100.times do |i|
        moment = zone.at(1_700_000_000 + (i * 86_400))
        Person.create!(fields(i).slice(*names).merge("created_at" => moment, "updated_at" => moment))
      end
      Person.order(:id).to_a
    end

    def connect
      ActiveRecord::Base.establish_connection(adapter: "sqlite3", database: ":memory:")
      ActiveRecord::Base.time_zone_aware_attributes = true
      Time.zone = zone
      ActiveRecord::Base.connection.create_table(:people) do |t|
        %i[name email city country role token].each { |name| t.string name }
        t.text :bio
        %i[age points visits].each { |name| t.integer name }
        t.boolean :active
        t.float :score
        t.timestamps
      end
    end
  end

  module_function

  # In the process of one encoder: a line for each row.
  def work(encoder)
    prepare(encoder)
    Rows.all.each do |name, (object, options)|
      text = object.to_json(options)
      puts [name, least { object.to_json(options) }, text.bytesize, text.sum(64)].join("\t")
    end
  end

  def prepare(encoder)
    require "active_support/all"
    require "active_record"
    case encoder
    when "jacinth"
      require_relative "../tools/checkout"
      $LOAD_PATH.unshift(*Checkout.load_path)
      require "jacinth/rails"
    when "oj"
      require "oj"
      Oj.optimize_rails
    end
  end

  # Seconds for a call.
  def least(&)
    calls = 1
    calls *= 2 while batch(calls, &) < BATCH_SECONDS
    Array.new(BATCHES) { batch(calls, &) }.min / calls
  end

  def batch(calls, &)
    GC.start
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    calls.times(&)
    Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end

  def table
    columns = ENCODERS.to_h { |encoder| [encoder, measure(encoder)] }
    puts "Active Support #{Gem.loaded_specs.fetch('activesupport').version}, #{RUBY_DESCRIPTION}", ""
    puts "| us a call | own | jacinth/rails | Oj | own / jacinth | Oj / jacinth |", "|---|---|---|---|---|---|"
    columns.fetch("own").each do |name, (own, text)|
      ours, our_text = columns.fetch("jacinth").fetch(name)
      abort "#{name}: not the same bytes" unless text == our_text
      oj, = columns.fetch("oj").fetch(name)
      times = [own, ours, oj].map { |seconds| seconds * 1e6 }
      puts format("| %s | %.1f | %.1f | %.1f | %.2f | %.2f |", name, *times, own / ours, oj / ours)
    end
  end

  def measure(encoder)
    command = [RbConfig.ruby, *(["--yjit"] if ENV["YJIT"]), "-W0", __FILE__, encoder]
    IO.popen(command, &:read).lines(chomp: true).to_h do |line|
      name, seconds, *text = line.split("\t")
      [name, [Float(seconds), text]]
    end
  end
end

ARGV.empty? ? RailsBench.table : RailsBench.work(ARGV.fetch(0))
