# frozen_string_literal: true

# Loaded in the place of prelude.rb where jbuilder's tests run with the adapter. Each
# list of attributes, also a short one, is compiled at once. jbuilder needs Rails to be
# loaded first.
require "bundler/setup"
require "rails"
require "jacinth/jbuilder"

Jacinth::OnJbuilder.const_get(:AttributeList).then do |list|
  list.const_set(:OBJECTS, 1)
  list.const_set(:SHORTEST, 1)
end
