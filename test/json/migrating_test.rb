# frozen_string_literal: true

require_relative "../test_helper"
require "tmpdir"

# Each block of docs/migrating.md on its own, in a Ruby of its own.
class MigratingTest < Minitest::Test
  PAGE = File.read(File.join(Checkout::ROOT, "docs/migrating.md"), encoding: Encoding::UTF_8)
  BLOCKS = PAGE.scan(/(?<!<!-- not run -->\n)^```ruby\n(.*?)^```$/m).flatten.freeze
  RUNNER = File.join(Checkout::ROOT, "test/support/examples.rb")

  BLOCKS.each_with_index do |block, i|
    ["", "require 'json'\n"].each do |before|
      define_method("test_examples_of_block_#{i + 1}_hold#{'_after_json' unless before.empty?}") do
        code = block.include?("require \"jacinth/json\"") ? before + block : block
        Dir.mktmpdir do |folder|
          path = File.join(folder, "page.md")
          File.write(path, "```ruby\n#{code}```\n")
          out = ruby!("load $PROGRAM_NAME = ARGV.shift", argv: [RUNNER, path], chdir: folder)

          assert_match(/\Achecked [1-9]\d*\n\z/, out)
        end
      end
    end
  end

  def test_the_page_has_a_block_for_each_origin
    sections = PAGE.split(/^## /).drop(1)
    titles = sections.select { |text| text.include?("```ruby") }.map { |text| text.lines.first.chomp }

    assert_equal ["One line", "From json 3.x", "From json 2.x", "From Oj", "From Yajl"], titles
  end

  # The statements of the page about Oj and Yajl, if they are installed.
  def test_oj_returns_what_the_page_says
    code = <<~'RUBY'
      begin
        require "oj"
      rescue LoadError
        exit
      end
      require "jacinth"
      require "bigdecimal"
      data = { "a" => [1, nil, "ü/", { "b" => 1.5 }] }
      pairs = {
        compat: [Oj.dump(data, mode: :compat), Jacinth.generate(data)],
        strict: [Oj.dump(data, mode: :strict), Jacinth.generate(data, strict: true)],
        null: [Oj.dump([Object.new], mode: :null), Jacinth::Coder.new { nil }.dump([Object.new])],
        ascii: [Oj.dump(["ü"], mode: :compat, escape_mode: :ascii), Jacinth.generate(["ü"], ascii_only: true)],
        symbols: [Oj.load('{"a":1}', symbol_keys: true), Jacinth.parse('{"a":1}', symbolize_names: true)],
        decimal: [Oj.load("[1.5]", bigdecimal_load: :bigdecimal), Jacinth.parse("[1.5]", decimal_class: BigDecimal)]
      }
      pairs.each { |name, (oj, ours)| puts "#{name}: #{oj.inspect}, #{ours.inspect}" unless oj == ours }
    RUBY
    assert_empty ruby!(code, args: ["-W0"])
  end
end
