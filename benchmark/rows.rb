# frozen_string_literal: true

require_relative "documents"
require_relative "reports/format"

module Bench
  # One line of the report: an operation on a document. +target+ is the ratio aimed at (json's time over ours) or nil;
  # +effort+ is :quick, :normal or :heavy, the smallest run that takes it.
  Row = Struct.new(:id, :group, :op, :document, :target, :effort, keyword_init: true) do
    # Rows for a folder of documents: each generated and parsed.
    def self.for_documents(names)
      names.flat_map do |name|
        [:generate, Documents.lines?(name) ? :stream : :parse].map do |op|
          new(id: "#{op}/#{File.basename(name)}", group: "user_#{op}", op: op, document: name, effort: :quick)
        end
      end
    end

    # What the operation works on.
    def input
      return Documents.chunks(document) if op == :stream
      return Documents.file(document) if op == :each_line

      reads? ? Documents.text(document) : Documents.object(document)
    end

    # Whether the operation works on text.
    def reads?
      %i[parse parse_coder symbolize freeze reject valid first_name last_name projection member type_load type_small
         type_few].include?(op)
    end

    # Whether the outcome is JSON text.
    def writes?
      !%i[stream each_line].include?(op) && !reads?
    end

    # Title of the row within its group.
    def title
      size = document[/\Asized_(\d+)\z/, 1] and return Reports::Format.bytes(size.to_i)
      File.basename(document).tr("_", " ")
    end
  end

  # Documents, and the ratios aimed at, of every way to generate.
  GENERATED = { "small_mixed" => 1.7, "small_nested_array" => 1.5, "small_hash" => 1.7, "integers" => 1.5,
                "floats" => 4.0, "activitypub" => 2.2, "citm_catalog" => 2.2, "twitter" => 2.2, "ohai" => 2.2,
                "canada" => 4.0 }.freeze
  # Documents of which the same call's time is drawn over their size.
  SIZED = [100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000].to_h { |size| ["sized_#{size}", nil] }.freeze
  private_constant :GENERATED, :SIZED

  # Every row of the report. A group is one operation; +rows+ maps a document to the ratio aimed at, or to nil.
  # +quick+ names the documents of the group that a quick run takes, +heavy+ those that only a full run does.
  GROUPS = [
    { id: "generate", title: "Generating: JSON.generate(object)", op: :generate, quick: GENERATED.keys,
      rows: GENERATED.merge(
        "mixed_utf8" => 1.2, "mostly_utf8" => 1.2, "oj_sample" => nil, "literal_to_json" => 1.5, "int64" => nil,
        "records_12" => nil, "no_repetition" => nil, "escaped" => nil, "log_lines" => nil
      ) },
    { id: "parse", title: "Parsing: JSON.parse(text)", op: :parse,
      quick: %w[small_mixed small_hash small_nested_array activitypub ohai twitter citm_catalog canada records_12],
      rows: { "small_mixed" => 2.0, "small_hash" => 2.0, "small_nested_array" => 2.0, "oj_sample" => nil,
              "activitypub" => 1.6, "ohai" => 1.8, "twitter" => 2.2, "twitter_pretty" => 2.0, "twitter_compact" => nil,
              "citm_catalog" => 2.0, "canada" => 2.2, "floats" => nil, "records_12" => 2.5, "escaped" => nil,
              "escaped_text" => 1.5, "int64" => 1.5, "integers" => nil, "mixed_utf8" => nil, "mostly_utf8" => nil } },
    { id: "records", title: "Parsing records, easy and awkward", op: :parse,
      rows: { "records_3" => 1.4, "records_8" => 1.4, "records_24" => 1.4, "records_60" => 1.4,
              "records_optional" => 1.4, "records_shuffled" => 1.4, "records_two_types" => 1.4,
              "no_repetition" => 1.4, "log_lines" => nil } },
    { id: "to_json", title: "Generating through the objects' own to_json", op: :generate_custom,
      quick: %w[many_to_json], rows: { "many_to_json" => 1.5, "points_to_json" => 1.5 } },
    { id: "state", title: "A reused State: state.generate(object)", op: :generate_state, quick: %w[small_mixed],
      rows: GENERATED },
    { id: "coder", title: "A Coder: coder.dump(object)", op: :coder_dump, quick: %w[small_mixed], rows: GENERATED },
    { id: "coder_load", title: "A Coder: coder.load(text)", op: :parse_coder,
      rows: { "small_hash" => nil, "twitter" => nil } },
    { id: "pretty", title: "JSON.pretty_generate(object)", op: :pretty, quick: %w[twitter],
      rows: { "twitter" => 2.0, "small_hash" => nil, "citm_catalog" => nil } },
    { id: "ascii", title: "Generating with ascii_only", op: :ascii_only,
      rows: { "twitter" => 1.5, "mostly_utf8" => nil } },
    { id: "script", title: "Generating with script_safe", op: :script_safe,
      rows: { "twitter" => 1.5, "mostly_utf8" => nil } },
    { id: "sorted", title: "Generating with sort_keys", op: :sort_keys,
      rows: { "twitter" => nil, "small_hash" => nil } },
    { id: "file", title: "JSON.dump(object, file)", op: :dump_io,
      rows: { "twitter" => 1.5, "small_hash" => nil, "canada" => nil } },
    { id: "pieces", title: "An array written record by record (json: generate)", op: :records,
      rows: { "records_8_many" => nil } },
    { id: "members", title: "An array written member by member (json: generate)", op: :members,
      rows: { "records_8_many" => nil } },
    { id: "dropin", title: "object.to_json, Jacinth in json's place", op: :to_json,
      rows: { "small_hash" => 1.7, "small_mixed" => nil, "twitter" => nil } },
    { id: "rails", title: "object.to_json under Active Support", op: :rails_to_json,
      rows: { "small_hash" => nil, "twitter" => nil, "points_to_json" => nil } },
    { id: "symbolize", title: "Parsing with symbolize_names", op: :symbolize,
      rows: { "twitter" => 2.0, "small_hash" => nil } },
    { id: "freeze", title: "Parsing with freeze", op: :freeze, rows: { "twitter" => 2.0, "small_hash" => nil } },
    { id: "reject", title: "Rejecting a document with an error at its end", op: :reject,
      rows: { "twitter_bad" => 2.0 } },
    { id: "valid", title: "Checking a text without its objects", op: :valid, quick: %w[twitter],
      rows: Documents::CORPUS.to_h { |name| [name, 5.0] } },
    { id: "first", title: "The first status's user name alone", op: :first_name, rows: { "twitter" => 200.0 } },
    { id: "last", title: "The last status's user name alone", op: :last_name, quick: %w[twitter],
      rows: { "twitter" => 10.0 } },
    { id: "member", title: "One member of the last record alone", op: :member, rows: { "records_24_many" => 10.0 } },
    { id: "projection", title: "Two members of each record alone", op: :projection, quick: %w[records_24_many],
      rows: { "records_24_many" => 4.0 } },
    { id: "type_load", title: "Into a Data for each record", op: :type_load, quick: %w[users],
      rows: { "users" => 6.0 } },
    { id: "type_dump", title: "From a Data for each record", op: :type_dump, quick: %w[users],
      rows: { "users" => 6.0 } },
    { id: "type_small", title: "Into one small Data", op: :type_small, quick: %w[four_members],
      rows: { "four_members" => 2.5 } },
    { id: "type_few", title: "Five members of forty into Hashes", op: :type_few, rows: { "twitter" => 4.0 } },
    { id: "stream", title: "NDJSON in 64 KiB chunks, incremental parser", op: :stream, heavy: %w[ndjson],
      rows: { "ndjson" => 2.0, "ndjson_short" => 2.0 } },
    { id: "each", title: "NDJSON from a file, line by line", op: :each_line, quick: %w[ndjson_short],
      heavy: %w[ndjson], rows: { "ndjson" => 2.5, "ndjson_short" => 2.5 } },
    { id: "grow_generate", title: "Generating records, small to large", op: :generate, heavy: %w[sized_10000000],
      rows: SIZED },
    { id: "grow_parse", title: "Parsing records, small to large", op: :parse, heavy: %w[sized_10000000], rows: SIZED }
  ].freeze

  # GROUPS as a flat list.
  efforts = %i[quick heavy]
  ROWS = GROUPS.flat_map do |group|
    group[:rows].map do |document, target|
      effort = efforts.find { |name| group.fetch(name, []).include?(document) } || :normal
      Row.new(id: "#{group[:id]}/#{document}", group: group[:id], op: group[:op], document: document, target: target,
              effort: effort)
    end
  end.freeze
end
