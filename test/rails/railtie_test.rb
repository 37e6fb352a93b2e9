# frozen_string_literal: true

require_relative "../test_helper"
require "active_support"
require "fileutils"
require "tmpdir"

# jacinth/rails in applications, each in a process of its own: settings, load
# orders, classes that are loaded anew, forks, Oj, and who else writes JSON.
class RailtieTest < Minitest::Test
  # An application: what stands in its class, what comes after initialize!.
  def app!(rest, **options)
    ran = app_run(rest, args: ["-W0"], **options)

    assert_predicate ran, :success?, "#{ran.stderr}\n#{ran.stdout}"
    ran.stdout
  end

  def app_run(rest, config: "", before: 'require "jacinth/rails"', folder: nil, args: ["-W1"])
    run_ruby(<<~RUBY, args: args, argv: [folder].compact)
      require "rails"
      #{before}
      class App < Rails::Application
        config.eager_load = false
        config.logger = Logger.new(nil)
        config.secret_key_base = "secret"
        config.root = ARGV.fetch(0, #{__dir__.dump})
        # its default is deprecated
        config.active_support.cache_format_version = 7.1 if ActiveSupport::VERSION::STRING.start_with?("7.1.")
        #{config}
      end
      App.initialize!
      #{rest}
    RUBY
  end

  ENCODER = "p ActiveSupport.json_encoder"
  OURS = "Jacinth::OnRails::Encoder\n"

  BEFORE = {
    "after rails" => 'require "jacinth/rails"',
    "after all of rails" => 'require "active_support/all"; require "action_controller/railtie"; require "jacinth/rails"'
  }.freeze

  BEFORE.each do |name, before|
    define_method("test_the_encoder_is_installed_if_required_#{name}") { assert_equal OURS, app!(ENCODER, before: before) }
  end

  def test_the_encoder_is_installed_if_required_before_rails
    assert_equal "#{OURS}true\n", ruby!(<<~RUBY, args: ["-W0"])
      require "jacinth/rails"
      require "rails"
      class App < Rails::Application
        config.eager_load = false
        config.jacinth.encoder = true
      end
      App.initialize!
      #{ENCODER}
      p defined?(Jacinth::OnRails::Railtie) && App.config.jacinth.models
    RUBY
  end

  def test_the_settings_switch_encoder_and_models
    own = app!("#{ENCODER}; p JSON", config: "config.jacinth.encoder = false")

    assert_match(/\AActiveSupport::JSON::Encoding::JSONGem(Coder)?Encoder\nJSON\n\z/, own)
    assert_equal "true\ntrue\n", app!("p App.config.jacinth.encoder, App.config.jacinth.models")
    assert_equal "nil\n", app!('require "active_record"; p Jacinth::OnRails.models? || nil', config: "config.jacinth.models = false")
    assert_equal "true\n", app!('require "active_record"; ActiveRecord::Base; p Jacinth::OnRails.models?')
  end

  def test_eager_loading_loads_what_is_otherwise_loaded_later
    left = "p Jacinth.constants.any? { |name| Jacinth.autoload?(name) }"
    before = 'require "action_controller/railtie"; require "jacinth/rails"'

    assert_equal "false\n", app!(left, config: "config.eager_load = true", before: before)
    assert_equal "#{RUBY_VERSION.to_f >= 3.4}\n", app!(left)
  end

  def test_an_unknown_setting_is_an_error
    assert_match(/unknown setting config\.jacinth\.encodr \(expected encoder or models\) \(ArgumentError\)/,
                 app_run("", config: "config.jacinth.encodr = false").stderr)
  end

  # Active Support's initializer writes its settings before ours.
  def test_settings_of_active_support_are_followed
    rest = 'p({ at: Time.at(0).utc, a: "<" }.to_json)'
    config = <<~RUBY
      config.active_support.time_precision = 0
      config.active_support.escape_html_entities_in_json = false
    RUBY

    assert_equal '"{\"at\":\"1970-01-01T00:00:00Z\",\"a\":\"<\"}"', app!(rest, config: config).chomp
  end

  def test_an_encoder_that_the_application_names_stays
    other = <<~RUBY
      config.active_support.json_encoder = Class.new do
        def initialize(*) = nil
        def encode(*) = "other"
      end
    RUBY

    assert_equal "other\n", app!("puts [1].to_json", config: other)
  end

  # A model's class is loaded anew, with other methods; nothing of ours keeps
  # the old ones.
  def test_reloaded_classes_are_written_by_their_new_methods
    Dir.mktmpdir do |folder|
      models = File.join(folder, "app", "models")
      FileUtils.mkdir_p(models)
      out = app!(<<~RUBY, folder: folder, config: "config.enable_reloading = true", before: <<~BEFORE)
        path = #{File.join(models, 'thing.rb').dump}
        ActiveRecord::Base.connection.create_table(:things) { |t| t.string :name }
        ActiveRecord::Base.connection.execute("INSERT INTO things (name) VALUES ('a')")
        bodies = ["", "def as_json(*) = 'own'", "", "def name = super.upcase", "def serializable_hash(*) = { 'h' => 1 }", ""]
        seen = []
        old = ObjectSpace::WeakMap.new
        write = lambda do |body, i|
          File.write(path, "class Thing < ActiveRecord::Base\n\#{body}\nend\n")
          File.utime(Time.now + i, Time.now + i, path)
          Rails.application.reloader.reload!
        end
        ask = lambda do |i|
          old[Thing] = i
          [[Thing.first, Thing.all, { "t" => Thing.first }].to_json, Thing.coder, Point.new(1).to_json].uniq
        end
        16.times do |i|
          write.call(bodies[i % bodies.size] + "\ndef self.coder = Jacinth::Coder.new { |o| o.as_json }.dump([first])", i)
          seen << ask.call(i)
        end
        Rails.application.reloader.reload!
        200.times { { "k" => 1 }.to_json }
        10.times { GC.start }
        puts seen.first(bodies.size).map(&:first), old.size
      RUBY
        require "active_record/railtie"
        ENV["DATABASE_URL"] = "sqlite3:#{File.join(folder, 'things')}"
        require "jacinth/rails"
        Point = Struct.new(:x)
      BEFORE
      *texts, kept = out.lines(chomp: true)
      record = ->(one) { "[#{one},[#{one}],{\"t\":#{one}}]" }
      plain = record.call('{"id":1,"name":"a"}')

      assert_equal [plain, record.call('"own"'), plain, record.call('{"id":1,"name":"A"}'), record.call('{"h":1}'), plain], texts
      # YJIT keeps the classes that it has compiled code for, as it does without Jacinth.
      assert_operator Integer(kept), :<=, 4 unless defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?
    end
  end

  # As Spring does: the application is loaded, and each command is a fork, which
  # may change what the parent has.
  def test_forked_processes_write_the_same
    skip "no fork" unless Process.respond_to?(:fork)
    assert_equal "ok\n", app!(<<~RUBY)
      Point = Struct.new(:x, :at)
      Plain = Class.new { def initialize = @a = 1 }
      data = [Point.new(1, Time.at(0).utc), { "html" => "<", zone: ActiveSupport::TimeZone["Tokyo"].at(0) }, Plain.new]
      expected = data.to_json
      given = Array.new(3) do |i|
        read, write = IO.pipe
        fork do
          class Point
            def as_json(*) = "child"
          end
          settings = ActiveSupport::JSON::Encoding
          settings.time_precision = i
          threads = Array.new(3) { Thread.new { Array.new(50) { data.to_json }.uniq } }.flat_map(&:value)
          write.write(threads.uniq.join("|"))
          exit! 0
        end
        write.close
        abort "parent" unless data.to_json == expected
        read.read
      end
      Process.waitall
      times = ["09:00:00+", "09:00:00.0+", "09:00:00.00+"]
      given.each_with_index do |text, i|
        right = text.start_with?('["child",') && text.include?(times[i]) && !text.include?("|")
        abort text unless right
      end
      puts data.to_json == expected ? "ok" : "changed"
    RUBY
  end

  # The later one is the encoder.
  def test_the_encoder_installed_last_is_used_beside_oj
    before = 'require "oj"; require "active_support/json"; Oj.optimize_rails; require "jacinth/rails"'
    sample = 'puts [1.5, "<", Time.at(0).utc, { a: nil }].to_json'
    text = "[1.5,\"\\u003c\",\"1970-01-01T00:00:00.000Z\",{\"a\":null}]\n"

    assert_equal OURS + text, app!("#{ENCODER}; #{sample}", before: before)
    before = 'require "oj"; require "jacinth/rails"'

    assert_equal "Oj::Rails::Encoder\n#{text}", app!("Oj.optimize_rails; #{ENCODER}; #{sample}", before: before)
    again = "Oj.optimize_rails; Jacinth::OnRails.install"

    assert_equal OURS + text, app!("#{again}; #{ENCODER}; #{sample}", before: before)
  end

  # As oj_serializers does, a library that is loaded after the initializers.
  def test_an_encoder_set_later_by_a_library_warns_once
    Dir.mktmpdir do |folder|
      path = File.join(folder, "late.rb")
      File.write(path, "require 'oj'\n\nOj.optimize_rails\n")
      own = File.join(folder, "own.rb")
      encoder = "Class.new { def initialize(...) = nil }"
      File.write(own, "ActiveSupport.json_encoder = #{encoder}\nActiveSupport::JSON::Encoding.json_encoder = #{encoder}\n")
      { path => [3, "Oj::Rails::Encoder"], own => [1, "#<Class:"] }.each do |file, (line, name)|
        ran = app_run("2.times { load #{file.dump} }")

        assert_equal 1, ran.stderr.lines.size, ran.stderr
        assert ran.stderr.start_with?("jacinth: #{file}:#{line} has replaced Jacinth's JSON encoder by #{name}"), ran.stderr
        assert_empty app_run("load #{file.dump}", config: "config.jacinth.encoder = false").stderr
      end
      quiet = "Jacinth::OnRails.uninstall; Jacinth::OnRails.install; ActiveSupport.json_encoder = Jacinth::OnRails::Encoder"

      assert_empty app_run(quiet).stderr
    end
  end

  # JSON's own methods: mimic_JSON writes over those of the module that JSON is.
  def test_mimic_json_of_oj_does_no_harm
    sample = 'puts [1.5, "<", Object.new.tap { |o| o.instance_variable_set(:@a, 1..2) }].to_json, ActiveSupport::JSON.decode("[1,null]").inspect'
    text = "[1.5,\"\\u003c\",{\"a\":\"1..2\"}]\n[1, nil]\n"

    assert_equal OURS + text, app!("#{ENCODER}; #{sample}", before: 'require "oj"; Oj.mimic_JSON; require "jacinth/rails"')
    assert_equal OURS + text, app!("Oj.mimic_JSON; #{ENCODER}; #{sample}", before: 'require "oj"; require "jacinth/rails"')
  end

  def test_a_gemfile_can_require_it
    Dir.mktmpdir do |folder|
      gemfile = File.join(folder, "Gemfile")
      File.write(gemfile, <<~RUBY)
        eval_gemfile #{ENV.fetch('BUNDLE_GEMFILE').dump}
        gem "jacinth", path: #{Checkout::ROOT.dump}, require: "jacinth/rails"
      RUBY
      FileUtils.cp("#{ENV.fetch('BUNDLE_GEMFILE')}.lock", "#{gemfile}.lock")
      out = ruby!(<<~RUBY, args: ["-W0"], env: { "BUNDLE_GEMFILE" => gemfile })
        require "bundler/setup"
        require "rails"
        Bundler.require
        class App < Rails::Application
          config.eager_load = false
          config.jacinth.models = false
        end
        App.initialize!
        #{ENCODER}
      RUBY

      assert_equal OURS, out
    end
  end

  # Each user of JSON within Rails: name => code. It runs twice, the second
  # time with what counts calls of Jacinth's encoder and parser.
  USERS = {
    "ActiveSupport::JSON" => 'ActiveSupport::JSON.decode(ActiveSupport::JSON.encode({ "a" => ["<", 1.5] }))',
    "a message verifier" => 'v = ActiveSupport::MessageVerifier.new("s" * 32, serializer: :json); v.verify(v.generate({ "a" => 1 }))',
    "a message encryptor" =>
      'v = ActiveSupport::MessageEncryptor.new("s" * 32, serializer: :json); v.decrypt_and_verify(v.encrypt_and_sign(["<"]))',
    "a cache with a serializer" => <<~RUBY,
      cache = ActiveSupport::Cache::FileStore.new(ARGV.fetch(0), serializer: ActiveSupport::JSON)
      cache.write("k", { "a" => [1, "<"] })
      cache.read("k")
    RUBY
    "a JSON column" => <<~RUBY,
      type = ActiveRecord::Type::Json.new
      type.deserialize(type.serialize({ "a" => [1, "<", nil] }))
    RUBY
    "serialize with coder: JSON" => <<~RUBY
      coder = ActiveRecord::Type::Serialized.new(ActiveRecord::Type::Text.new, #{ActiveSupport.gem_version < Gem::Version.new('8.1') ? 'ActiveRecord::Coders::JSON' : 'ActiveRecord::Coders::JSON.new'})
      coder.deserialize(coder.serialize({ "a" => 1.5 }))
    RUBY
  }.freeze

  USERS.each do |name, code|
    define_method("test_#{name.tr(' :', '_')}") do
      Dir.mktmpdir do |folder|
        assert_equal "true\ntrue\ntrue\n", app!(<<~RUBY, folder: folder, before: <<~BEFORE)
          def ask = begin
            #{code}
          end
          ActiveSupport.json_encoder = Jacinth::OnRails::Encoder
          $encoded = $parsed = 0
          Jacinth::OnRails::Encoder.prepend(Module.new { def encode(...) = ($encoded += 1) && super })
          Jacinth.singleton_class.prepend(Module.new { def parse(...) = ($parsed += 1) && super })
          ours = ask
          counted = [$encoded, $parsed]
          Jacinth::OnRails.uninstall
          p ours == ask, counted.first.positive?, counted.last.positive?
        RUBY
          ENV["DATABASE_URL"] = "sqlite3::memory:"
          require "active_record/railtie"
          require "jacinth/rails"
        BEFORE
      end
    end
  end
end
