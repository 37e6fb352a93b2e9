# frozen_string_literal: true

# Loaded in the place of prelude.rb where the tests of json 2.9 run.
require "jacinth/json2"
