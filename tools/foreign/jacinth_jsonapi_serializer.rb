# frozen_string_literal: true

# Loaded in the place of prelude.rb where the tests of jsonapi-serializer run with the
# adapter. Each serializer is compiled at once.
require "bundler/setup"
require "jacinth/jsonapi_serializer"

Jacinth::OnJsonapiSerializer.const_get(:Plan).const_set(:OBJECTS, 1)
