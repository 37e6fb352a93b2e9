# frozen_string_literal: true

require "jacinth"

# The ships of a harbour: a library as others write it, with Jacinth for its files.
class Harbour
  Ship = Struct.new(:name, :meters)

  class Invalid < StandardError; end

  CODER = Jacinth::Coder.new(symbolize_names: true) { |object, _| object.to_h }

  # Raises Invalid if the text is not JSON.
  def self.load(text)
    new(CODER.load(text).map { |ship| Ship.new(*ship.values_at(:name, :meters)) })
  rescue Jacinth::ParserError => e
    raise Invalid, "line #{e.line}, column #{e.column}"
  end

  attr_reader :ships

  def initialize(ships)
    @ships = ships
  end

  def dump = CODER.dump(ships)

  # Changes the ships by a JSON Patch.
  def patch(operations)
    self.class.load(Jacinth.generate(Jacinth.patch(Jacinth.parse(dump), operations)))
  end

  def report = Jacinth.pretty_generate(ships.to_h { |ship| [ship.name, ship.meters] })
end
