# frozen_string_literal: true

require_relative "test_helper"
require "fileutils"
require "tmpdir"

# What the library knows of Ruby's insides, as Jacinth.build_info tells; and builds that know nothing.
class InternalsTest < Minitest::Test
  EXTCONF = File.join(Checkout::ROOT, "ext/jacinth/extconf.rb")
  HEADERS = %w[ruby.h ruby/encoding.h ruby/io.h ruby/ractor.h ruby/re.h ruby/st.h ruby/thread.h ruby/atomic.h
               ruby/version.h ruby/util.h ruby/random.h ruby/memory_view.h ruby/debug.h].freeze

  def test_build_info
    info = Jacinth.build_info

    assert_equal Jacinth.kernel, info[:kernel]
    assert_includes [true, false], info[:compiled_internals]
    assert_equal %i[arrays strings floats shared_pool hash_walk hash_reading hash_templates hash_filling
                    table_templates structs], info[:internals].keys
    assert_empty info[:internals].values - %w[on off disabled unverified unavailable unproved]
    [info, info[:kernel], info[:internals], *info[:internals].values].each { |part| assert_predicate part, :frozen? }
    assert Ractor.shareable?(info)
  end

  # A table that lists a Ruby and a proof that fails there contradict each other.
  def test_what_is_verified_is_proved
    unproved = Internals.states.select { |_, state| state == "unproved" }

    assert_empty unproved
  end

  # The fast way on the Rubies that people run, unless this build or run is about the plain one.
  def test_all_is_on_where_all_was_verified
    skip "switched off" if ENV["JACINTH_INTERNALS"] || ENV["JACINTH_CFLAGS"].to_s.include?("-DJAC_")
    skip "not for this Ruby" unless RUBY_VERSION.start_with?("3.3", "3.4", "4.0") && RUBY_PATCHLEVEL >= 0
    skip "Hashes are looked into on 64 bits only" unless [0].pack("J").bytesize == 8

    assert_equal Internals.states.keys, Internals.names
  end

  USE = <<~'RUBY'
    require "jacinth"
    rows = Array.new(40) { |i| [(0..i).to_h { |j| ["k#{j}", [i, j / 8.0, -1e300, "é" * j]] }, "x" * i, [i] * i, { a: 2**(i * 2) }] }
    text = Jacinth.generate(rows)
    names = rows.map { |hash, *rest| [hash, *rest[0, 2], rest[2].transform_keys(&:to_s)] }
    3.times { raise "wrong" unless Jacinth.parse(text) == names }
    print Jacinth.build_info.values_at(:compiled_internals, :internals).then { |a, b| [a, *b.values.uniq] }.join(" ")
  RUBY

  def test_without_internals_no_name_is_used_that_no_header_declares
    skip "no nm" unless ENV.fetch("PATH").split(":").any? { |folder| File.executable?(File.join(folder, "nm")) }
    build("--disable-internals") do |folder|
      names = wanted(folder)
      known = declared

      assert_includes names, "rb_hash_foreach"
      assert_empty(names.reject { |name| known[name] })
      assert_equal "false disabled", used(folder)
    end
  end

  # Whatever its structs are: none is looked into.
  def test_a_ruby_that_nobody_knows_gets_the_plain_way
    build(flags: "-DJAC_RUBY=99991") do |folder|
      known = declared

      assert_empty(wanted(folder).reject { |name| known[name] })
      assert_equal "true unverified", used(folder)
    end
  end

  # No piece without a first and a last Ruby, in the order of the list.
  def test_each_piece_is_in_the_table
    table = File.read(File.join(Checkout::ROOT, "ext/jacinth/ruby/verified.h"), encoding: "UTF-8")
    pieces = table.scan(/X\((JAC_\w+), "\w+"\)/).flatten
    bounds = table.scan(/#define (JAC_\w+)_(FIRST|LAST) JAC_(RELEASE|DEV)\((\d), (\d)\)/)

    assert_equal Internals.states.size, pieces.size
    assert_equal(pieces.flat_map { |piece| [[piece, "FIRST"], [piece, "LAST"]] }, bounds.map { |bound| bound[0, 2] })
  end

  private

  # Compiles elsewhere and gives the folder of jacinth/jacinth.so to the block.
  def build(*arguments, flags: "")
    skip "builds that a plain run looks at" if ENV.keys.intersect?(%w[JACINTH_CFLAGS JACINTH_INTERNALS RUBY_YJIT_ENABLE])
    Dir.mktmpdir do |folder|
      Dir.chdir(folder) do
        env = { "JACINTH_CFLAGS" => "-O0 #{flags}", "JACINTH_WERROR" => "1", "JACINTH_DEBUG" => nil, "RUBYOPT" => nil }
        run!(env, RbConfig.ruby, EXTCONF, *arguments)
        run!(env, "make", "-j2")
        FileUtils.mkdir("jacinth")
        FileUtils.mv("jacinth.#{RbConfig::CONFIG['DLEXT']}", "jacinth")
      end
      yield folder
    end
  end

  def run!(env, *command)
    output, status = Open3.capture2e(env, *command)

    assert_predicate status, :success?, output
    output
  end

  def used(folder)
    run!({ "RUBYOPT" => nil }, RbConfig.ruby, "-w", "-I", folder, "-I", File.join(Checkout::ROOT, "lib"),
         "-e", "# encoding: utf-8\n#{USE}")
  end

  # What Ruby's headers declare: all words that stand in them once they are preprocessed.
  def declared
    config = RbConfig::CONFIG
    folders = config.values_at("rubyhdrdir", "rubyarchhdrdir").map { |folder| "-I#{folder}" }
    there = HEADERS.select { |name| File.file?(File.join(config["rubyhdrdir"], name)) }
    source = there.map { |name| "#include <#{name}>\n" }.join
    text, status = Open3.capture2(*config["CC"].split, "-E", "-P", *folders, "-x", "c", "-", stdin_data: source)

    assert_predicate status, :success?
    text.scan(/\b[a-z_]\w+/i).to_h { |word| [word, true] }
  end

  # The names that the objects want of Ruby: rb_..., ruby_..., st_...
  def wanted(folder)
    objects = Dir[File.join(folder, "*.o")]

    assert_operator objects.size, :>, 30
    text, status = Open3.capture2("nm", "-u", *objects)

    assert_predicate status, :success?
    text.scan(/^\s+U (\S+)$/).flatten.uniq.grep(/\A_?(?:rb|ruby|st|ar|onig)_/)
  end
end
