# frozen_string_literal: true

# Active Support gives every object a to_json of its own. Each library in its
# place below it: json as Rails has it, Jacinth's drop-in, Oj's take-over.
{
  "json" => %w[json json], "jacinth" => %w[Jacinth jacinth/json], "oj" => %w[Oj oj json]
}.each do |column, (name, *files)|
  Bench::Adapter.define(
    "rails_#{column}", label: "Rails on #{name}", gem: "activesupport", column: column
  ) do
    prepare do
      [*files, "active_support", "active_support/json"].each { |file| require file }
      Oj.optimize_rails if column == "oj"
    end
    op :rails_to_json, "input.to_json"
  end
end
