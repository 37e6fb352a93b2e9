# frozen_string_literal: true

begin
  require "ostruct"
rescue LoadError => e
  raise LoadError, "JSON::GenericObject needs ostruct, which from Ruby 4.0 on must be in the Gemfile (#{e.message})"
end
require "json/generic_object" # in Ruby's own json, up to Ruby 4.0
