# frozen_string_literal: true

# Active Support gives every object a to_json of its own. Each library in its
# place below it: json as Rails has it, Jacinth's drop-in, Oj's take-over.
Bench::Adapter.define(
  "rails_json", label: "Rails on json", gem: "activesupport", column: "json"
) do
  prepare do
    require "json"
    require "active_support"
    require "active_support/json"
  end
  op :rails_to_json, "input.to_json"
end

Bench::Adapter.define(
  "rails_jacinth", label: "Rails on Jacinth", gem: "activesupport",
                   column: "jacinth"
) do
  prepare do
    require "jacinth/json"
    require "active_support"
    require "active_support/json"
  end
  op :rails_to_json, "input.to_json"
end

Bench::Adapter.define(
  "rails_oj", label: "Rails on Oj", gem: "activesupport", column: "oj"
) do
  prepare do
    require "oj"
    require "json"
    require "active_support"
    require "active_support/json"
    Oj.optimize_rails
  end
  op :rails_to_json, "input.to_json"
end
