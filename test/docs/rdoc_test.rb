# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/option_lists"
require "jacinth/command"
require "tmpdir"

# The documentation that `gem install` makes for ri, and the pages.
class RDocTest < Minitest::Test
  ROOT = Checkout::ROOT

  # ruby READ FOLDER FILE...: what RDoc publishes of the files, as a JSON object.
  READ = <<~'RUBY'
    require "json"
    begin
      require "rdoc"
    rescue LoadError
      exit
    end
    options = RDoc::Options.new
    options.parse(["--quiet", "--dry-run", "--force-output", "--op", *ARGV])
    rdoc = RDoc::RDoc.new
    rdoc.document(options)
    rdoc.store.complete(:protected)
    name = ->(member) { member.is_a?(RDoc::Attr) && member.rw == "W" ? "#{member.name}=" : member.name }
    text = ->(object) { object.comment.is_a?(String) ? object.comment : object.comment&.text.to_s }
    modules = rdoc.store.all_classes_and_modules.select(&:display?).reject(&:is_alias_for)
    found = modules.to_h do |mod|
      members = mod.method_list.select(&:display?) + mod.attributes.select(&:display?)
      parts = mod.comment_location.respond_to?(:values) ? mod.comment_location.values.flatten : mod.comment_location.map(&:first)
      comment = parts.map { |part| part.respond_to?(:text) ? part.text.to_s : part.to_s }.reject { |part| part.strip.empty? }
      names = members.to_h { |member| [(member.singleton ? "." : "#") + name[member], text[member.is_alias_for || member]] }
      constants = mod.constants.select(&:display?).to_h { |constant| [constant.name, text[constant]] }
      calls = mod.method_list.select(&:display?).to_h { |call| [(call.singleton ? "." : "#") + call.name, call.arglists.to_s] }
      [mod.full_name, { "comments" => comment, "members" => names, "constants" => constants, "calls" => calls }]
    end
    puts JSON.generate(found)
  RUBY

  # The files that have public names: methods in C are documented in lib/, and so are those of the portable backend.
  def self.published
    spec = Gem::Specification.load(File.join(ROOT, "jacinth.gemspec"))
    spec.files.grep(%r{\Alib/(?!jacinth/portable/).*\.rb\z}) + spec.extra_rdoc_files
  end

  def self.found
    @found ||= Dir.mktmpdir do |folder|
      argv = [File.join(folder, "doc"), *published.map { |file| File.join(ROOT, file) }]
      out, status = Open3.capture2({ "RUBYOPT" => nil }, RbConfig.ruby, "-W0", *$LOAD_PATH.flat_map { |path| ["-I", path] },
                                   "-e", READ, "--", *argv)
      raise "RDoc failed" unless status.success?

      out.empty? ? {} : Jacinth.parse(out.force_encoding(Encoding::UTF_8))
    end
  end

  # ruby LIST OPTION...: prints the classes that `gem install` publishes for ri, which shows :nodoc: ones, too.
  LIST = <<~RUBY
    require "json"
    require "rdoc"
    options = RDoc::Options.new
    options.parse(["--quiet", "--dry-run", "--force-output", *ARGV, "lib", "ext"])
    rdoc = RDoc::RDoc.new
    rdoc.options = options
    rdoc.store = RDoc::Store.new(*(RDoc::Store.instance_method(:initialize).parameters.first&.first == :req ? [options] : []))
    rdoc.parse_files(options.files)
    puts JSON.generate(rdoc.store.all_classes_and_modules.map(&:full_name))
  RUBY

  def setup
    skip "RDoc is not installed" if self.class.found.empty?
  end

  def test_files_without_public_names_are_kept_out_of_ri
    options = Gem::Specification.load(File.join(ROOT, "jacinth.gemspec")).rdoc_options
    out, status = Open3.capture2({ "RUBYOPT" => nil }, RbConfig.ruby, "-W0", *$LOAD_PATH.flat_map { |path| ["-I", path] },
                                 "-e", LIST, "--", *options, chdir: ROOT)

    assert_predicate status, :success?
    names = Jacinth.parse(out.lines.last)

    %w[Jacinth::Coder Jacinth::Type Jacinth::Document Jacinth::Writer].each { |name| assert_includes names, name }
    assert_empty names.grep(/Replace|Proxy|Gunzip|Terminal|Choice|Pattern|Hints|Migration|Query::/)
    assert_empty public_modules.grep_v(/Ext|State|Parser|OnRails|GeneratorMethods/) - names
  end

  def modules = self.class.found

  # Those that are there without Active Support and serializers.
  def loaded = modules.reject { |name, _| name.start_with?("Jacinth::On") }

  def text(name)
    mod, method = name.match(/\A(.+?)([.#][^.#]+)?\z/).captures
    members = modules.fetch(mod).fetch("members")
    members[method] || members.fetch(method.sub(".", "#")) # a module function
  end

  def test_the_module_has_one_text_with_its_entry_points
    comments = modules.fetch("Jacinth")["comments"]

    assert_equal 1, comments.size, comments.join("\n---\n")
    assert_match(/JSON for Ruby/, comments.first.lines.first)
    %w[parse generate dump Coder ResumableParser ParserError GeneratorError jacinth/json].each do |name|
      assert_includes comments.first, name
    end
  end

  def test_every_class_has_a_text
    bare = loaded.select { |_, mod| mod["comments"].empty? }.keys

    assert_empty bare
    assert_operator modules.size, :>=, 14
    public_modules.each { |name| assert_includes modules.keys, name }
  end

  def test_nothing_private_is_published
    loaded.each do |name, mod|
      type = constant(name)

      assert_includes public_modules, name
      hidden = mod["members"].keys.reject { |member| public?(type, member) }

      assert_empty hidden, "#{name} has private methods that are published"
    end
  end

  def test_every_public_name_has_a_text
    bare = loaded.flat_map do |name, mod|
      mod["members"].merge(mod["constants"].transform_keys { |constant| "::#{constant}" })
                    .filter_map { |member, comment| "#{name}#{member}" if comment.strip.empty? }
    end

    assert_empty bare
  end

  def test_every_public_method_is_published
    absent = loaded.flat_map do |name, mod|
      published = mod["members"].keys.map { |member| member[1..] }
      methods = public_methods_of(constant(name)).map { |method| method.to_s.sub(/(?<=\w)=\z/, "") }
      (methods.uniq - published - published.map { |method| method.chomp("=") }).map { |method| "#{name}: #{method}" }
    end

    assert_empty absent
  end

  def test_every_method_shows_its_arguments
    nameless = loaded.flat_map do |name, mod|
      mod["calls"].filter_map { |call, shown| "#{name}#{call}: #{shown}" if shown.match?(/\((?:\*args|p1.*|\*|&|\.\.\.)\)\z/) }
    end

    assert_operator loaded.sum { |_, mod| mod["calls"].size }, :>, 100
    assert_empty nameless
  end

  def test_every_keyword_has_a_text
    found = loaded.flat_map do |name, mod|
      mod["members"].flat_map do |member, comment|
        untold = keywords_of(constant(name), member).reject { |keyword| comment.match?(/\b#{keyword}\b/) }
        untold.map { |keyword| "#{name}#{member} #{keyword}:" }
      end
    end

    assert_empty found
  end

  def test_lists_of_options_agree_with_those_in_c_and_with_the_page_of_options
    assert_empty OptionLists.outdated, "run ruby tools/option_lists.rb --write"
    { "Jacinth.generate" => OptionLists.generator, "Jacinth.parse" => OptionLists.parser("MODULE") }.each do |name, options|
      listed = text(name).scan(/^\[(\+.*\+)\] /).join.scan(/\w+/).map(&:to_sym)

      assert_equal options.sort, listed.sort, "docs/options.md does not list the options of #{name}"
    end
  end

  def test_comment_of_resumable_parser_and_coder_name_the_options_that_are_not_theirs
    { "Jacinth::ResumableParser.new" => "PARSER", "Jacinth::Coder.new" => "CODER" }.each do |name, reader|
      excepted = text(name)[/Jacinth\.parse except ((?:(?:,\s+|\s+and\s+)?\+\w+\+)+)/, 1].scan(/\w+/) - ["and"]

      assert_equal OptionLists.parser("MODULE") - OptionLists.parser(reader), excepted.map(&:to_sym), name
    end
  end

  # Methods of json 3.1 whose names are sufficient.
  UNSAID = %i[hash == eql? inspect to_s respond_to_missing? method_missing detailed_message].freeze

  private

  def constant(name) = Object.const_get(name.sub(/\AJacinth::State\b/, "Jacinth::Ext::Generator::State"))

  def public_methods_of(type)
    names = type.public_instance_methods(false)
    names += type.singleton_methods(false) unless type.is_a?(Class) && type < Struct
    names -= type.members.flat_map { |member| [member, :"#{member}="] } if type.is_a?(Class) && type < Struct
    names.reject { |name| name.start_with?("_") || UNSAID.include?(name) || hidden.include?(name.to_s) }
  end

  # Methods with :nodoc:.
  def hidden
    @hidden ||= Dir[File.join(ROOT, "lib/**/*.rb")].flat_map do |path|
      File.read(path, encoding: "UTF-8").scan(/def (?:self\.)?([^\s(;]+).*# :nodoc:/).flatten
    end
  end

  def keywords_of(type, member)
    name = member[1..].to_sym
    method =
      if member == ".new" then type.instance_method(:initialize)
      elsif member.start_with?(".") || !type.method_defined?(name) then type.method(name)
      else type.instance_method(name)
      end
    method.parameters.filter_map { |kind, keyword| keyword if %i[key keyreq].include?(kind) }
  rescue NameError
    []
  end

  def public_modules(mod = Jacinth)
    inner = mod.constants(false).map { |name| [name, mod.const_get(name)] }
    inner = inner.select { |name, value| value.is_a?(Module) && value.name == "#{mod}::#{name}" && !anonymous?(value) }
    names = [mod.name, *inner.flat_map { |_, value| public_modules(value) }]
    names.map { |name| name.sub("Jacinth::Ext::Generator::State", "Jacinth::State") }
  end

  # The modules of json 2.x's time are made in a loop.
  def anonymous?(mod) = mod.name.start_with?("Jacinth::Ext::Generator::GeneratorMethods::")

  def public?(type, member)
    name = member[1..].to_sym
    return type.public_method_defined?(name) || type.respond_to?(name) if member.start_with?("#")

    type.respond_to?(name)
  end
end
