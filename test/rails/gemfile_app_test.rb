# frozen_string_literal: true

require_relative "../test_helper"
require_relative "json3_workaround"
require "active_support"
require "fileutils"
require "tmpdir"

# An application with Jacinth in its Gemfile, by each require: what its requests,
# jobs, caches and JSON columns give is, to the byte, what they give with json 3.1.
class GemfileAppTest < Minitest::Test
  # Printed at the end: a line for each request, job, entry and column.
  APP = <<~'RUBY'
    require "bundler/setup"
    require "rails"
    %w[active_record action_controller active_job].each { |name| require "#{name}/railtie" }
    require "json"
    Bundler.require
    # quirks
    class App < Rails::Application
      config.load_defaults ActiveSupport::VERSION::STRING.to_f
      config.eager_load = false
      config.logger = Logger.new(nil)
      config.secret_key_base = "secret" * 8
      config.root = ENV.fetch("APP_FOLDER")
      config.hosts.clear
      config.consider_all_requests_local = false
      config.action_dispatch.show_exceptions = :all
      config.action_dispatch.cookies_serializer = :json
      config.action_dispatch.rescue_responses["JSON::ParserError"] = :unprocessable_entity
      config.active_support.message_serializer = :json
      config.active_job.queue_adapter = :test
      config.time_zone = "Tokyo"
    end
    App.initialize!

    ActiveRecord::Schema.verbose = false
    ActiveRecord::Schema.define do
      create_table(:posts) do |t|
        t.string :title
        t.json :data
        t.decimal :price, precision: 8, scale: 2
        t.text :meta
        t.datetime :published_at
      end
    end
    class Post < ActiveRecord::Base
      store :meta, accessors: [:color], coder: JSON
      validates :title, presence: true
    end
    class Price
      def initialize(cents) = @cents = cents
    end

    class DocumentsController < ActionController::API
      include ActionController::Cookies
      def index = render(json: Post.order(:id))
      def show = render(json: Post.find(params[:id]), only: %i[id title], methods: :color)
      def object = render(json: Price.new(5))
      def objects = render(json: { price: Price.new(5), at: Time.zone.at(0), range: 1..2, html: "</script>&\u2028" })
      def pretty = render(json: JSON.pretty_generate({ "a" => [1, Price] }))
      def create = render(json: Post.create!(params.require(:post).permit(:title, :price, data: {})), status: :created)
      def echo = render(json: request.request_parameters)
      def parse = render(json: JSON.parse(params[:text]))
      def nan = render(json: JSON.generate(Float::NAN))
      def visits
        cookies.signed[:seen] = { "count" => (cookies.signed[:seen] || {}).fetch("count", 0) + 1 }
        render(json: cookies.signed[:seen])
      end
    end
    App.routes.draw do
      %w[index objects object pretty parse nan visits].each { |name| get name => "documents##{name}" }
      get "posts/:id" => "documents#show"
      post "echo" => "documents#echo"
      post "posts" => "documents#create"
    end
    class WriteJob < ActiveJob::Base
      retry_on JSON::ParserError, attempts: 2
      def perform(data) = data.each { |name, value| puts "job #{name} #{value.inspect} #{JSON.generate(value)}" }
    end

    Post.create!(title: "a <b>", data: { "tags" => ["é", 1.5, nil], "deep" => { "n" => 1 } }, price: "12.50", color: "red",
                 published_at: Time.utc(2026, 1, 2, 3, 4, 5.25r))
    Post.create!(title: "two", data: [1, "x"])
    require "rack/mock_request"
    @cookie = nil
    def ask(verb, path, body = nil)
      options = { "CONTENT_TYPE" => "application/json", "HTTP_COOKIE" => @cookie.to_s, "HTTP_ACCEPT" => "application/json" }
      given = Rack::MockRequest.new(App).request(verb, path, body ? { input: body, **options } : options)
      @cookie = Array(given.headers["set-cookie"]).join[/seen=[^;]*/] || @cookie
      puts "#{verb} #{path} #{given.status} #{given.headers["content-type"]} #{given.body}"
    end
    ask "GET", "/index"
    ask "GET", "/posts/1"
    ask "GET", "/posts/99"
    %w[object objects pretty nan visits visits].each { |path| ask "GET", "/#{path}" }
    ask "GET", "/parse?text=%5B1%2C%7B%22a%22%3Anull%7D%5D"
    ask "GET", "/parse?text=%5Bnul%5D"
    ["{\"a\":[1,2.5,{\"b\":null}],\"c\":\"é\"}", "[1,2]", "{", "{\"a\":1,}", "nul", "\"x\"", ""].each { |body| ask "POST", "/echo", body }
    ask "POST", "/posts", '{"post":{"title":"three","price":"0.10","data":{"k":[1,{"x":"<"}]}}}'
    ask "POST", "/posts", '{"post":{"title":""}}'
    post = Post.find_by(title: "three")
    puts "column #{post.data.inspect} #{Post.connection.select_value("SELECT data FROM posts WHERE id = #{post.id}")}"
    puts "store #{Post.first.color} #{Post.connection.select_value("SELECT meta FROM posts WHERE id = 1")}"
    post.data["k"] << Float::MAX
    puts "changed #{post.changed.inspect}", post.to_json, post.as_json.inspect
    puts Post.where("json_extract(data, '$.deep.n') = 1").to_json(include: [], except: :meta)

    WriteJob.perform_later({ "a" => [1, nil, "é"], "b" => { "c" => 1.5 }, "at" => Time.utc(2026) })
    job = WriteJob.queue_adapter.enqueued_jobs.last
    puts "enqueued #{JSON.generate(job["arguments"])}"
    ActiveJob::Base.execute(JSON.parse(JSON.generate(WriteJob.new({ "a" => [1, nil], "sym" => :b }).serialize)))

    caches = { "file" => ActiveSupport::Cache::FileStore.new(File.join(ENV.fetch("APP_FOLDER"), "cache")),
               "memory" => ActiveSupport::Cache::MemoryStore.new }
    caches.each do |name, cache|
      cache.write("key", { "a" => [1, "é", nil], "at" => "2026-01-01" })
      puts "#{name} #{cache.read("key").inspect} #{cache.fetch("none") { JSON.generate([1]) }}"
    end
    errors = caches["memory"]
    errors.write("error", (JSON.parse("[nul]") rescue $!))
    puts "error in a cache #{errors.read("error").class.name} #{errors.read("error").message}"

    verifier = ActiveSupport::MessageVerifier.new("s" * 32, serializer: ActiveSupport::JSON)
    puts "message #{verifier.generate({ "a" => ["<", 1.5] })} #{verifier.verify(verifier.generate([1, nil])).inspect}"
    encrypted = ActiveSupport::MessageEncryptor.new("s" * 32, serializer: JSON)
    signed = ActiveSupport::MessageVerifier.new("s" * 32, serializer: JSON)
    puts "with a purpose #{signed.generate(1, purpose: :post)}"
    puts "encrypted #{encrypted.decrypt_and_verify(encrypted.encrypt_and_sign({ "a" => 1 })).inspect}"
    puts "the json of JSON #{JSON.name} #{JSON.to_json}"
    puts Jacinth.equal?(JSON) if ENV["APP_JACINTH"]
  RUBY

  QUIRKS_HERE = "# quirks"

  # Each line that the application prints, with `require` in its Gemfile, or with
  # json only.
  def run_app(gem, quirks: "")
    Dir.mktmpdir do |folder|
      gemfile = File.join(folder, "Gemfile")
      File.write(gemfile, "eval_gemfile #{ENV.fetch('BUNDLE_GEMFILE').dump}\n#{gem}\n")
      FileUtils.cp("#{ENV.fetch('BUNDLE_GEMFILE')}.lock", "#{gemfile}.lock") if File.file?("#{ENV.fetch('BUNDLE_GEMFILE')}.lock")
      env = { "BUNDLE_GEMFILE" => gemfile, "APP_FOLDER" => folder, "DATABASE_URL" => "sqlite3::memory:", "RAILS_ENV" => "production" }
      ruby!(APP.sub(QUIRKS_HERE) { quirks }, env: env, args: ["-W0"]).lines(chomp: true)
    end
  end

  def expected
    @@expected ||= run_app("", quirks: JSON3_WORKAROUND) # rubocop:disable Style/ClassVars -- each test is an object of its own
  end

  %w[jacinth/json jacinth/rails jacinth].each do |entry|
    define_method("test_responses_are_the_same_with_#{entry}_in_the_Gemfile") do
      drop_in = entry != "jacinth"
      ours = run_app("gem \"jacinth\", path: #{Checkout::ROOT.dump}, require: #{entry.dump}", quirks: drop_in ? "" : JSON3_WORKAROUND)

      assert_operator expected.size, :>, 35
      assert_empty(expected.zip(ours).reject { |one, other| one == other }.map { |pair| pair.join("\n") }.join("\n\n"))
      assert_equal expected.size, ours.size
    end
  end
end
