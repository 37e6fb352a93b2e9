# frozen_string_literal: true

# The dependencies of each test folder, which decide where its files run. bin/test, the
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

  # The paths in test/ of each group of tiers. A file belongs to the first group with a path that the file's begins with.
  TABLE = {
    %i[host] => %w[benchmark/ command/ docs/ documents/ packaging/ tools/ library/linear_test.rb],
    %i[ends] => %w[
      alba/ blueprinter/ document/diff_test.rb document/interrupt_test.rb errors/entry_points_test.rb
      gc/stale_references_test.rb json/ json2/
      library/ parse/adversarial_test.rb parse/json5 portable/ query/ type/schema
    ],
    %i[kernel] => %w[core/], %i[ruby kernel] => %w[numbers/], %i[processor] => %w[ruby/overflow_test.rb],
    %i[ruby processor] => %w[
      conformance/ generate/fragment_test.rb generate/keys_test.rb generate/numbers_test.rb
      generate/numeric_arrays_test.rb generate/options_test.rb generate/strings_test.rb parse/encoding_test.rb
      parse/numbers_test.rb parse/numeric_arrays_test.rb parse/options_test.rb parse/place_test.rb
      stream/finish_test.rb type/load_test.rb
    ],
    %i[gc] => %w[gc/], %i[rails] => %w[jbuilder/ jsonapi_serializer/ rails/], %i[ecosystem] => %w[ecosystem/]
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
    tiers, = TABLE.find { |_, paths| file.delete_prefix("test/").start_with?(*paths) }
    tiers || %i[ruby]
  end

  # The seconds that a test can take. Slow environments (emulation, valgrind)
  # multiply them by JACINTH_TEST_PATIENCE.
  def limit(test) = LIMITS.fetch(test, LIMIT) * Float(ENV.fetch("JACINTH_TEST_PATIENCE", "1"))
end
