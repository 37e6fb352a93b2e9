# frozen_string_literal: true

require_relative "../test_helper"

# Everything public of the json gem 3.1 and of the drop-in, as each Ruby sees it.
class ReflectionTest < Minitest::Test
  # Prints "name arity" for each method and "name" for each constant, sorted.
  REFLECT = <<~'RUBY'
    def members(mod, name, seen = {})
      return if seen[mod]
      seen[mod] = true
      mod.constants(false).sort.each do |const|
        value = mod.const_get(const)
        puts "#{name}::#{const}"
        own = value.is_a?(Module) && value.name.to_s.match?(/\A(?:JSON|Jacinth)\b/)
        members(value, "#{name}::#{const}", seen) if own
      end
      arity = ->(method) { method.arity.negative? ? "any, at least #{[required(method), 0].max}" : method.arity }
      inherited = mod.is_a?(Class) ? mod.superclass.public_instance_methods : []
      (mod.public_instance_methods - inherited).sort.each { |m| puts "#{name}##{m} #{arity[mod.instance_method(m)]}" }
      mod.singleton_methods(false).sort.each { |m| puts "#{name}.#{m} #{arity[mod.method(m)]}" }
    end

    # A C function does not report its required arguments: it is called to find out.
    def required(method)
      return -method.arity - 1 if method.arity < -1
      method = method.bind(method.owner.new) if [JSON::Coder, JSON::State].include?(method.owner)
      method.call if method.is_a?(Method)
      0
    rescue ArgumentError => e
      e.message[/expected (\d+)/, 1].to_i
    rescue StandardError
      0
    end

    members(JSON, "JSON")
    puts "Kernel#JSON #{Kernel.instance_method(:JSON).arity}", "Object#to_json #{Object.instance_method(:to_json).arity}"
    [1, 1.5, nil, true, "", [], {}, :a].each { |o| puts "#{o.class}#to_json #{o.method(:to_json).arity}" }
  RUBY

  # Methods between the Ruby and the C part of the json gem.
  INTERNAL = /\A(?:
    JSON::Ext\.(?:coerce_key|on_duplicate_key|shareable_lambda|valid_encoding\?)|
    JSON::State\.(?:default_sort_keys_proc=|rfc8785_\w+=)
  )\s/x

  # Methods that take options here.
  WIDER = /\AJSON::ResumableParser\#partial_value\s/

  # Methods that only Jacinth has: its kernels' name, modules of json 2.x's time, hints,
  # excerpts, and the end of documents in chunks.
  OURS = /\AJSON(?:
    \.kernel\s|\.build_info\s|\.(?:at|diff|each|each_partial|events|merge_patch|patch|query|reformat|valid\?)\s|
    ::Document\b|::PatchError\b|::Type\b|::Query(?:Error)?\b|::ValidationError\b|::LimitError\b|
    ::ParserError\#(?:excerpt|hint|source_name=?|details)\s|::Writer\b|
    ::State\#(?:html_safe|enumerators|safe_integers|invalid|width|omit_nil|omit_empty|rails|types)\b|
    ::ResumableParser\#(?:complete\?|finish|open_pointer|skip_line)\s|::GeneratorError\#json_path\s|::(?:Generator|Parser)Error\#pointer\s|
    ::State\.options_hash\s|
    ::Ext::Generator::GeneratorMethods\b
  )/x

  # The portable backend's.
  PORTABLE = /\AJSON::(?:(?:CoderConversions|RailsOption)\b|(?:State|ResumableParser)(?:\.(?:allocate|new|option_names)|\#check_options)\s)/

  def reflect(setup)
    lines = ruby!("#{setup}\n#{REFLECT}", args: ["-W0"]).lines(chomp: true)
    # JSONError has one here, for hints; GeneratorError has one there.
    lines.reject! { |line| line.include?("#detailed_message") }
    shorter = { "JSON::Ext::Parser" => "JSON::Parser", "JSON::Ext::Generator::State" => "JSON::State" }
    lines.map { |line| line.gsub(/JSON::Ext::(?:Parser|Generator::State)/, shorter) }.uniq
  end

  # The code that loads the json gem of the bundle.
  def json_gem
    code = "require 'json'"
    version = ruby!("#{code}; print JSON::VERSION")
    skip "json is #{version}, not 3.1: run this by `rake test`" unless version.start_with?("3.1.")
    code
  end

  def reflections = [reflect(json_gem), reflect("require 'jacinth/json'")]

  def test_constants_methods_and_arities_are_those_of_json
    json, ours = reflections

    assert_operator json.size, :>=, 100
    assert_empty (json - ours).grep_v(INTERNAL).grep_v(WIDER), "missing or different"
    added = (ours - json).grep_v(OURS).grep_v(WIDER)
    added = added.grep_v(PORTABLE) if Jacinth.build_info[:backend] == "portable"
    assert_empty added, "json has not"
  end

  def test_names_of_options_are_those_of_json
    code = <<~'RUBY'
      names = %i[
        max_nesting allow_nan allow_trailing_comma allow_comments allow_control_characters allow_invalid_escape
        symbolize_names freeze allow_duplicate_key decimal_class on_load object_class array_class create_additions
        indent space space_before object_nl array_nl depth as_json buffer_initial_length ascii_only script_safe strict
        sort_keys rfc8785 escape_slash quirks_mode allow_blank proc
      ]
      takes = ->(name, &call) do
        call.call(name)
        true
      rescue ArgumentError => e
        !e.message.start_with?("unknown keyword: #{name}")
      rescue StandardError
        true
      end
      {
        parse: ->(n) { JSON.parse("1", n => nil) }, parse!: ->(n) { JSON.parse!("1", n => nil) },
        load: ->(n) { JSON.load("1", nil, n => nil) }, parser: ->(n) { JSON::Parser.new("1", { n => nil }) },
        resumable: ->(n) { JSON::ResumableParser.new(n => nil) }, generate: ->(n) { JSON.generate(1, n => nil) },
        pretty: ->(n) { JSON.pretty_generate(1, n => nil) }, dump: ->(n) { JSON.dump(1, nil, nil, { n => nil }) },
        state: ->(n) { JSON::State.new({ n => nil }) }, coder: ->(n) { JSON::Coder.new(n => nil) }
      }.each { |where, call| puts "#{where}: #{names.select { |name| takes.call(name, &call) }.inspect}" }
      puts JSON::State.new.to_h.keys.sort.inspect
    RUBY
    # Parser takes two options more than the json gem's, which knows them in JSON.parse only. What json 2.x
    # took and every call does by now is taken everywhere: but create_additions by what reads alone.
    more = /^(parser: .*:on_load), :object_class, :array_class/
    ours = ruby!("require 'jacinth/json'\n#{code}", args: ["-W0"])

    assert_match more, ours
    assert_equal [10, 5], [ours.scan(":quirks_mode").size, ours.scan(":create_additions").size]
    ours = ours.sub(more, '\1').gsub(/, :(?:quirks_mode|create_additions)\b/, "")
    assert_equal ruby!("#{json_gem}\n#{code}", args: ["-W0"]), ours
  end

  def test_no_module_overrides_a_method_of_modules
    found = ruby!(<<~'RUBY')
      require "jacinth/json"
      require "jacinth/command"
      Jacinth.parse("[nul]", into: Jacinth::Type.any) rescue $!.detailed_message
      ObjectSpace.each_object(Module) { |mod| mod.name && mod.method(:name) }
      kept = %i[name to_s hash == === method instance_method methods constants const_get send]
      ObjectSpace.each_object(Module).select { |mod| mod.name.to_s.start_with?("Jacinth") }.each do |mod|
        (mod.singleton_class.instance_methods(false) & kept).each { |name| puts "#{mod}.#{name}" }
      end
    RUBY

    assert_equal "Jacinth::Type.hash\n", found
  end
end
