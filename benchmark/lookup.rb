# frozen_string_literal: true

require "json"

module Bench
  # What rows that look values up in a text look for.
  module Lookup
    module_function

    # The names of two members of each record: an early and a late one.
    def keys(text)
      JSON.parse(text)[0].keys.values_at(3, 17)
    end

    # The number of records.
    def records(text)
      JSON.parse(text).size
    end

    # The number of Twitter's statuses.
    def statuses(text)
      JSON.parse(text)["statuses"].size
    end
  end
end
