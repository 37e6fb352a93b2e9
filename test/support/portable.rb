# frozen_string_literal: true

# Skips tests with JACINTH_BACKEND=portable: those in this table (a class, or Class#test), for the reasons in
# docs/portable.md.
# In ruby.wasm, also those that start threads, Ractors or processes, and those of a second table.
module PortableBackend
  UNIMPLEMENTED = /^.*function is unimplemented on this machine|^Errno::ENOTSUP: .*/
  EXTENSION = {
    "memory" => %w[
      GetTableTest#test_memory_does_not_grow GetTest#test_memory_does_not_grow
      LimitsTest#test_a_value_beyond_its_limit_is_not_built ValidTest#test_valid_allocates_next_to_nothing
      MemoryTest ParserAllocationTest ParserSlotsTest ParserAdversarialTest#test_no_memory_is_kept
      EnumeratorsTest#test_elements_are_written_as_they_come DeclaredTest#test_no_hash_of_the_options
      DocumentEditTest#test_one_edit_of_a_large_array_makes_few_objects DocumentHostileTest#test_the_memory
      StreamAtTest#test_memory_is_bounded
      StreamEventsTest#test_values_without_a_method_are_not_built
      WidthTest#test_an_io_gets_formatted_text_in_chunks
      WriterHostileTest#test_a_document_cut_off_by_an_exception WriterHostileTest#test_memory WriterHostileTest#test_documents_are
    ],
    "minutes" => %w[
      StreamEachTest#test_many_values_in_one_chunk ParserResumableTest#test_skipping_many_lines StreamEachTest#test_a_type_can_fail_once
      StreamEachTest#test_a_large_string
      GetTest#test_values_of_every_document GetTest#test_several_pointers_select_from_a_large GetTest#test_an_error_in_a_large
      CommandDocumentsTest#test_documents_before_an_error CommandDocumentsTest#test_one_document_is_read
      InterruptTest ReformatIOTest GrowingTest#test_with_gc DocumentHostileTest#test_documents_are_read_under_gc
      RailsOptionTest#test_under_gc_stress WidthTest#test_values_are_formatted_under_gc
    ],
    "a reader that stops inside a document" => %w[
      GetTest#test_only_as_much_is_read_as_is_needed GetTest#test_a_truncated_number_raises
      SubcommandsTest#test_get_reads_all_documents_or_the_path_in_a_single_one
      SubcommandsTest#test_a_distant_duplicate_key_is_reported_at_the_second_key
    ],
    "a reader that forgets the beginning of a document" => %w[
      SubcommandsTest#test_the_hint_shows_the_object_of_a_distant_duplicate_key
    ],
    "an encoder of its own for Active Support" => %w[
      RailsEncoderTest#test_an_array_returned_by_as_json RailtieTest#test_the_settings_switch_encoder_and_models
      RailsOptionTest#test_nesting_is_limited RailsParityTest#test_generate_with_the_option RailsParityTest#test_writer_with_the_option
    ],
    "the kernels, and the coverage of lines" => %w[GrammarTest#test_the_same_with_jacinth_force_isa
                                                   EntryPointsTest#test_each_hint_has_a_kind],
    "continuations, and Fibers that an Enumerator stops" => %w[
      ContinuationsTest ParserContinuationTest ParserCallbacksTest#test_a_second_return_into_a_callback_raises
      EnumeratorsTest#test_a_fiber_that_yields_within_an_element_raises
      EnumeratorsTest#test_elements_come_from_other_fibers_and_threads
      TypeHostileTest#test_a_second_return_into_a_scalar_does_no_harm DocumentConversionsTest
      WriterHostileTest#test_a_second_return DocumentHostileTest#test_a_hostile_to_str_of_a_pointer
    ],
    "Unix times in zones with leap seconds" => %w[TypeLoadTest#test_times_are_unix_times],
    "types that are nested thousands of levels deep" => %w[TypeLoadTest#test_a_recursive_type_reads_a_hundred_thousand_levels],
    "names of classes that Ruby itself reads" => %w[
      NamesTest#test_Marshal NamesTest#test_YAML NamesTest#test_each_module NamesTest#test_modules NamesTest#test_names
      NamesTest#test_uncaught Json2Test#test_what_was_removed_works Json2Test#test_each_place_with_a_removed_constant
      Json2Test#test_generic_object_is_that_of_ruby
    ],
    "methods of Ruby that a program redefines" => %w[
      ParserHostileTest#test_parse_calls_no_method_of_keys ParserHostileTest#test_initialize_of_an_error
      ReplaceTest#test_additions_to_the_drop_in
    ],
    "regular expressions in Ractors, which crash Ruby 3.1" => %w[RactorTest CoderTypesTest#test_ractors],
    "internal objects, which ObjectSpace finds" => %w[DocumentHostileTest#test_object_space],
    "the methods in C" => %w[DocsTest#test_every_public_method DocsTest#test_examples_in_docs/troubleshooting.md],
    "libraries that are loaded" => %w[ReplaceTest#test_the_name_is_free],
    "results that alternate for 100,000 turns" => %w[CoderTest#test_each_number_that_the_block]
  }.freeze
  WASM = RUBY_PLATFORM.include?("wasm")
  RUBY_WASM = {
    "deep recursion, which ends ruby.wasm" => %w[
      EnumeratorsTest#test_errors_have_the_path_through_enumerators ParserJson5Test#test_json_has_the_same_value
    ],
    "Tempfile, which ruby.wasm does not have" => %w[ParserLoadTest#test_load_reads_strings_ios_and_objects_that_convert]
  }.freeze
  SKIPPED = WASM ? EXTENSION.merge(RUBY_WASM) : EXTENSION

  def run
    reason, = SKIPPED.find { |_, tests| tests.any? { |test| "#{self.class}##{name}".start_with?(test) } }
    define_singleton_method(name) { skip("needs the extension: #{reason}") } if reason
    super.tap { |result| skip_unimplemented(result.failures) if WASM }
  end

  private

  def skip_unimplemented(failures)
    missing = failures.filter_map { |failure| failure.message.b[UNIMPLEMENTED] }.first or return
    failures.replace([Minitest::Skip.new(missing)])
  end
end

Minitest::Test.prepend(PortableBackend) if Jacinth.build_info[:backend] == "portable"
