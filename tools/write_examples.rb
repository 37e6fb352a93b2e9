# frozen_string_literal: true

require "fileutils"
require_relative "checkout"
require_relative "../test/support/examples"

# Writes the examples of README.md and of the guides as programs into
# tmp/examples, each line where it is in its page, for Steep (the Steepfile).
# Misuse, which raises, is left out, and so are the methods of the examples' own
# classes: these have no signatures.
#
#     ruby tools/write_examples.rb
module WriteExamples
  FOLDER = File.join(Checkout::ROOT, "tmp", "examples")
  DEFINITION = /^\s*def /
  # Pages about gems without signatures.
  SKIPPED = %w[serializers jbuilder jsonapi-serializer frameworks].map { |name| "docs/#{name}.md" }.freeze

  module_function

  def write
    FileUtils.rm_rf(FOLDER)
    FileUtils.mkdir_p(FOLDER)
    pages = ["README.md", *Dir.glob("docs/**/*.md", base: Checkout::ROOT)] - SKIPPED
    pages.each do |page|
      lines = program(File.join(Checkout::ROOT, page))
      File.write(File.join(FOLDER, "#{File.basename(page, '.md')}.rb"), "#{lines.join("\n")}\n") if lines.any?
    end
  end

  def program(path)
    steps = Examples.extract(path).flatten.flat_map { |example| Examples.steps(example) }
    steps.each_with_object([]) do |step, lines|
      next if step.kind == "raises" || step.code.match?(DEFINITION)

      code = step.code.lines(chomp: true)
      first = step.kind ? step.line - code.size : step.line - 1
      code.each_with_index { |line, i| lines[first + i] = line }
    end
  end
end

WriteExamples.write if $PROGRAM_NAME == __FILE__
