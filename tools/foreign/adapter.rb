# frozen_string_literal: true

# Loaded in the place of prelude.rb where a project's tests run with the part of Jacinth
# that JACINTH_ADAPTER names. An adapter of a serializer compiles each class and each list
# of attributes at once.
require "bundler/setup"

name = ENV.fetch("JACINTH_ADAPTER")
require "rails" if name == "jbuilder" # which must be loaded first
require "jacinth/#{name}"

compiled = { "alba" => %i[OnAlba Plan], "blueprinter" => %i[OnBlueprinter Plan],
             "jsonapi_serializer" => %i[OnJsonapiSerializer Plan], "jbuilder" => %i[OnJbuilder AttributeList] }
adapter, type = compiled[name]
if adapter
  type = Jacinth.const_get(adapter).const_get(type)
  type.const_set(:OBJECTS, 1)
  type.shortest = 1 if type.respond_to?(:shortest=)
end
