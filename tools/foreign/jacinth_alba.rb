# frozen_string_literal: true

# Loaded in the place of prelude.rb where Alba's tests run with the adapter. Each
# class is compiled at once.
require "bundler/setup"
require "jacinth/alba"

Jacinth::OnAlba.const_get(:Plan).const_set(:OBJECTS, 1)
