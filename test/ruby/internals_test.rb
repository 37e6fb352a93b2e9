# frozen_string_literal: true

require_relative "../test_helper"
require "tmpdir"

# The optimizations of the CRuby-internals layer, as Jacinth.build_info reports them; and
# builds without them.
class InternalsTest < Minitest::Test
  EXTCONF = File.join(Checkout::ROOT, "ext/jacinth/extconf.rb")
  HEADERS = %w[ruby.h ruby/encoding.h ruby/io.h ruby/ractor.h ruby/re.h ruby/st.h ruby/thread.h ruby/atomic.h
               ruby/version.h ruby/util.h ruby/random.h ruby/memory_view.h ruby/debug.h].freeze

  def test_build_info_lists_kernel_and_internals
    info = Jacinth.build_info

    assert_equal Jacinth.kernel, info[:kernel]
    assert_equal "extension", info[:backend]
    assert_includes [true, false], info[:compiled_internals]
    assert_equal %i[arrays strings floats shared_pool hash_walk hash_reading table_reading hash_templates hash_filling
                    table_templates hashed_keys structs struct_filling times instance_variables], info[:internals].keys
    assert_empty info[:internals].values - %w[on off disabled unverified unavailable unproved]
    [info, info[:backend], info[:kernel], info[:internals], *info[:internals].values].each { |part| assert_predicate part, :frozen? }
    assert Ractor.shareable?(info)
  end

  # A table that lists a Ruby and a proof that fails there contradict each other.
  def test_verified_internals_are_proved
    unproved = Internals.states.select { |_, state| state == "unproved" }

    assert_empty unproved
  end

  # The fast way on the Rubies that people run, unless this build or run is about the plain one.
  def test_all_internals_are_on_for_verified_rubies
    skip "switched off" if ENV["JACINTH_INTERNALS"] || ENV["JACINTH_CFLAGS"].to_s.include?("-DJAC_")
    skip "not for this Ruby" unless RUBY_VERSION.start_with?("3.3", "3.4", "4.0") && RUBY_PATCHLEVEL >= 0
    skip "Hashes are looked into on 64 bits only" unless [0].pack("J").bytesize == 8

    assert_equal Internals.states.keys, Internals.names
  end

  # A build with -DJAC_INTERNALS_DISABLED=1, or for an unknown Ruby (-DJAC_RUBY=99991): CI runs this file with each.
  def test_a_build_without_internals_uses_only_names_that_headers_declare
    skip "for a build without internals" if Internals.states.values.intersect?(%w[on off unproved])
    skip "needs nm" unless ENV.fetch("PATH").split(":").any? { |folder| File.executable?(File.join(folder, "nm")) }
    names = wanted
    known = declared

    assert_includes names, "rb_hash_foreach"
    assert_empty(names.reject { |name| known[name] })
  end

  def test_disable_internals_compiles_without_internals
    Dir.mktmpdir do |folder|
      output, status = Open3.capture2e({ "RUBYOPT" => nil }, RbConfig.ruby, EXTCONF, "--disable-internals", chdir: folder)

      assert_predicate status, :success?, output
      assert_includes File.read(File.join(folder, "Makefile"), encoding: "UTF-8"), "-DJAC_INTERNALS_DISABLED=1"
    end
  end

  def test_each_internal_has_a_first_and_a_last_ruby
    table = File.read(File.join(Checkout::ROOT, "ext/jacinth/ruby/verified.h"), encoding: "UTF-8")
    names = table.scan(/X\((JAC_\w+), "\w+"\)/).flatten

    assert_equal Internals.states.size, names.size
    assert_equal names, table.scan(/^#define (JAC_\w+)_ROW\(X\) +X\(\d, \d, JAC_(?:RELEASE|DEV)\(\d, \d\), /).flatten
  end

  private

  # The names that Ruby's headers declare: all words in them after preprocessing.
  def declared
    config = RbConfig::CONFIG
    folders = config.values_at("rubyhdrdir", "rubyarchhdrdir").map { |folder| "-I#{folder}" }
    there = HEADERS.select { |name| File.file?(File.join(config["rubyhdrdir"], name)) }
    source = there.map { |name| "#include <#{name}>\n" }.join
    text, status = Open3.capture2(*config["CC"].split, "-E", "-P", *folders, "-x", "c", "-", stdin_data: source)

    assert_predicate status, :success?
    text.scan(/\b[a-z_]\w+/i).to_h { |word| [word, true] }
  end

  # The names of Ruby's that the library under test uses: rb_..., ruby_..., st_...
  def wanted
    library = $LOADED_FEATURES.grep(%r{/jacinth\.(?:so|bundle)\z}).first
    text, status = Open3.capture2("nm", "-D", "-u", library)

    assert_predicate status, :success?
    text.scan(/^\s+U ([^\s@]+)/).flatten.uniq.grep(/\A_?(?:rb|ruby|st|ar|onig)_/)
  end
end
