# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/valgrind_report"

class ValgrindReportTest < Minitest::Test
  HEAD = <<~LOG
    ==7== Memcheck, a memory error detector
    ==7== Command: /usr/bin/ruby
    ==7==
  LOG
  TAIL = "==7== \n==7== ERROR SUMMARY: 1 errors from 1 contexts (suppressed: 0 from 0)\n"

  def test_blames_our_function_below_one_of_libc
    assert_equal 1, faults(<<~LOG)
      ==7== Invalid read of size 1
      ==7==    at 0x48498B2: strlen (vg_replace_strmem.c:505)
      ==7==    by 0x9A3C1D2: jac_generate (/src/ext/jacinth/generator.c:12)
      ==7==    by 0x4A9C0F1: ??? (in /usr/lib/x86_64-linux-gnu/libruby-3.4.so.3.4.11)
    LOG
  end

  def test_blames_no_function_of_ruby_that_we_called
    assert_equal 0, faults(<<~LOG)
      ==7== Conditional jump or move depends on uninitialised value(s)
      ==7==    at 0x4A9C0F1: rb_gc_mark_locations (in /usr/lib/x86_64-linux-gnu/libruby-3.4.so.3.4.11)
      ==7==    by 0x9A3C1D2: jac_generate (/src/ext/jacinth/generator.c:12)
    LOG
  end

  def test_blames_no_other_gem_with_a_file_of_the_same_name
    assert_equal 0, faults(<<~LOG)
      ==7== Invalid read of size 1
      ==7==    at 0x9A3C1D2: cParser_parse (/gems/json-3.1.0/ext/json/ext/parser/parser.c:12)
    LOG
  end

  def test_blames_who_allocated_a_lost_block
    assert_equal 1, faults(<<~LOG)
      ==7== 64 bytes in 1 blocks are definitely lost in loss record 8 of 99
      ==7==    at 0x4843828: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
      ==7==    by 0x4A9C0F1: ruby_xmalloc2 (in /usr/lib/x86_64-linux-gnu/libruby-3.4.so.3.4.11)
      ==7==    by 0x9A3C1D2: jac_buffer_grow (/src/ext/jacinth/buffer.c:80)
    LOG
  end

  def test_leaves_out_what_ruby_allocated_for_itself
    assert_equal 0, faults(<<~LOG)
      ==7== 64 bytes in 1 blocks are definitely lost in loss record 8 of 99
      ==7==    at 0x4843828: malloc (in /usr/libexec/valgrind/vgpreload_memcheck-amd64-linux.so)
      ==7==    by 0x4A9C0F1: ??? (in /usr/lib/x86_64-linux-gnu/libruby-3.4.so.3.4.11)
      ==7==    by 0x4A9C0F1: rb_define_method (in /usr/lib/x86_64-linux-gnu/libruby-3.4.so.3.4.11)
      ==7==    by 0x9A3C1D2: Init_jacinth (/src/ext/jacinth/init.c:9)
    LOG
  end

  def test_knows_a_log_that_breaks_off
    assert_predicate report(""), :complete?
    refute_predicate ValgrindReport.new(HEAD), :complete?
  end

  private

  def faults(block)
    report(block).faults.size
  end

  def report(block)
    ValgrindReport.new(HEAD + block + TAIL)
  end
end
