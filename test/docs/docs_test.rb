# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/examples"
require "tmpdir"

class DocsTest < Minitest::Test
  ROOT = Checkout::ROOT
  # Examples that need Active Support run in test/rails, those of serializers in their folders,
  # those of frameworks with rake test:ecosystem.
  ADAPTERS = Dir["#{ROOT}/lib/jacinth/{rails,alba,blueprinter,jbuilder,jsonapi_serializer}{.rb,/**/*.rb}",
                 "#{ROOT}/docs/{rails,serializers,jbuilder,jsonapi-serializer,frameworks}.md"].freeze
  # Methods of the portable backend are documented in the other files of lib/.
  SOURCES = (Dir["#{ROOT}/lib/**/*.rb"] - Dir["#{ROOT}/lib/jacinth/portable/*.rb"] - ADAPTERS).freeze
  PAGES = (Dir["#{ROOT}/{README,CONTRIBUTING}.md", "#{ROOT}/docs/**/*.md"] - ADAPTERS).freeze

  def run_examples(*paths)
    runner = File.join(ROOT, "test/support/examples.rb")
    Dir.mktmpdir do |folder|
      stdout = ruby!("load $PROGRAM_NAME = ARGV.shift", argv: [runner, *paths], chdir: folder)
      *faults, total = stdout.lines(chomp: true)

      flunk faults.join("\n") unless faults.empty?
      total[/\Achecked (\d+)\z/, 1].to_i
    end
  end

  def test_examples_in_comments_have_their_results = assert_operator run_examples(*SOURCES), :>=, 20

  # Pages with examples for newer Rubies.
  NEWER = { "docs/types.md" => "3.2" }.freeze

  PAGES.select { |page| Examples.extract(page).flatten.any? }.each do |page|
    name = page.delete_prefix("#{ROOT}/")
    define_method("test_examples_in_#{name}") do
      skip "Ruby #{NEWER[name]}" if NEWER.key?(name) && NEWER[name] > RUBY_VERSION
      run_examples(page)
    end
  end

  def test_the_readme_has_examples
    assert_operator run_examples(File.join(ROOT, "README.md")), :>=, 15
  end

  def test_every_public_method_has_a_comment_with_an_example
    documented = documentation
    missing = public_methods_of_jacinth.reject do |name|
      comment = documented.fetch(name) { comment_above(name) }
      comment.match?(Examples::MARKER)
    end

    flunk "no comment, or no example in it:\n#{missing.join("\n")}" unless missing.empty?
  end

  # `folder/file.c`: `function`, as the pages name places in the C code. {c,h} stands for
  # both files, x for each instruction set.
  PLACE = %r{`((?:core|ruby|generate|parse|document|type|stream)/\w+\.(?:\w|\{[^`]+\}))`(?:: ((?:`\w+`(?:, )?)+))?}

  def test_files_and_functions_that_pages_name_exist
    places = PAGES.grep_v(%r{/decisions/}).flat_map { |page| File.read(page, encoding: "UTF-8").scan(PLACE) }
    missing = places.reject do |file, names|
      code = Dir["#{ROOT}/ext/jacinth/#{file.sub("_x.", "_swar.")}"].map { |path| File.read(path, encoding: "UTF-8") }.join
      !code.empty? && names.to_s.scan(/\w+/).all? { |name| code.match?(/\b#{name}\(/) }
    end

    assert_operator places.size, :>=, 40
    assert_empty missing.uniq
  end

  # A runner that accepted everything would let all tests above pass.
  def test_the_runner_reports_wrong_examples
    Dir.mktmpdir do |folder|
      path = File.join(folder, "page.md")
      File.write(path, <<~MARKDOWN)
        ```ruby
        1 + 1 # => 3
        Integer("x") # raises TypeError
        [1] # raises ArgumentError
        puts 1
        # >> 2
        begin
          raise "x"
        rescue => e
          e.message # => "y"
        end
        if false
          1 # => 1
        end
        0 # => 0
        nil.no_such
        ```
      MARKDOWN
      faults, checked = Examples.run(path)

      assert_equal 7, checked
      assert_equal([2, 3, 4, 6, 10, 13, 16], faults.map { |fault| fault[/:(\d+): /, 1].to_i })
    end
  end

  def test_the_runner_accepts_right_examples
    Dir.mktmpdir do |folder|
      path = File.join(folder, "code.rb")
      File.write(path, <<~'RUBY')
        # Adds.
        #
        #   list = [1,
        #           2]
        #   list + [3]
        #   # => [1, 2,
        #   #      3]
        #   Integer("x") # raises ArgumentError: invalid value
        #   puts "a\nb"
        #   # >> a
        #   # >> b
        #   {a: 1} # => {a: 1}
        #   begin
        #     Integer("x")
        #   rescue ArgumentError => error
        #     error.class # => ArgumentError
        #   end
        #
        # Not code, nor marked:
        #
        #   picture |----|
      RUBY

      assert_equal [[], 5], Examples.run(path)
    end
  end

  private

  # Every public method that Jacinth defines: "Jacinth::State#indent",
  # "Jacinth.generate". Names with a leading _ and :nodoc: ones are not public.
  def public_methods_of_jacinth
    all = paths.invert.flat_map { |mod, path| methods_of(mod, path) }
    all.reject { |name| name.match?(/[.#]_/) || hidden.include?(name[/[.#](.+)/, 1]) }
  end

  # The shortest path of each module, by which it is documented. json 2.x's
  # modules for core classes all have the one method of GeneratorMethods.
  def paths(mod = Jacinth, path = "Jacinth", found = {})
    return found if found.value?(mod) && found.key(mod).size <= path.size

    found.delete(found.key(mod))
    found[path] = mod
    mod.constants(false).each do |name|
      inner = mod.const_get(name)
      next unless inner.is_a?(Module) && inner.name.to_s.start_with?("Jacinth::")

      paths(inner, "#{path}::#{name}", found)
    end
    found.reject { |below, _| below.start_with?("Jacinth::Ext::Generator::GeneratorMethods::") }
  end

  def methods_of(mod, path)
    struct = mod.is_a?(Class) && mod < Struct # whose readers and class methods are Struct's own
    instance = mod.public_instance_methods(false)
    instance -= mod.members.flat_map { |member| [member, :"#{member}="] } if struct
    single = struct ? [] : mod.singleton_methods(false)
    single += [:new] if mod.private_method_defined?(:initialize, false)
    instance.map { |name| "#{path}##{name}" } + single.map { |name| "#{path}.#{name}" }
  end

  def hidden
    @hidden ||= SOURCES.grep(/\.rb\z/).flat_map do |path|
      File.read(path, encoding: "UTF-8").scan(/def (?:self\.)?([^\s(;]+).*# :nodoc:/).flatten
    end
  end

  # Returns the comment of a method in lib/ that RDoc does not see: a Struct's.
  def comment_above(name)
    mod, kind, method = name.sub(/\.new\z/, "#initialize").partition(/[.#]/)
    mod = Object.const_get(mod)
    path, line = (kind == "#" ? mod.instance_method(method) : mod.method(method)).source_location
    return "" unless path && SOURCES.include?(path)

    above = File.readlines(path, encoding: "UTF-8").first(line - 1).reverse
    above.take_while { |text| text.match?(/^\s*#/) }.reverse.join
  end

  def rdoc?
    RUBY_VERSION < "4.0" || run_ruby("require 'rdoc'").success?
  end

  # Name to comment, as RDoc sees them; a module function is an instance method
  # to RDoc.
  def documentation
    rdoc? or skip("RDoc, a gem of its own from Ruby 4.0 on, is not installed")
    script = File.join(ROOT, "test/support/rdoc_comments.rb")
    stdout = Dir.mktmpdir { |folder| ruby!("load ARGV.shift", argv: [script, File.join(folder, "doc"), *SOURCES]) }
    comments = Jacinth.parse(stdout)
    comments.merge(comments.transform_keys { |name| name.sub(/\AJacinth#/, "Jacinth.") })
  end
end
