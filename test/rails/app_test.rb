# frozen_string_literal: true

require_relative "../test_helper"
require "active_support"
require "net/http"
require "open3"
require "rbconfig"
require "tempfile"
require "tmpdir"

# The application of examples/rails, in a server of its own, called over HTTP;
# and its task jacinth:rails:check.
class RailsAppTest < Minitest::Test
  APP = File.join(Checkout::ROOT, "examples", "rails", "app.rb")
  FOLDERS = Checkout.load_path.map { |folder| "-I#{folder}" }.freeze
  TIMES = '"created_at":"2026-01-01T22:04:05.500-05:00"'
  ADA = %({"id":1,"name":"Ada <ada@example.com>","balance":"12.5","settings":{"tags":["a&b"]},#{TIMES}).freeze
  GRACE = %({"id":2,"name":"Grace","balance":null,"settings":null,#{TIMES}).freeze
  UPDATED = ',"updated_at":"2026-01-01T22:04:05.500-05:00"}'
  JSON_TYPE = "application/json; charset=utf-8"
  # From 8.1 on, an application with that release's defaults has no HTML escaped in responses.
  ESCAPED = ActiveSupport.gem_version < Gem::Version.new("8.1.0")

  # One server for all tests, ended when they are.
  class Server
    def self.port = (@port ||= new.start)

    def start
      read, write = IO.pipe
      log = Tempfile.new("server")
      @pid = Process.spawn(RbConfig.ruby, "-W0", *FOLDERS, APP, "0", out: write, err: log.path)
      write.close
      Minitest.after_run { finish }
      while (line = read.gets)
        return Thread.new { read.read } && Integer(Regexp.last_match(1)) if line =~ %r{Listening on http://127\.0\.0\.1:(\d+)}
      end
      raise "no server: #{File.binread(log.path)}"
    end

    private

    def finish
      Process.kill(:TERM, @pid)
      Process.wait(@pid)
    end
  end

  def get(path, headers = {}) = request(Net::HTTP::Get.new(path, headers))

  def post(path, body, type = "application/json")
    request(Net::HTTP::Post.new(path, "Content-Type" => type).tap { |post| post.body = body })
  end

  def request(request) = Net::HTTP.start("127.0.0.1", Server.port) { |http| http.request(request) }

  def assert_response(status, body, response, type = JSON_TYPE)
    assert_equal status, Integer(response.code), response.body
    assert_equal html(body), response.body.dup.force_encoding("UTF-8")
    assert_equal type, response["Content-Type"] if type
  end

  def html(text)
    return text unless ESCAPED

    text.gsub(/[<>&]/) { |character| format('\u%04x', character.ord) }
  end

  def test_a_hash_is_rendered_as_json
    text = '{"html":"</script>","at":"1969-12-31T19:00:00.000-05:00","list":[1,2.5,null,"symbol"],"range":"1..2"}'

    assert_response 200, text, get("/hash")
  end

  def test_models_and_a_relation_are_rendered
    first = [ADA + UPDATED, GRACE + UPDATED].join(",")
    [get("/people"), get("/people?array")].each do |response|
      assert_equal 200, Integer(response.code), response.body
      assert_operator response.body, :start_with?, html("[#{first}")
      assert_equal first.scan('"id":').size, response.body[0, html(first).bytesize + 1].scan('"id":').size
    end
  end

  def test_a_model_is_rendered_with_an_option
    assert_response 200, "#{ADA}}", get("/people/1")
    assert_response 404, '{"error":"not found"}', get("/people/1000")
  end

  def test_html_within_a_page_is_escaped
    page = '<script>data = {"text":"\u003c/script\u003e"}</script>'

    assert_equal page, get("/script").body
  end

  def test_a_body_of_json_is_parsed
    body = '{"a":[1,2.5,{"b":null}],"c":"é\u2028","d":12345678901234567890,"e":true}'
    expected = body.sub('\u2028', ESCAPED ? '\u2028' : "\u2028")

    assert_response 200, expected, post("/echo", body)
    assert_response 200, '{"_json":[1,2]}', post("/echo", "[1,2]")
  end

  def test_invalid_json_is_a_bad_request
    ["{", '{"a":1,}', "nul", '{"a":"\x01"}', '{"a":1} x', "\xFF"].each do |body|
      assert_equal 400, Integer(post("/echo", body).code), body.inspect
    end
  end

  def test_a_person_is_made_with_a_column_of_json
    response = post("/people", '{"person":{"name":"Eve","balance":"0.10","settings":{"deep":{"html":"<b>","n":[1,2.5]}}}}')

    assert_equal 201, Integer(response.code), response.body
    person = Jacinth.parse(response.body)

    assert_equal({ "deep" => { "html" => "<b>", "n" => [1, 2.5] } }, person["settings"])
    assert_equal "0.1", person["balance"]
    again = Jacinth.parse(get("/people/#{person['id']}").body)

    assert_equal person.except("updated_at"), again
  end

  def test_errors_of_a_model_are_rendered
    assert_response 422, %({"errors":{"name":["can't be blank"]}}), post("/people", '{"person":{"name":""}}')
  end

  def test_a_json_cookie_is_read_and_written
    first = get("/visits")

    assert_response 200, '{"count":1}', first
    cookie = first["Set-Cookie"][/\A[^;]+/]

    assert_response 200, '{"count":2}', get("/visits", "Cookie" => cookie)
  end

  def rake(code = "", **environment)
    Dir.mktmpdir do |folder|
      path = File.join(folder, "Rakefile")
      File.write(path, "require #{APP.dump}\n#{code}\nRails.application.load_tasks\n")
      names = environment.to_h { |name, value| [name.to_s, value] }
      command = [RbConfig.ruby, "-W0", *FOLDERS, "-S", "rake", "-f", path]
      Open3.capture2e(names, *command, "jacinth:rails:check", chdir: folder).then { |text, status| [text, status.exitstatus] }
    end
  end

  def test_the_check_finds_no_difference_of_the_models
    text, status = rake

    assert_equal 0, status, text
    assert_match(%r{^model +records +bytes +same +own ms +jacinth ms +own / jacinth$}, text)
    assert_match(/^Person +2 +\d{3} +yes +\d+\.\d{3} +\d+\.\d{3} +\d+\.\d\d$/, text)
    assert_match(/^No byte differs\.$/, text)
  end

  def test_the_check_takes_names_of_models
    text, status = rake(MODELS: "Person", SAMPLE: "1")

    assert_equal 0, status, text
    assert_match(/^Person +1 /, text)
    %w[Nobody String].each do |name|
      text, status = rake(MODELS: "Person,#{name}")

      refute_equal 0, status
      assert_equal "unknown model: #{name}", text.lines.grep(/model/).join.strip
    end
  end

  def test_the_check_without_models_is_an_error
    message = "no model has a table: pass documents to Jacinth::OnRails::Check"
    text, status = rake("ActiveRecord::Base.define_singleton_method(:descendants) { [] }")

    refute_equal 0, status
    assert_equal message, text.strip
    assert_equal message, ruby!(<<~RUBY)
      require "active_support"
      require "jacinth/rails"
      require "jacinth/rails/check"
      begin
        Jacinth::OnRails::Check.new
      rescue ArgumentError => e
        print e.message
      end
    RUBY
  end

  def test_the_check_shows_a_difference_and_fails
    text, status = rake(<<~RUBY)
      class Person
        def as_json(*) = { id: id, by: caller.grep(/encoder.rb/).any? ? "<j>" : "<o>" }
      end
    RUBY

    assert_equal 1, status, text
    assert_match(/^Person +2 +\d+ +NO /, text)
    assert_match(/^Person, from byte \d+:$/, text)
    assert_match(/^  own      .*u003co/, text)
    assert_match(/^  jacinth  .*u003cj/, text)
    assert_match(/^The bytes differ: Person$/, text)
  end

  def test_the_check_names_values_that_vary
    text, status = rake(<<~RUBY)
      class Person
        def as_json(*) = { id: id, now: Process.clock_gettime(Process::CLOCK_MONOTONIC, :nanosecond) }
      end
    RUBY

    assert_equal 0, status, text
    assert_match(/^Person +2 +\d+ +varies /, text)
  end

  # A server that loads, then forks: both write the same, before and after.
  def test_a_forked_application_writes_the_same
    skip "no fork" unless Process.respond_to?(:fork)
    text, status = Open3.capture2e(RbConfig.ruby, "-W0", *FOLDERS, "-e", <<~RUBY, APP)
      require ARGV.fetch(0)
      require "rack/mock_request" rescue require "rack/mock"
      ask = -> { Rack::MockRequest.new(SampleApp).get("/hash", "HTTP_HOST" => "localhost").body }
      people = Person.order(:id).to_a
      before = [ask.call, people.to_json]
      2.times do
        read, write = IO.pipe
        child = fork do
          read.close
          100.times { people.to_json }
          GC.compact if #{compaction?}
          write << Marshal.dump([ask.call, people.to_json])
          write.close
          exit! 0
        end
        write.close
        parent = [ask.call, people.to_json]
        given = Marshal.load(read.read)
        abort "child" unless Process.wait2(child).last.success? && given == before
        abort "parent" unless parent == before
      end
      puts before
    RUBY

    assert_predicate status, :success?, text
    assert_includes text, (ADA + UPDATED).gsub(/[<>&]/) { |character| format('\u%04x', character.ord) }
  end
end
