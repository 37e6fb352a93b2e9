# frozen_string_literal: true

require_relative "checkout"
Checkout.use

require "jacinth"
require "rbs"
require "rbs/test"
require "tmpdir"
require_relative "../test/support/examples"

# Runs the examples of README.md and of the guides with every public method of
# Jacinth under RBS's type checker: the arguments, yielded values and results of each
# call must have the types of sig/. Calls that raise are not checked, because examples
# show misuse, too. test/docs/docs_test.rb checks the results.
#
#     bin/setup types -- ruby tools/check_examples.rb [PAGE...]
class CheckExamples
  # Its examples need Active Support, which is not in this bundle.
  SKIPPED = %w[rails serializers jbuilder jsonapi-serializer frameworks].map { |name| "docs/#{name}.md" }.freeze

  # Replaces RBS's own module, which raises.
  module Recording
    class << self
      attr_accessor :faults, :calls
    end

    def call(receiver, trace)
      return unless trace.method_call.return?

      Recording.calls += 1
      super unless trace.method_call.return_value.nil? && nilable?(trace.method_name)
    rescue RBS::Test::Tester::TypeError => e
      at = caller_locations.find { |location| location.path.end_with?(".md") }
      Recording.faults << "#{at&.path&.delete_prefix("#{Checkout::ROOT}/")}:#{at&.lineno}: #{e.message}"
    end

    # True if the signature has the annotation, as that of Hash#[] does.
    def nilable?(name)
      definition.methods[name]&.annotations&.any? { |annotation| annotation.string == "implicitly-returns-nil" }
    end
  end

  def initialize(pages)
    @pages = pages.map { |page| File.expand_path(page, Checkout::ROOT) }
    Recording.faults = []
    Recording.calls = 0
    RBS.logger_level = :fatal
  end

  # Returns the faults as lines of text, and the number of checked calls.
  def run
    install
    Dir.mktmpdir { |folder| Dir.chdir(folder) { @pages.each { |page| Examples.run(page) } } }
    [Recording.faults, Recording.calls]
  end

  private

  def install
    loader = RBS::EnvironmentLoader.new
    loader.add(path: Pathname(File.join(Checkout::ROOT, "sig")))
    env = RBS::Environment.from_loader(loader).resolve_type_names
    RBS::Test::Tester::MethodCallTester.prepend(Recording)
    tester = RBS::Test::Tester.new(env: env)
    modules(Jacinth).each do |mod|
      known = env.module_name?(RBS::TypeName.parse("::#{mod}"))
      tester.install!(mod, sample_size: 100, unchecked_classes: []) if known
    end
  end

  def modules(mod)
    inner = mod.constants(false).map { |name| mod.const_get(name) }.grep(Module)
    [mod, *inner.select { |other| other.name.to_s.start_with?("#{mod}::") }.uniq.flat_map { |other| modules(other) }]
  end
end

if $PROGRAM_NAME == __FILE__
  pages = ["README.md", *Dir.glob("docs/**/*.md", base: Checkout::ROOT).sort] - CheckExamples::SKIPPED
  pages = ARGV unless ARGV.empty?
  faults, calls = CheckExamples.new(pages).run
  puts faults
  abort "types: only #{calls} calls were looked at" if ARGV.empty? && calls < 300
  exit faults.empty?
end
