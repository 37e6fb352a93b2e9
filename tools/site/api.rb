# frozen_string_literal: true

require "erb"

# The classes and modules that RDoc finds in some files, each as a part of a page in HTML.
class Api
  include ERB::Util

  # The folders that RDoc's objects look up in its generator, before RDoc 7.
  Folders = Struct.new(:class_dir, :file_dir)
  COLORS = { "ruby-comment" => "comment", "ruby-keyword" => "keyword", "ruby-constant" => "constant",
             "ruby-value" => "number", "ruby-string" => "string" }.freeze
  TEMPLATE = ERB.new(File.read(File.join(__dir__, "class.html.erb"), encoding: "UTF-8"), trim_mode: "-")

  # Raises LoadError without RDoc.
  def initialize(files)
    require "rdoc"
    @files = files
  end

  # The documented classes and modules, as RDoc has them.
  def modules
    @modules ||= store.all_classes_and_modules.select { |mod| mod.display? && !mod.is_alias_for }.sort_by(&:full_name)
  end

  def html(mod) = recolored(TEMPLATE.result_with_hash(mod: mod, api: self))

  # Public methods: those of the class itself, then those of its objects.
  def methods(mod)
    shown = mod.method_list.select { |method| method.display? && method.visibility == :public }
    shown.sort_by(&:name).partition(&:singleton)
  end

  def calls(method)
    (method.call_seq || "#{method.name}#{method.param_seq}").strip.lines.map { |line| h(line.strip) }.join("<br>")
  end

  private

  def store
    options = RDoc::Options.new
    options.parse(["--quiet", "--dry-run", "--root", ".", *@files])
    rdoc = RDoc::RDoc.new
    rdoc.options = options
    rdoc.generator = Folders.new
    rdoc.store = RDoc::Store.new(*(options if RDoc::Store.instance_method(:initialize).parameters.first&.first == :req))
    rdoc.parse_files(options.files)
    rdoc.store.complete(:public)
    rdoc.store
  end

  # The colors of examples are those of the guides.
  def recolored(html)
    html.gsub(%r{<span class="(ruby-\w+)">(.*?)</span>}m) do
      color, text = Regexp.last_match.captures
      color = COLORS[color]
      color = "result" if color == "comment" && text.match?(/\A# ?(?:=&gt;|&gt;&gt;|raises)/)
      color ? "<span class=\"#{color}\">#{text}</span>" : text
    end
  end
end
