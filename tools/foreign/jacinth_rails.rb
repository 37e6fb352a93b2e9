# frozen_string_literal: true

# Loaded in the place of prelude.rb where Active Support's tests run with Jacinth's encoder.
require "bundler/setup"
require "jacinth/rails"
