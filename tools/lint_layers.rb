# frozen_string_literal: true

require_relative "checkout"

# Checks the C sources in ext/jacinth:
#
#     ruby tools/lint_layers.rb           # prints each violation
#     ruby tools/lint_layers.rb --write   # writes the table of folders into the pages that show it
#
# - A file includes only files of its own folder and of the folders that LAYERS
#   lists for it.
# - No header includes itself through others.
# - core/ has no Ruby in it, and an algorithm that is shared by instruction sets
#   (a _body.h) never depends on the one it is compiled for.
# - The messages of invalid JSON are written in parse/error_texts.h only.
# - No variable or enumerator has a name that windows.h defines.
# - The pages in PAGES show LAYERS as it is.
module LintLayers
  FOLDER = File.join(Checkout::ROOT, "ext/jacinth")

  Layer = Struct.new(:contents, :may_include)

  # Folder => its contents and the folders that it may include; "" is
  # ext/jacinth itself. The only list of the folders and their order.
  LAYERS = {
    "core" => Layer.new("C99 without ruby.h: scanning, escaping, numbers; a header for each instruction set", []),
    "ruby" => Layer.new("CRuby: versions, errors, atomics, object layouts", %w[core]),
    "parse" => Layer.new("text to Ruby objects: options, sessions, the parser, keys, shapes, errors", %w[core ruby]),
    "generate" => Layer.new("Ruby objects to text: options, State, the buffer, the walk", %w[core ruby]),
    "check" => Layer.new("`valid?`: tokens, duplicate keys, limits", %w[core ruby parse]),
    "document" => Layer.new("lazy documents, pointers, projections, reformat", %w[core ruby parse generate check]),
    "stream" => Layer.new("chunked input: `ResumableParser`, `each`, `events`", %w[core ruby parse document]),
    "type" => Layer.new("compiled types: reading and writing", %w[core ruby parse generate check]),
    "writer" => Layer.new("`Jacinth::Writer`", %w[core ruby generate]),
    "rails" => Layer.new("Active Support and Active Record", %w[core ruby generate]),
    "" => Layer.new("init, `Coder`", %w[core ruby parse generate check document stream type writer rails])
  }.freeze

  # The pages that show the table, between these two lines.
  PAGES = %w[CONTRIBUTING.md docs/internals/design.md].freeze
  BEGINNING = "<!-- Written by tools/lint_layers.rb. -->\n"
  ENDING = "<!-- End of the table. -->\n"

  MAX_COLUMNS = 80
  ISA_TEST = /
    ^\s*\#\s*(?:if|ifdef|ifndef|elif)\b.*
    \b(?:__(?:AVX|SSE|ARM_)\w*|__(?:aarch64|x86_64|i386)__|_M_(?:X64|ARM64)|JAC_(?:HAVE|CPU)_\w+)\b
  /x
  # Macros in any place, and types as enumerators.
  WINDOWS_NAME = /
    \b(?:near|far)\b |
    (?:^\s+|[{,]\s)(?:BOOL|BYTE|CHAR|DECIMAL|DWORD|FLOAT|HANDLE|INT|LONG|SHORT|UINT|VOID|WORD)(?=,|\s*$|\s\})
  /x

  module_function

  def run
    texts = Dir.glob("{,*/}*.{c,h}", base: FOLDER).to_h do |file|
      [file, File.read(File.join(FOLDER, file), encoding: "UTF-8")]
    end
    found = texts.flat_map { |file, text| faults(file, text).map { |fault| "ext/jacinth/#{file}#{fault}" } }
    found + repeated_messages(texts) + cycles(texts) + old_pages
  end

  def old_pages
    old = PAGES.reject { |name| page(name) == File.read(page_path(name), encoding: "UTF-8") }
    old.map { |name| "#{name}: the table of folders is out of date: run ruby tools/lint_layers.rb --write" }
  end

  def write_pages
    PAGES.each { |name| File.write(page_path(name), page(name)) }
  end

  # The page's text with the table of today.
  def page(name)
    text = File.read(page_path(name), encoding: "UTF-8")
    head, rest = text.split(BEGINNING, 2)
    [head, BEGINNING, table, ENDING, rest.split(ENDING, 2).last].join
  end

  def page_path(name) = File.join(Checkout::ROOT, name)

  def table
    rows = LAYERS.map do |folder, layer|
      includes = layer.may_include.map { |name| "`#{name}`" }.join(" ")
      "| `#{folder.empty? ? 'ext/jacinth' : folder}` | #{layer.contents} | #{includes} |\n"
    end
    ["| Folder | Contents | May include |\n", "|---|---|---|\n", *rows].join
  end

  def faults(file, text)
    column_faults(text) + include_faults(file, text) + isa_faults(file, text) + windows_faults(text)
  end

  ERROR_TEXTS = "parse/error_texts.h"

  # The messages of ERROR_TEXTS that another file writes again.
  def repeated_messages(texts)
    messages = texts.fetch(ERROR_TEXTS).scan(/"(?:\\.|[^"\\])*"/).select { |literal| literal.size > 20 }
    texts.except(ERROR_TEXTS).flat_map do |file, text|
      numbered(text, Regexp.union(messages)).map { |i, _| "ext/jacinth/#{file}:#{i}: belongs to #{ERROR_TEXTS}" }
    end
  end

  def column_faults(text)
    text.lines(chomp: true).each_with_index.filter_map do |line, i|
      ":#{i + 1}: over #{MAX_COLUMNS} columns" if line.size > MAX_COLUMNS
    end
  end

  def isa_faults(file, text)
    return [] unless file.end_with?("_body.h")

    numbered(text, ISA_TEST).map { |i, _| ":#{i}: tests for an instruction set" }
  end

  def windows_faults(text)
    code = text.gsub(%r{/\*.*?\*/|"(?:\\.|[^"\\\n])*"}m) { |skipped| "\n" * skipped.count("\n") }
    numbered(code, WINDOWS_NAME).map { |i, match| ":#{i}: windows.h defines #{match[0][/\w+/]}" }
  end

  def include_faults(file, text)
    folder = folder_of(file)
    allowed = LAYERS[folder]&.may_include or return [": #{folder}/ is not listed in tools/lint_layers.rb"]
    includes(text).filter_map do |i, kind, name|
      fault = include_fault(folder, allowed, kind, name)
      ":#{i}: #{fault}" if fault
    end
  end

  def include_fault(folder, allowed, kind, name)
    return (folder == "core" && name.start_with?("ruby") ? "core/ includes <#{name}>" : nil) if kind == "<"

    target = folder_of(resolve(folder, name))
    "#{folder}/ includes #{name}, which LAYERS does not allow" unless target == folder || allowed.include?(target)
  end

  # Quoted names are searched in the folder of the file, then from ext/jacinth.
  def resolve(folder, name)
    near = folder.empty? ? name : File.join(folder, name)
    File.exist?(File.join(FOLDER, near)) ? near : name
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
  LintLayers.write_pages if ARGV == ["--write"]
  faults = LintLayers.run
  puts faults
  exit faults.empty?
end
