# frozen_string_literal: true

# A Rails application in one file, whose JSON is Jacinth's: a list of people,
# kept in memory.
#
#     ruby examples/rails/app.rb [PORT]
#     curl http://127.0.0.1:3000/people
#     curl -H 'Content-Type: application/json' -d '{"person":{"name":"Ada"}}' http://127.0.0.1:3000/people
unless ENV["BUNDLE_GEMFILE"]
  require "bundler/inline"
  gemfile do
    source "https://rubygems.org"
    gem "jacinth", path: File.expand_path("../..", __dir__), require: false
    gem "puma"
    gem "rails"
    gem "sqlite3"
  end
end

ENV["DATABASE_URL"] ||= "sqlite3::memory:?pool=1"
require "logger"
require "rails"
require "action_controller/railtie"
require "active_record/railtie"
require "jacinth/rails" # in a Gemfile: gem "jacinth", require: "jacinth/rails"

# rubocop:disable Style/OneClassPerFile -- all of it in one file is the point
class SampleApp < Rails::Application
  config.root = __dir__
  config.load_defaults "#{Rails::VERSION::MAJOR}.#{Rails::VERSION::MINOR}"
  config.eager_load = true
  config.hosts.clear
  config.logger = Logger.new($stderr)
  config.log_level = :fatal
  config.secret_key_base = "only for this example"
  config.session_store :cookie_store, key: "sample"
  config.action_dispatch.cookies_serializer = :json
  config.action_dispatch.show_exceptions = :all
  config.time_zone = "Eastern Time (US & Canada)"
  config.jacinth.encoder = true

  routes.append do
    resources :people, only: %i[index show create]
    post "echo", to: "samples#echo"
    get "hash", to: "samples#plain"
    get "script", to: "samples#script"
    get "visits", to: "samples#visits"
  end
end

SampleApp.initialize!

ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table :people do |t|
    t.string :name, null: false
    t.decimal :balance, precision: 10, scale: 2
    t.json :settings
    t.timestamps
  end
end

class Person < ActiveRecord::Base
  validates :name, presence: true
end

class PeopleController < ActionController::API
  rescue_from(ActiveRecord::RecordNotFound) { render json: { error: "not found" }, status: :not_found }

  # A relation, or with ?array an Array of models.
  def index
    people = Person.order(:id)
    render json: params.key?(:array) ? people.to_a : people
  end

  def show
    render json: Person.find(params[:id]), except: :updated_at
  end

  def create
    person = Person.new(params.require(:person).permit(:name, :balance, settings: {}))
    if person.save
      render json: person, status: :created
    else
      render json: { errors: person.errors }, status: :unprocessable_entity
    end
  end
end

class SamplesController < ActionController::API
  include ActionController::Cookies

  wrap_parameters false

  # What was sent, as parsed.
  def echo
    render json: request.request_parameters
  end

  def plain
    render json: { html: "</script>", at: Time.zone.at(0), "list" => [1, 2.5, nil, :symbol], range: 1..2 }
  end

  # What a page has inside of <script>: escaped, whatever render json: does.
  def script
    render html: "<script>data = #{ActiveSupport::JSON.encode({ text: '</script>' })}</script>".html_safe
  end

  # Counts in a signed cookie, whose text is JSON.
  def visits
    seen = cookies.signed[:visits] || { "count" => 0 }
    cookies.signed[:visits] = { value: { "count" => seen["count"] + 1 } }
    render json: cookies.signed[:visits]
  end
end

# rubocop:enable Style/OneClassPerFile
moment = Time.utc(2026, 1, 2, 3, 4, 5.5r)
times = { created_at: moment, updated_at: moment }
Person.create!(name: "Ada <ada@example.com>", balance: 12.5, settings: { "tags" => ["a&b"] }, **times)
Person.create!(name: "Grace", **times)
ActiveRecord::Base.connection_handler.clear_active_connections! # the pool has one, and so one memory

if $PROGRAM_NAME == __FILE__
  require "puma"
  require "puma/launcher"
  configuration = Puma::Configuration.new do |config|
    config.bind "tcp://127.0.0.1:#{ARGV.fetch(0, '3000')}"
    config.threads 1, 3
    config.app SampleApp
  end
  Puma::Launcher.new(configuration).run
end
