# frozen_string_literal: true

require_relative "checkout"

# The floors of ext/jacinth, lowest first, and the rules of the house for its C:
#
#     ruby tools/lint_layers.rb
#
# A file includes its own header and headers of lower floors; what stands on
# one floor never sees its neighbours. A source of another name than its header
# stands on that header's floor.
module LintLayers
  FOLDER = File.join(Checkout::ROOT, "ext/jacinth")

  # Each line is a floor. "name" also stands for name_*: the longest name that
  # fits decides.
  CORE = [
    %w[base],
    %w[bits mul128 tables],
    %w[cpu],
    %w[block_swar block_sse2 block_avx2 block_neon],
    %w[kernels],
    %w[short escape_body scan_body],
    %w[escape scan],
    %w[itoa],
    %w[digits16_swar digits16_sse2],
    %w[digits16],
    %w[dtoa],
    %w[number],
    %w[number_wide_sse2 number_wide_neon],
    %w[number_wide]
  ].freeze

  OUTER = [
    %w[compat],
    %w[atomics errors],
    %w[slot_objects],
    %w[buffer value_stack key_cache hash_words],
    %w[hash_layout],
    %w[options shape symbol_keys key_marks],
    %w[state],
    # writing
    %w[walk],
    %w[convert format],
    %w[emit key_order],
    %w[emit_key emit_row],
    %w[writer],
    %w[generator],
    %w[to_json],
    # reading
    %w[parser_config parser_session],
    %w[parser_state],
    %w[parser_errors parser_hooks parser_scan],
    %w[unescape string_scan],
    %w[build parser_frame],
    %w[parser_token parser_row partial],
    %w[parser_machine],
    %w[parser],
    %w[resumable],
    # both
    %w[coder],
    %w[init]
  ].freeze

  FLOORS = (CORE.map { |names| names.map { |name| "core/#{name}" } } + OUTER).freeze
  MAX_LINES = 500
  MAX_COLUMNS = 80
  # Tables may be as long as they must.
  GENERATED = "Written by tools/"
  ASKS_ISA = /
    ^\s*\#\s*(?:if|ifdef|ifndef|elif)\b.*
    \b(?:__(?:AVX|SSE|ARM_)\w*|__(?:aarch64|x86_64|i386)__|_M_(?:X64|ARM64)|JAC_(?:HAVE|CPU)_\w+)\b
  /x

  module_function

  def run
    Dir.glob("{,core/}*.{c,h}", base: FOLDER).flat_map do |file|
      text = File.read(File.join(FOLDER, file), encoding: "UTF-8")
      faults(file, text).map { |fault| "ext/jacinth/#{file}#{fault}" }
    end
  end

  def faults(file, text)
    size_faults(text) + include_faults(file, text) + isa_faults(file, text)
  end

  def size_faults(text)
    lines = text.lines(chomp: true)
    long = lines.each_index.select { |i| lines[i].size > MAX_COLUMNS }
    long.map! { |i| ":#{i + 1}: over #{MAX_COLUMNS} columns" }
    return long if lines.size <= MAX_LINES || lines.first.include?(GENERATED)

    [": #{lines.size} lines, over #{MAX_LINES}", *long]
  end

  # One algorithm, many instruction sets: a body never asks which.
  def isa_faults(file, text)
    return [] unless file.end_with?("_body.h")

    numbered(text, ASKS_ISA).map { |i, _| ":#{i}: asks for an instruction set" }
  end

  def include_faults(file, text)
    floor = floor_of(file) or return [": stands on no floor of tools/lint_layers.rb"]
    numbered(text, /^\s*#\s*include\s+([<"])([^>"]+)[>"]/).filter_map do |i, match|
      fault = include_fault(file, floor, *match.captures)
      ":#{i}: #{fault}" if fault
    end
  end

  def include_fault(file, floor, kind, name)
    core = file.start_with?("core/")
    return (core && name.start_with?("ruby") ? "core/ includes #{name}" : nil) if kind == "<"

    target = resolve(file, name)
    return "core/ includes #{name}" if core && !target.start_with?("core/")
    return if own?(file, target)

    other = floor_of(target) or return "includes #{target}, which stands on no floor"
    "includes #{target}, which is no lower floor" if other >= floor
  end

  # Quoted names are looked up beside the file, then from ext/jacinth.
  def resolve(file, name)
    beside = File.join(File.dirname(file), name).delete_prefix("./")
    File.exist?(File.join(FOLDER, beside)) ? beside : name.delete_prefix("../")
  end

  def own?(file, target)
    stem(file) == stem(target) || (file.end_with?(".c") && floor_name(file) == floor_name(target))
  end

  def stem(file)
    file.delete_suffix(File.extname(file))
  end

  def floor_of(file)
    name = floor_name(file)
    FLOORS.index { |names| names.include?(name) }
  end

  # The longest listed name that the file's own begins with.
  def floor_name(file)
    FLOORS.flatten.select { |name| "#{stem(file)}_".start_with?("#{name}_") }.max_by(&:size)
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
