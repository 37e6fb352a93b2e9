# frozen_string_literal: true

require_relative "checkout"

# The rules of the house for the C in ext/jacinth:
#
#     ruby tools/lint_layers.rb
#
# - A file includes files of its own folder and of the folders that ALLOWED
#   lists for it: core <- ruby <- generate | parse <- document <- the rest. The two sides
#   never include each other.
# - No header includes itself through others.
# - core/ has no Ruby in it, and an algorithm that is shared by instruction sets
#   (a _body.h) never asks which one it is compiled for.
module LintLayers
  FOLDER = File.join(Checkout::ROOT, "ext/jacinth")

  # Folder => the folders below it; "" is ext/jacinth itself.
  ALLOWED = {
    "core" => [],
    "ruby" => %w[core],
    "generate" => %w[core ruby],
    "parse" => %w[core ruby],
    "document" => %w[core ruby generate parse],
    "type" => %w[core ruby generate parse],
    "stream" => %w[core ruby parse document],
    "" => %w[core ruby generate parse document type stream]
  }.freeze

  MAX_COLUMNS = 80
  ASKS_ISA = /
    ^\s*\#\s*(?:if|ifdef|ifndef|elif)\b.*
    \b(?:__(?:AVX|SSE|ARM_)\w*|__(?:aarch64|x86_64|i386)__|_M_(?:X64|ARM64)|JAC_(?:HAVE|CPU)_\w+)\b
  /x

  module_function

  def run
    texts = Dir.glob("{,*/}*.{c,h}", base: FOLDER).to_h do |file|
      [file, File.read(File.join(FOLDER, file), encoding: "UTF-8")]
    end
    found = texts.flat_map { |file, text| faults(file, text).map { |fault| "ext/jacinth/#{file}#{fault}" } }
    found + cycles(texts)
  end

  def faults(file, text)
    column_faults(text) + include_faults(file, text) + isa_faults(file, text)
  end

  def column_faults(text)
    text.lines(chomp: true).each_with_index.filter_map do |line, i|
      ":#{i + 1}: over #{MAX_COLUMNS} columns" if line.size > MAX_COLUMNS
    end
  end

  def isa_faults(file, text)
    return [] unless file.end_with?("_body.h")

    numbered(text, ASKS_ISA).map { |i, _| ":#{i}: asks for an instruction set" }
  end

  def include_faults(file, text)
    folder = folder_of(file)
    allowed = ALLOWED[folder] or return [": #{folder}/ is not listed in tools/lint_layers.rb"]
    includes(text).filter_map do |i, kind, name|
      fault = include_fault(folder, allowed, kind, name)
      ":#{i}: #{fault}" if fault
    end
  end

  def include_fault(folder, allowed, kind, name)
    return (folder == "core" && name.start_with?("ruby") ? "core/ includes <#{name}>" : nil) if kind == "<"

    target = folder_of(resolve(folder, name))
    "#{folder}/ includes #{name}, which is not below it" unless target == folder || allowed.include?(target)
  end

  # Quoted names are looked up beside the file, then from ext/jacinth.
  def resolve(folder, name)
    beside = folder.empty? ? name : File.join(folder, name)
    File.exist?(File.join(FOLDER, beside)) ? beside : name
  end

  # Each header that includes itself, with the way it does.
  def cycles(texts)
    graph = texts.to_h do |file, text|
      [file, includes(text).filter_map { |_, kind, name| resolve(folder_of(file), name) if kind == '"' }]
    end
    done = {}
    graph.keys.filter_map { |file| cycle(graph, file, [], done) }
  end

  def cycle(graph, file, way, done)
    return "ext/jacinth/#{file}: includes itself: #{[*way, file].join(' -> ')}" if way.include?(file)
    return if done[file] || !graph[file]

    found = nil
    graph[file].each { |name| found ||= cycle(graph, name, [*way, file], done) }
    done[file] = true
    found
  end

  # [line, "<" or '"', name] of each #include.
  def includes(text)
    numbered(text, /^\s*#\s*include\s+([<"])([^>"]+)[>"]/).map { |i, match| [i, *match.captures] }
  end

  def folder_of(file)
    folder = File.dirname(file)
    folder == "." ? "" : folder
  end

  def numbered(text, pattern)
    text.lines.each_with_index.filter_map do |line, i|
      match = line.match(pattern)
      [i + 1, match] if match
    end
  end
end

if $PROGRAM_NAME == __FILE__
  faults = LintLayers.run
  puts faults
  exit faults.empty?
end
