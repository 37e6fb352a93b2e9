# frozen_string_literal: true

require_relative "../../tools/checkout"
$LOAD_PATH.unshift(*Checkout.load_path)
require "jacinth"

# Each writer with the option rails, as an encoder of Active Support: to_json without
# options is written by it, to_json with options by Active Support's own encoder.
module OptionWriters
  # name => a Proc that makes the writer, after Active Support is loaded
  ALL = {
    "generate" => -> { ->(value) { Jacinth.generate(value, rails: true) } },
    "coder" => -> { Jacinth::Coder.new(rails: true).method(:dump) },
    "type" => -> { Jacinth::Type.any(rails: true).method(:dump) },
    "writer" => -> { method(:by_writer) }
  }.freeze
  # A Writer that has written these knows Active Support's methods.
  BEFORE = [[Time.at(0).utc] * 3, [Time.at(0).in_time_zone("Paris")] * 4, [BigDecimal(1)] * 4].freeze

  class << self
    def install(name)
      own = ActiveSupport::JSON::Encoding.json_encoder
      Jacinth::State.new(rails: true)
      ActiveSupport::JSON::Encoding.json_encoder = encoder(own, ALL.fetch(name).call)
    end

    def by_writer(value)
      writer = Jacinth::Writer.new(rails: true).array
      BEFORE.each do |known|
        writer << known
      rescue StandardError
        # this setting, or a method that the case has redefined, fails for times
      end
      before = writer.to_s.bytesize
      (writer << value).end.close.byteslice((before + (before > 1 ? 1 : 0))..-2)
    end

    private

    def encoder(own, write)
      Class.new do
        define_method(:initialize) { |options = nil| @options = options }
        define_method(:encode) { |value| @options.nil? || @options == {} ? write.call(value) : own.new(@options).encode(value) }
      end
    end
  end
end
