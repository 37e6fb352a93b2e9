# frozen_string_literal: true

# Loaded in the place of prelude.rb where Blueprinter's tests run with the adapter.
# Each view is compiled at once.
require "bundler/setup"
require "jacinth/blueprinter"

Jacinth::OnBlueprinter.const_get(:Plan).const_set(:OBJECTS, 1)
