# frozen_string_literal: true

require_relative "../test_helper"
require "tmpdir"

# A bare container has no LANG: Ruby then reads text as US-ASCII.
class LocaleTest < Minitest::Test
  POSIX = { "LANG" => nil, "LC_ALL" => "C", "LC_CTYPE" => nil, "RUBYOPT" => nil }.freeze

  # Calls that read text in the locale's encoding unless they name another one.
  READS = /\b(?:File|IO)\.(?:read|readlines|foreach|open)\(/

  # Calls that name it, do not read text, or write.
  SAID = /encoding:|mode: "rb[:"]|, (?:\\?"(?:[wa]b?|rb|r\+b)\\?"|"r:UTF-8[^"]*"|mode)\)|File::NULL/

  def in_posix_locale(*argv)
    paths = $LOAD_PATH.flat_map { |folder| ["-I", folder] }
    output, status = Open3.capture2e(POSIX, RbConfig.ruby, *paths, *argv, chdir: Checkout::ROOT)
    output.force_encoding(Encoding::UTF_8)

    assert_predicate status, :success?, output
    output
  end

  def test_tests_of_documents_and_reports_pass_in_the_posix_locale
    files = %w[docs/docs benchmark/reports].map { |name| "-r./test/#{name}_test.rb" }
    output = in_posix_locale("-w", "-Itest", *files, "-e", "", "--", "--name=/every_public_method|README|ReportsTest/")

    assert_operator output[/^(\d+) runs, .* 0 failures, 0 errors/, 1].to_i, :>, 15, output
  end

  def test_documents_are_timed_in_the_posix_locale
    output = in_posix_locale("exe/jacinth", "bench", "--seconds", "0", "examples/harbour.json")

    assert_match(/^jacinth .+^json /m, output)
  end

  def test_a_child_process_gets_code_in_utf8
    assert_equal "é", ruby!('print "é"', env: POSIX)
  end

  def test_every_read_of_a_file_names_an_encoding
    files = Dir.glob("{lib,ext,rakelib,tools,benchmark,test}/**/*.{rb,rake}", base: Checkout::ROOT)
    files += %w[Rakefile jacinth.gemspec]
    silent = files.flat_map { |file| unsaid(file) }

    assert_empty silent
  end

  private

  # Lines of the file that read by the locale's encoding. A mode that writes, or
  # that is binary, has no need of one.
  def unsaid(file)
    return [] if file.start_with?("test/ecosystem/", "test/json/calls_test.rb")

    lines = File.readlines(File.join(Checkout::ROOT, file), encoding: Encoding::UTF_8)
    lines.each_with_index.filter_map do |line, i|
      next if !line.match?(READS) || line.match?(SAID) || line.match?(/\A\s*#/)

      "#{file}:#{i + 1}: #{line.strip}"
    end
  end
end
