# frozen_string_literal: true

require_relative "row"

module Bench
  # Documents, and the ratios aimed at, of every way to generate.
  GENERATED = { "small_mixed" => 1.7, "small_nested_array" => 1.5,
                "small_hash" => 1.7, "integers" => 1.5, "floats" => 4.0,
                "activitypub" => 2.2, "citm_catalog" => 2.2, "twitter" => 2.2,
                "ohai" => 2.2, "canada" => 4.0 }.freeze
  private_constant :GENERATED

  # Every row of the report. A group is one operation; +rows+ maps a document
  # to the ratio aimed at (json's time over ours), or to nil. +quick+ names the
  # documents of the group that a quick run takes; +heavy+ those that only a
  # full run does.
  GROUPS = [
    { id: "generate", title: "Generating: JSON.generate(object)",
      op: :generate,
      rows: { "small_mixed" => 1.7, "small_nested_array" => 1.5,
              "small_hash" => 1.7, "mixed_utf8" => 1.2, "mostly_utf8" => 1.2,
              "integers" => 1.5, "floats" => 4.0, "activitypub" => 2.2,
              "citm_catalog" => 2.2, "twitter" => 2.2, "ohai" => 2.2,
              "canada" => 4.0, "oj_sample" => nil, "literal_to_json" => 1.5,
              "int64" => nil, "records_12" => nil, "no_repetition" => nil,
              "escaped" => nil, "log_lines" => nil },
      quick: %w[small_mixed small_nested_array small_hash integers floats
                activitypub citm_catalog twitter ohai canada] },
    { id: "to_json", title: "Generating through the objects' own to_json",
      op: :generate_custom,
      rows: { "many_to_json" => 1.5, "points_to_json" => 1.5 },
      quick: %w[many_to_json] },
    { id: "state", title: "A reused State: state.generate(object)",
      op: :generate_state,
      rows: GENERATED,
      quick: %w[small_mixed] },
    { id: "coder", title: "A Coder: coder.dump(object)",
      op: :coder_dump,
      rows: GENERATED,
      quick: %w[small_mixed] },
    { id: "pretty", title: "JSON.pretty_generate(object)",
      op: :pretty,
      rows: { "twitter" => 2.0, "small_hash" => nil, "citm_catalog" => nil },
      quick: %w[twitter] },
    { id: "ascii", title: "Generating with ascii_only",
      op: :ascii_only, rows: { "twitter" => 1.5, "mostly_utf8" => nil } },
    { id: "script", title: "Generating with script_safe",
      op: :script_safe, rows: { "twitter" => 1.5, "mostly_utf8" => nil } },
    { id: "sorted", title: "Generating with sort_keys",
      op: :sort_keys, rows: { "twitter" => nil, "small_hash" => nil } },
    { id: "file", title: "JSON.dump(object, file)",
      op: :dump_io,
      rows: { "twitter" => 1.5, "small_hash" => nil, "canada" => nil } },
    { id: "pieces", title: "An array written record by record (json: generate)",
      op: :records, rows: { "records_8_many" => nil } },
    { id: "members", title: "An array written member by member (json: generate)",
      op: :members, rows: { "records_8_many" => nil } },
    { id: "dropin", title: "object.to_json, Jacinth in json's place",
      op: :to_json,
      rows: { "small_hash" => 1.7, "small_mixed" => nil, "twitter" => nil } },
    { id: "rails", title: "object.to_json under Active Support",
      op: :rails_to_json,
      rows: { "small_hash" => nil, "twitter" => nil,
              "points_to_json" => nil } },
    { id: "parse", title: "Parsing: JSON.parse(text)",
      op: :parse,
      rows: { "small_mixed" => 2.0, "small_hash" => 2.0,
              "small_nested_array" => 2.0, "oj_sample" => nil,
              "activitypub" => 1.6, "ohai" => 1.8, "twitter" => 2.2,
              "twitter_pretty" => 2.0, "twitter_compact" => nil,
              "citm_catalog" => 2.0, "canada" => 2.2, "floats" => nil,
              "records_12" => 2.5, "escaped" => nil,
              "escaped_text" => 1.5, "int64" => 1.5,
              "integers" => nil, "mixed_utf8" => nil, "mostly_utf8" => nil },
      quick: %w[small_mixed small_hash small_nested_array activitypub ohai
                twitter citm_catalog canada records_12] },
    { id: "records", title: "Parsing records, easy and awkward",
      op: :parse,
      rows: { "records_3" => 1.4, "records_8" => 1.4, "records_24" => 1.4,
              "records_60" => 1.4, "records_optional" => 1.4,
              "records_shuffled" => 1.4, "records_two_types" => 1.4,
              "no_repetition" => 1.4, "log_lines" => nil } },
    { id: "symbolize", title: "Parsing with symbolize_names",
      op: :symbolize, rows: { "twitter" => 2.0, "small_hash" => nil } },
    { id: "freeze", title: "Parsing with freeze",
      op: :freeze, rows: { "twitter" => 2.0, "small_hash" => nil } },
    { id: "coder_load", title: "A Coder: coder.load(text)",
      op: :parse_coder, rows: { "small_hash" => nil, "twitter" => nil } },
    { id: "reject", title: "Rejecting a document with an error at its end",
      op: :reject, rows: { "twitter_bad" => 2.0 } },
    { id: "valid", title: "Checking a text without its objects",
      op: :valid,
      rows: { "activitypub" => 5.0, "citm_catalog" => 5.0, "twitter" => 5.0,
              "ohai" => 5.0, "canada" => 5.0 },
      quick: %w[twitter] },
    { id: "first", title: "The first status's user name alone",
      op: :first_name, rows: { "twitter" => 200.0 } },
    { id: "last", title: "The last status's user name alone",
      op: :last_name, rows: { "twitter" => 10.0 }, quick: %w[twitter] },
    { id: "member", title: "One member of the last record alone",
      op: :member, rows: { "records_24_many" => 10.0 } },
    { id: "projection", title: "Two members of each record alone",
      op: :projection, rows: { "records_24_many" => 4.0 },
      quick: %w[records_24_many] },
    { id: "type_load", title: "Into a Data for each record",
      op: :type_load, rows: { "users" => 6.0 }, quick: %w[users] },
    { id: "type_dump", title: "From a Data for each record",
      op: :type_dump, rows: { "users" => 6.0 }, quick: %w[users] },
    { id: "type_small", title: "Into one small Data",
      op: :type_small, rows: { "four_members" => 2.5 },
      quick: %w[four_members] },
    { id: "type_few", title: "Five members of forty into Hashes",
      op: :type_few, rows: { "twitter" => 4.0 } },
    { id: "stream", title: "NDJSON in 64 KiB chunks, incremental parser",
      op: :stream, rows: { "ndjson" => 2.0, "ndjson_short" => 2.0 },
      heavy: %w[ndjson] },
    { id: "each", title: "NDJSON from a file, line by line",
      op: :each_line, rows: { "ndjson" => 2.5, "ndjson_short" => 2.5 },
      quick: %w[ndjson_short], heavy: %w[ndjson] }
  ].freeze

  # GROUPS as a flat list.
  ROWS = GROUPS.flat_map do |group|
    group[:rows].map do |document, target|
      Row.new(
        id: "#{group[:id]}/#{document}", group: group[:id], op: group[:op],
        document: document, target: target,
        effort: Row.effort(group, document)
      )
    end
  end.freeze
end
