# frozen_string_literal: true

require "bundler"
require "open3"
require "tempfile"
require_relative "../../tools/checkout"

# Runs every program of programs/ twice, on the json gem and on the drop-in, and
# compares what the two print. Runs the examples of docs/frameworks.md.
class EcosystemRunner
  FOLDER = __dir__
  PAGE = File.join(Checkout::ROOT, "docs", "ecosystem.md")
  EXAMPLES = File.join(Checkout::ROOT, "docs", "frameworks.md")
  # Hanami's gems and the others cannot be loaded together.
  GEMFILES = %w[Gemfile hanami/Gemfile].map { |name| File.join(FOLDER, name) }.freeze
  # The gems whose names differ from those of their programs.
  GEMS = { "json_schema" => "json-schema", "jsonapi_serializer" => "jsonapi-serializer" }.freeze
  TABLE = /^\| gem \|.*?\n(?=\n|\z)/m

  Outcome = Struct.new(:name, :text, :patched, :lines, :fault)

  def initialize
    abi = [RbConfig::CONFIG["arch"], RbConfig::CONFIG["ruby_version"]].join("-")
    @env = {
      "BUNDLE_GEMFILE" => GEMFILES[0], "BUNDLE_FROZEN" => "true", "BUNDLE_LOCKFILE" => nil,
      "BUNDLE_PATH" => ENV.fetch("ECOSYSTEM_BUNDLE", File.join(Checkout::ROOT, "vendor", "ecosystem", abi)),
      "BUNDLE_APP_CONFIG" => File.join(Checkout::ROOT, "tmp", "ecosystem", abi), "RUBYOPT" => nil, "RUBYLIB" => nil
    }
  end

  def install
    GEMFILES.each do |gemfile|
      next if bundle(gemfile, "check")

      bundle(gemfile, "install", "--jobs", "2", "--quiet") || abort("ecosystem: bundle install failed")
    end
  end

  # Prints a line for each program; returns whether all did well and the page's
  # table says so. With write, makes the table.
  def run(names, write: false)
    outcomes = programs(names).each_slice(2).flat_map do |pair|
      pair.map { |path| Thread.new { outcome(path) } }.map(&:value)
    end
    outcomes.each { |o| puts "#{o.fault ? 'FAILED' : 'same  '} #{o.name}: #{o.fault || "#{o.lines} lines"}" }
    return false if outcomes.any?(&:fault)

    names.any? || (examples && table(outcomes, write))
  end

  private

  def bundle(gemfile, *arguments)
    env = @env.merge("BUNDLE_GEMFILE" => gemfile)
    Bundler.with_unbundled_env { system(env, "bundle", *arguments, out: File::NULL, chdir: FOLDER) }
  end

  def programs(names)
    all = Dir[File.join(FOLDER, "programs", "*.rb")]
    names.empty? ? all : all.select { |path| names.include?(File.basename(path, ".rb")) }
  end

  def outcome(path)
    head = File.read(path)[/\A# frozen.*?\n\n((?:#.*\n)+)/, 1].gsub(/^# ?/, "")
    patched = !head.slice!(/\AWithout the drop-in: patched\n\n/).nil?
    expected = execute(path, patched ? "patched" : "json")
    got = execute(path, "jacinth")
    lines = expected[0].lines
    Outcome.new(File.basename(path, ".rb"), head.tr("\n", " ").strip, patched, lines.size, fault(expected, got))
  end

  def execute(path, mode) = ruby("-r./prelude", path, "ECOSYSTEM" => mode)

  def ruby(*arguments, **env)
    folders = Checkout.load_path.map { |folder| "-I#{folder}" }
    Bundler.with_unbundled_env do
      env = @env.merge("LANG" => "C.UTF-8", **env)
      Open3.capture3(env, RbConfig.ruby, "-W0", *folders, "-rbundler/setup", *arguments, chdir: FOLDER)
    end
  end

  # Runs the section on Hanami with its gems, the others with the main Gemfile.
  def examples
    page = File.read(EXAMPLES, encoding: Encoding::UTF_8)
    hanami = page.slice!(/^## Hanami\n.*?(?=^## )/m)
    introduction = page[/\A.*?(?=^## )/m]
    GEMFILES.zip([page, introduction + hanami], [10, 2]).all? { |gemfile, text, least| run_examples(gemfile, text, least) }
  end

  def run_examples(gemfile, text, least)
    code = "faults, checked = Examples.run(ARGV[0]); puts faults; exit(faults.empty? && checked > #{least})"
    Tempfile.create(["frameworks", ".md"]) do |file|
      File.write(file, text)
      out, errors, status = ruby("-r../support/examples", "-e", code, file.path, "BUNDLE_GEMFILE" => gemfile)
      puts "#{status.success? ? 'passed' : 'FAILED'} docs/frameworks.md #{out}#{errors}"
      status.success?
    end
  end

  def fault(expected, got)
    [["without the drop-in", expected],
     ["with the drop-in", got]].each do |where, (_, errors, status)|
      return "#{where}: #{errors.lines.first(5).join}" unless status.success?
    end
    return "nothing was printed" if expected[0].empty?

    at = expected[0].lines.zip(got[0].lines).find { |one, other| one != other }
    return if at.nil? && expected[0] == got[0]

    "without the drop-in: #{at&.first.inspect}\n  with it: #{at&.last.inspect}"
  end

  def table(outcomes, write)
    page = File.read(PAGE, encoding: Encoding::UTF_8)
    made = page.sub(TABLE) { rows(outcomes) }
    File.write(PAGE, made) if write
    return true if write || made == page

    puts "docs/ecosystem.md is not what these runs show: rake ecosystem:table writes it"
    false
  end

  def rows(outcomes)
    locked = File.read(File.join(FOLDER, "Gemfile.lock"))
    lines = outcomes.sort_by(&:name).map do |o|
      gem = GEMS.fetch(o.name, o.name)
      result = o.patched ? "works; json 3.1 raises ArgumentError" : "same as json"
      "| #{gem} | #{locked[/^    #{gem} \(([\d.]+)\)/, 1]} | #{o.text.delete_suffix('.')} | #{result} |\n"
    end
    ["| gem | version | what was exercised | result |\n", "|---|---|---|---|\n", *lines].join
  end
end
