# frozen_string_literal: true

# Says on what each test folder depends, and so where its files run. bin/test, the
# rake tasks and .ci/stage read this table.
#
#   host       on neither the Ruby nor the processor: once, on the host
#   ruby       on the Ruby: with each Ruby
#   ends       on the Ruby, but on few details of it: with the oldest and the newest
#   kernel     on the compiler and the processor, not on Ruby: with each processor
#   processor  on the processor, through Ruby: with each processor
#
# A contributor's bin/test runs these five. Files of the other tiers need more:
#
#   gc         GC.stress or a time limit: bin/test --all, rake test:gc
#   rails      gems of a Rails release: rake test:rails
#   ecosystem  other gems: rake test:ecosystem
#
# A folder or file that is not listed belongs to the tier `ruby`.
module Tiers
  ROOT = File.expand_path("..", __dir__)

  # The first path that a file's path begins with decides.
  TABLE = {
    "test/benchmark/" => %i[host],
    "test/command/" => %i[host],
    "test/docs/" => %i[host],
    "test/documents/" => %i[host],
    "test/packaging/" => %i[host],
    "test/tools/" => %i[host],
    "test/library/linear_test.rb" => %i[host],
    "test/alba/" => %i[ends],
    "test/blueprinter/" => %i[ends],
    "test/document/diff_test.rb" => %i[ends],
    "test/document/interrupt_test.rb" => %i[ends],
    "test/errors/entry_points_test.rb" => %i[ends],
    "test/json/" => %i[ends],
    "test/json2/" => %i[ends],
    "test/library/" => %i[ends],
    "test/parse/adversarial_test.rb" => %i[ends],
    "test/parse/json5_test.rb" => %i[ends],
    "test/portable/" => %i[ends],
    "test/query/" => %i[ends],
    "test/type/schema" => %i[ends],
    "test/core/" => %i[kernel],
    "test/numbers/" => %i[ruby kernel],
    "test/conformance/" => %i[ruby processor],
    "test/generate/fragment_test.rb" => %i[ruby processor],
    "test/generate/keys_test.rb" => %i[ruby processor],
    "test/generate/numbers_test.rb" => %i[ruby processor],
    "test/generate/numeric_arrays_test.rb" => %i[ruby processor],
    "test/generate/options_test.rb" => %i[ruby processor],
    "test/generate/strings_test.rb" => %i[ruby processor],
    "test/parse/encoding_test.rb" => %i[ruby processor],
    "test/parse/numbers_test.rb" => %i[ruby processor],
    "test/parse/numeric_arrays_test.rb" => %i[ruby processor],
    "test/parse/options_test.rb" => %i[ruby processor],
    "test/parse/place_test.rb" => %i[ruby processor],
    "test/ruby/overflow_test.rb" => %i[processor],
    "test/stream/finish_test.rb" => %i[ruby processor],
    "test/type/load_test.rb" => %i[ruby processor],
    "test/gc/" => %i[gc],
    "test/jbuilder/" => %i[rails],
    "test/jsonapi_serializer/" => %i[rails],
    "test/rails/" => %i[rails],
    "test/ecosystem/" => %i[ecosystem]
  }.freeze

  # Products, folders of ext/jacinth or lib/jacinth, without a test folder of the
  # same name: the file that tests them.
  ELSEWHERE = { "diff" => "test/document/diff_test.rb" }.freeze

  # The tiers of bin/test.
  LIBRARY = %i[host ruby ends kernel processor].freeze
  ALL = [*LIBRARY, :gc, :rails, :ecosystem].freeze

  # A test that runs longer than this many seconds is ended, and the backtraces of its threads are printed.
  LIMIT = 120

  # The exceptions, by "Class#test": seconds.
  LIMITS = {
    # They compile the extension.
    "GemTest#test_it_installs_into_an_empty_gem_home_and_works_there" => 400,
    "NativeGemTest#test_the_gem_has_the_extension_and_no_sources" => 400,
    "NativeGemTest#test_it_installs_without_a_compiler_and_works" => 400,
    # It reads more than 4 GB.
    "OverflowTest#test_an_object_far_into_a_stream_keeps_its_place" => 400
  }.freeze

  module_function

  # The test files of some tiers, paths relative to the project's root.
  #
  #   Tiers.files(:processor) # => ["test/conformance/grammar_test.rb", …]
  def files(*tiers)
    Dir.glob("test/**/*_test.rb", base: ROOT).sort.select { |file| of(file).intersect?(tiers) }
  end

  # The tiers of a file.
  #
  #   Tiers.of("test/core/scan_test.rb") # => [:kernel]
  def of(file)
    _, tiers = TABLE.find { |path, _| file.start_with?(path) }
    tiers || %i[ruby]
  end

  # The seconds that a test can take. Slow environments (emulation, valgrind)
  # multiply them by JACINTH_TEST_PATIENCE.
  def limit(test) = LIMITS.fetch(test, LIMIT) * Float(ENV.fetch("JACINTH_TEST_PATIENCE", "1"))
end
