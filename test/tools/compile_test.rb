# frozen_string_literal: true

require_relative "../test_helper"
require "open3"

# `rake compile` while other processes use the same checkout.
class CompileTest < Minitest::Test
  LIBRARY = File.join(Checkout.build_dir, "lib", Checkout.library)

  def compile
    Open3.capture2e(RbConfig.ruby, "-S", "rake", "--silent", "compile", chdir: Checkout::ROOT)
  end

  def test_processes_that_compile_at_the_same_time_all_succeed
    5.times do
      outcomes = Array.new(4) { Thread.new { compile } }.map(&:value)

      outcomes.each { |said, status| assert_predicate status, :success?, said }
    end
  end

  # Another process may be loading it.
  def test_an_unchanged_library_is_not_written_again
    before = File.stat(LIBRARY)
    said, status = compile

    assert_predicate status, :success?, said
    assert_equal [before.ino, before.mtime], [File.stat(LIBRARY).ino, File.stat(LIBRARY).mtime]
  end
end
