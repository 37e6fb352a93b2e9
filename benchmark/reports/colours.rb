# frozen_string_literal: true

module Bench
  module Reports
    # The colour of each library: the same one in every chart, whichever
    # libraries are in it and in whatever order. Ours stands out.
    module Colours
      # Column of the results to [on white, on black].
      PAIRS = {
        "jacinth" => %w[#a3245b #ff6ba9], "jacinth_plain" => %w[#c98aa5 #8f4a68], "json" => %w[#57606a #8b949e],
        "oj" => %w[#8c959f #6e7681], "oj_parser" => %w[#b6bdc5 #484f58],
        "oj_strict" => %w[#6f7f9b #55627a], "json_default" => %w[#6e5f4f #a08f7d],
        "yajl" => %w[#8a6d3b #7d6430], "rapidjson" => %w[#4f7a7a #3f6666],
        "simdjson" => %w[#7a5c8a #66507a], "fast_jsonparser" => %w[#5f7f4f #4c6a40],
        "floor" => %w[#1a7f37 #3fb950]
      }.freeze
      private_constant :PAIRS

      module_function

      # Colour of a column, for an SVG attribute.
      #
      #   Bench::Reports::Colours.of("json") # => "var(--json)"
      def of(column)
        PAIRS.key?(column) ? "var(--#{column})" : "var(--soft)"
      end

      # Label to colour, for the libraries of results.
      def by_label(data)
        data["libraries"].to_h { |library| [library["label"], of(library["column"])] }
      end

      # CSS that gives each its value; dark: for the dark scheme.
      def definitions(dark:)
        PAIRS.map { |column, pair| "--#{column}: #{pair[dark ? 1 : 0]}" }.join("; ")
      end
    end
  end
end
