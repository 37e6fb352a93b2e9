# frozen_string_literal: true

# Skips tests with JACINTH_BACKEND=portable: those in this table (a class, or Class#test), for the reasons in
# docs/portable.md.
# In ruby.wasm and JRuby, also those of a second table, and those that use what this Ruby does not have: threads and
# processes, or Ractors and ObjectSpace. JacinthHelpers#run_ruby skips those that start another JRuby.
module PortableBackend
  EXTENSION = {
    "memory" => %w[
      GetTableTest#test_memory_does_not_grow GetTest#test_memory_does_not_grow
      LimitsTest#test_a_value_beyond_its_limit_is_not_built ValidTest#test_valid_allocates_next_to_nothing
      ValidKeysTest#test_keys_that_differ_in_few_bytes_are_compared_without_objects
      MemoryTest ParserAllocationTest ParserSlotsTest ParserAdversarialTest#test_no_memory_is_kept
      ParserJson5Test#test_a_text_in_which_nothing_changes_is_not_rewritten
      EnumeratorsTest#test_elements_are_written_as_they_come DeclaredTest#test_no_hash_of_the_options
      DocumentEditTest#test_one_edit_of_a_large_array_makes_few_objects DocumentHostileTest#test_the_memory
      StreamAtTest#test_memory_is_bounded
      StreamEventsTest#test_values_without_a_method_are_not_built
      WidthTest#test_an_io_gets_formatted_text_in_chunks TypesOptionTest#test_a_writer_keeps_the_time
      WriterHostileTest#test_a_document_cut_off_by_an_exception WriterHostileTest#test_memory WriterHostileTest#test_documents_are
    ],
    "minutes" => %w[
      StreamEachTest#test_many_values_in_one_chunk ParserResumableTest#test_skipping_many_lines StreamEachTest#test_a_type_can_fail_once
      StreamEachTest#test_a_large_string
      GetTest#test_values_of_every_document GetTest#test_several_pointers_select_from_a_large GetTest#test_an_error_in_a_large
      CommandDocumentsTest#test_documents_before_an_error CommandDocumentsTest#test_one_document_is_read
      SubcommandsTest#test_comments_are_found_in_compressed SubcommandsTest#test_a_large_document_is_read ValidTest#test_many_awkward
      StringsTest#test_long_strings DocumentTest#test_a_million_levels
      InterruptTest ReformatIOTest GrowingTest#test_with_gc DocumentHostileTest#test_documents_are_read_under_gc
      RailsOptionTest#test_under_gc_stress RailsEncoderTest#test_documents_are_written_under_stress
      WidthTest#test_values_are_formatted_under_gc
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
      RailsEncoderTest#test_times_between_decimals_are_written_directly
      RailsEncoderTest#test_documents_with_odd_keys_and_values_are_written_by_the_walk
      RailsEncoderTest#test_the_to_s_of_a_key_is_called_once RailsEncoderTest#test_the_to_s_of_a_key_cannot_change
      RailsEncoderTest#test_the_to_s_of_a_subclass_of_string_is_called_once
      RailsEncoderTest#test_an_array_returned_by_as_json RailtieTest#test_the_settings_switch_encoder_and_models
      RailsOptionTest#test_nesting_is_limited RailsParityTest#test_generate_with_the_option RailsParityTest#test_writer_with_the_option
    ],
    "the kernels, and the coverage of lines" => %w[
      GrammarTest#test_the_same_with EntryPointsTest#test_each_hint_has_a_kind
      DocumentsTest#test_every_instruction_set NumbersTest#test_every_instruction_set
    ],
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
    "the methods in C" => %w[
      DocsTest#test_every_public_method DocsTest#test_examples_in_docs/troubleshooting.md UninitializedTest
    ],
    "libraries that are loaded" => %w[ReplaceTest#test_the_name_is_free],
    "results that alternate for 100,000 turns" => %w[CoderTest#test_each_number_that_the_block]
  }.freeze
  RUBY_WASM = {
    "deep recursion, which ends ruby.wasm" => %w[
      EnumeratorsTest#test_errors_have_the_path_through_enumerators ParserJson5Test#test_json_has_the_same_value
    ],
    "objects referenced only by a suspended Fiber, which the GC of ruby.wasm frees" => %w[
      EnumeratorsTest#test_a_yielder_of_an_abandoned_fiber HostileTest#test_abandoned_fibers HostileTest#test_fibers_generate
      ParserCallbacksTest#test_a_fiber_can_be_abandoned
    ],
    "Tempfile, which ruby.wasm does not have" => %w[
      ParserLoadTest#test_load_accepts_its_arguments_in_each ParserLoadTest#test_load_reads_strings_ios_and_objects_that_convert
    ],
    "processes, which ruby.wasm does not have" => %w[ReplaceTest#test_the_drop_in_works_by_rubyopt]
  }.freeze
  JRUBY = {
    "minutes" => %w[
      DocumentEditTest#test_removing_duplicate_keys_keeps_all_others
      DocumentTest#test_a_document_truncated DocumentTest#test_a_million_levels ErrorsInChunksTest#test_an_error_at_the_end_of_a_chunk
      ErrorsInChunksTest#test_random_chunks ErrorsInChunksTest#test_text_byte_by_byte GrowingTest#test_large_arrays_and_objects
      HostileTest#test_a_hundred_thousand_levels KeysTest#test_many_keys_in_repeated_hashes NestedArraysTest#test_arrays_changed
      LazyReferencesTest#test_a_chain_of_many_classes ParserErrorTest#test_the_excerpt_of_any_bytes
      ParserConcurrencyTest#test_threads_parse_at_once QuerySelectorsTest#test_segments_that_lead ReformatTest#test_deep_and_wide
      ParserJson5Test#test_parts_are_not_joined ParserKeyOrderTest
      ParserResumableTest#test_deep_nesting ParserResumableTest#test_documents_in_chunks ParserResumableTest#test_long_tokens
      ParserNumbersTest#test_a_byte_that_cannot_end
      QuerySelectorsTest#test_values_of_fifty_thousand ReadersTest ReformatTest#test_reformat_writes_as_generate
      StreamPropertyTest#test_the_conformance
      StreamEachTest#test_an_eof_error_of_the_block StreamEachTest#test_long_sources StreamEachTest#test_no_value_of_a_bad_line
      StringsTest#test_an_escape_at_every_offset StringsTest#test_long_strings TypeErrorsTest#test_a_wrong_value_at_every_position
      TypeSchemaTest#test_large_schemas TypeSchemaCombinationTest#test_combinations_do_not_grow TypeSlotsTest
      ValidKeysTest#test_duplicates_around
      ValidTest#test_a_duplicate_key_is_found ValidTest#test_a_million_levels ValidTest#test_combinations ValidTest#test_documents
      ValidTest#test_many_awkward_keys ValidTest#test_numbers_of_every_length ValidTest#test_whole_documents
      WidthTest#test_an_exception_of_write WidthTest#test_deep_and_wide
    ],
    "Time and Date of CRuby" => %w[
      CoderTypesTest#test_types_of_times ParserErrorTest#test_times_of_far_years TimesTest#test_times_beyond
      TypeConvertTest#test_times_of_far_years
      TypeFormatTest#test_a_time_can_be
      TypeFormatTest#test_other_values_are_no_time TypeLoadTest#test_a_time_of_any_size
      TypeLoadTest#test_the_tables_of_times TypeLoadTest#test_years_of_more TypePropertyTest#test_written_values
      TypesOptionTest#test_errors_of_a_writer TypesOptionTest#test_iso8601 TypeTupleTest#test_times_of_the_same_text
    ],
    "the shortest text of a Float as its to_s" => %w[NumbersTest#test_doubles_have_the_digits],
    "json 3.1" => %w[
      HostileTest#test_options_that_to_json_sets ParserCallbacksTest#test_a_decimal_class_can_parse
      ParserLoadTest#test_load_returns_nil_for_blank TypeDumpTest#test_a_to_json_that_changes_the_options
    ],
    "a process for each file, without the json gem" => %w[ObjectsTest#test_delegators ObjectsTest#test_each_object_decides],
    "BigDecimal of CRuby" => %w[TypeSchemaTest#test_a_limit_that_no_float_has],
    "ENV that is not a Hash" => %w[ObjectsTest#test_objects_without_a_to_json_are_written_as_to_s],
    "keywords in the Enumerator of File.foreach" => %w[StreamEachTest#test_strings_ios_paths],
    "clones of Enumerators" => %w[StreamEachTest#test_a_clone_of_an_enumerator],
    "interrupts in a loop of Ruby's methods" => %w[WriterHostileTest#test_a_writer_continues_after_a_killed_thread],
    "SystemStackError, and the stack for thousands of levels" => %w[
      QuerySelectorsTest#test_paths_of_thousands QuerySyntaxTest#test_nesting_of_a_query
      StreamEventsTest#test_a_hundred_thousand_levels TypeFirstOfTest#test_values_that_contain_themselves
      RailsEncoderTest#test_values_with_an_as_json_of_their_own RailsOptionTest#test_nesting_without_end
    ],
    "backtraces that begin with the called method" => %w[TypeCheckTest#test_a_mistake_in_a_check TypeLoadTest#test_an_initialize_that],
    "lists of methods without the protected ones" => %w[TypeLoadTest#test_no_method_of_the_library],
    "Symbols of the same bytes in two encodings" => %w[CoderTest#test_a_string_in_another_encoding],
    "the bytes of a broken detailed_message" => %w[ErrorsTest#test_detailed_message_of_an_object_that_is_not_text],
    "trace points" => %w[
      TimesTest#test_an_array_that_a_trace_point RailsEncoderTest#test_objects_with_an_as_json
      AlbaTest#test_a_class_that_another_thread BlueprinterTest#test_a_class_that_another_thread
    ],
    "the gem railties" => %w[RailsEncoderTest#test_examples_of_the_library],
    "a second Ruby that starts in less than seconds" => %w[ReplaceTest#test_the_drop_in_works_by_rubyopt],
    "frozen Strings that stay one object" => %w[DocumentHostileTest#test_a_later_change_of_the_text]
  }.freeze
  # By Ruby: its name, its own table, and what an error in a test names if this Ruby does not have it.
  OTHERS = {
    "wasm" => ["ruby.wasm", RUBY_WASM, /^.*function is unimplemented on this machine|^Errno::ENOTSUP: .*/],
    "jruby" => ["JRuby", JRUBY,
                /^NameError: uninitialized constant \w+Test::\K(?:Ractor|RubyVM)$|\b(?:module|RuntimeError:) \KObjectSpace\b/]
  }.freeze
  RUBY, OWN, MISSING = OTHERS[RUBY_PLATFORM.include?("wasm") ? "wasm" : RUBY_ENGINE]

  def run
    reason = reason_in("needs the extension", EXTENSION) || (OWN && reason_in("not in #{RUBY}", OWN))
    define_singleton_method(name) { skip(reason) } if reason
    super.tap { |result| skip_missing(result.failures) if MISSING }
  end

  private

  def reason_in(title, table)
    reason, = table.find { |_, tests| tests.any? { |test| "#{self.class}##{name}".start_with?(test) } }
    reason && "#{title}: #{reason}"
  end

  def skip_missing(failures)
    missing = failures.filter_map { |failure| failure.message.b[MISSING] }.first or return
    failures.replace([Minitest::Skip.new("not in #{RUBY}: #{missing}")])
  end
end

Minitest::Test.prepend(PortableBackend) if Jacinth.build_info[:backend] == "portable"
