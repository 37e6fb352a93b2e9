# frozen_string_literal: true

# Loaded before each program. ECOSYSTEM=jacinth: the drop-in is loaded first, and no
# gem can load the json gem after it. ECOSYSTEM=json: the json gem. ECOSYSTEM=patched:
# the json gem, which accepts a Hash of options by position as before 3.x, for gems
# that pass one.
if ENV["ECOSYSTEM"] == "jacinth"
  require "jacinth/json"
  at_exit do
    sources = %i[parse generate].map { |name| JSON.method(name).owner }
    abort "the json gem came back" unless JSON.equal?(Jacinth) && sources == [Jacinth.singleton_class] * 2
    names = ObjectSpace.each_object(Module).map { |mod| Module.instance_method(:name).bind_call(mod) }
    abort "the json gem was loaded" if names.count("JSON") > 1
  end
else
  require "json"
end

if ENV["ECOSYSTEM"] == "patched"
  JSON.singleton_class.prepend(Module.new do
    def parse(source, old = nil, **options)
      super(source, **old.to_h.except(:create_additions, :quirks_mode), **options)
    end
  end)
end

# Prints the results of a program, by which its runs are compared.
module Ecosystem
  module_function

  # Prints values, without what differs between any two runs.
  def say(*values)
    values.each { |value| $stdout.puts(value.to_s.gsub(/(?<=:)0x\h{16}/, "0x").gsub(/(?<=127\.0\.0\.1:)\d+/, "0")) }
  end

  # The block's value, or the class and text of what it raised.
  def attempt
    yield.to_s
  rescue StandardError => e
    "#{e.class}: #{e.message}"
  end

  # Starts a server on the loopback; returns its address.
  def serve(&)
    log = WEBrick::Log.new(File::NULL)
    server = WEBrick::HTTPServer.new(Port: 0, BindAddress: "127.0.0.1", Logger: log, AccessLog: [])
    server.mount_proc("/", &)
    Thread.new { server.start }
    at_exit { server.shutdown }
    "http://127.0.0.1:#{server.config[:Port]}"
  end
end
include Ecosystem # rubocop:disable Style/MixinUsage
