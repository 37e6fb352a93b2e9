# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../support/public_modules"

# tools/linear.rb has rows for all public methods, and for their lists.
class LinearTest < Minitest::Test
  include JacinthHelpers

  # Methods of scalars.
  SCALARS = /\AJacinth\.(?:kernel|build_info|parser|generator|state|create_id)|
             \AJacinth\.(?:load|dump)_default_options|
             State(?:\#(?!generate|merge|configure|to_h|inspect)|\.options_hash)|Fault[.\#]|\#_|\._|
             Fragment(?:\#json|\.(?:keyword|memb|insp))|
             \#(?:invalid_object|line|column|excerpt|position)\z|Writer\#end\z|Member\#call|SchemaError\#/x

  # Each list-like argument: of methods with a rest parameter, and of these.
  LISTS = %w[Jacinth.parse Jacinth.each Jacinth.events Jacinth.merge_patch Jacinth::Coder.new Jacinth::Type.of Jacinth::Type#with
             Jacinth::ValidationError.new].freeze

  # Methods with pointers, as arguments or by the option `only`.
  POINTERS = %w[Jacinth.parse Jacinth.parse! Jacinth.load Jacinth.unsafe_load Jacinth.[] Jacinth.load_file Jacinth.each Jacinth::Parser.new
                Jacinth::Parser::Config#parse Jacinth::Coder.new Jacinth::Document#values_at].freeze
  REST = %i[pointers steps values types].freeze

  # The names of the rows, and of the methods that they call with a small n.
  def called
    @called ||= ruby!(<<~RUBY, args: ["-W0"]).lines(chomp: true)
      require #{File.join(Checkout::ROOT, 'tools', 'linear.rb').dump}
      names = {}
      trace = TracePoint.new(:call, :c_call) do |point|
        owner = point.defined_class
        mod = owner.singleton_class? ? point.self : owner
        name = Module.instance_method(:name).bind_call(mod) if Module === mod
        next unless name.to_s.start_with?("Jacinth")

        names["\#{name}\#{owner.singleton_class? ? '.' : '#'}\#{point.method_id}".sub("#initialize", ".new")] = true
      end
      Linear::ROWS.each { |row| call = row.make.call(3); trace.enable { call.call } }
      puts names.keys, Linear::ROWS.map { |row| "row \#{row.group}" }.uniq
      puts Linear::ROWS.map { |row| "row \#{row.group}: \#{row.name}" }
    RUBY
  end

  # One test, because the calls of all rows take seconds to trace.
  def test_every_public_method_and_list_argument_is_measured # rubocop:disable Metrics/PerceivedComplexity
    # one method by two names is one
    same = PublicModules.methods_by_name.group_by { |_, method| method.unbind rescue method } # rubocop:disable Style/RescueModifier
    names = same.values.map { |list| list.map(&:first) }
    missing = names.reject { |list| list.any? { |name| name.match?(SCALARS) || called.include?(name) } }
    rest = PublicModules.methods_by_name.select { |_, method| method.parameters.any? { |kind, name| kind == :rest && REST.include?(name) } }
    lists = rest.map(&:first) | LISTS

    assert_operator same.size, :>, 150
    assert_empty missing
    assert_empty POINTERS.map { |name| "row #{name}: many pointers and members" } - called
    assert_empty lists - called.grep(/\Arow /).map { |name| name.delete_prefix("row ") }
  end
end
