# frozen_string_literal: true

require_relative "checkout"
require_relative "site/api"
require_relative "site/markdown"
require "fileutils"
require "rubygems"

# Makes the site of the library from the guides, in the order in which README.md lists
# them, and from the RDoc comments.
#
#     ruby tools/make_site.rb FOLDER
class MakeSite
  include ERB::Util

  # Files without a page, to which pages link.
  FILES = %w[docs/performance.svg LICENSE].freeze
  # The menu's parts, and the pages in each. The guides that README.md lists come first.
  PARTS = { "Guides" => "docs/*.md", "API" => nil, "Project" => "{CHANGELOG,CONTRIBUTING,SECURITY}.md",
            "How it works" => "docs/internals/*.md", "Decisions" => "docs/internals/decisions/*.md" }.freeze
  TEMPLATE = ERB.new(File.read(File.join(__dir__, "site", "page.html.erb"), encoding: "UTF-8"), trim_mode: "-")

  # source: the path of the Markdown in the repository, or nil. path: in the site.
  Page = Struct.new(:source, :path, :title, :html)

  def initialize(folder)
    @folder = File.expand_path(folder)
    @faults = []
  end

  # Replaces the folder by the site, and returns its dead links. Raises LoadError without
  # RDoc.
  def call
    Dir.chdir(Checkout::ROOT) do
      menu
      fill
      FileUtils.rm_rf(@folder)
      [*FILES, "tools/site/site.css"].each { |path| write(path.delete_prefix("tools/site/"), File.binread(path)) }
      pages.each { |page| write(page.path, html_of(page)) }
    end
    @faults + pages.flat_map { |page| dead_links(page) }
  end

  private

  def write(path, text)
    path = File.join(@folder, path)
    FileUtils.mkdir_p(File.dirname(path))
    File.binwrite(path, text)
  end

  def menu
    @menu ||= PARTS.to_h { |name, files| [name, files ? sources(files).map { |source| guide(source) } : api_pages] }
  end

  def pages = @pages ||= [home, *menu.values.flatten]
  def home = @home ||= guide("README.md", "index.html")

  # The order of reading: as README.md lists them, then README.md of a folder, then by name.
  def sources(files)
    guides = File.read("README.md", encoding: "UTF-8")[/^## Guides$.*?(?=^## )/m]
    listed = guides.scan(%r{\]\((docs/[\w-]+\.md)\)}).flatten
    Dir.glob(files).sort_by { |path| [listed.index(path) || listed.size, path.end_with?("README.md") ? 0 : 1, path] }
  end

  def guide(source, path = source.sub(/\.md\z/, ".html"))
    title = File.foreach(source, encoding: "UTF-8").first.delete_prefix("# ").delete("`").chomp
    Page.new(source, path, title)
  end

  def api = @api ||= Api.new(specification.files.grep(%r{\Alib/(?!jacinth/portable/).*\.rb\z}))

  def api_pages
    [Page.new(nil, "api.html", "All classes and methods"),
     *api.modules.map { |mod| Page.new(nil, mod.path, mod.full_name) }]
  end

  # Sets the HTML of all pages.
  def fill
    pages.each { |page| page.html = html_of_guide(page) if page.source }
    menu.fetch("API").zip([nil, *api.modules]) do |page, mod|
      page.html = mod ? linked(api.html(mod), page) : index_of_api
    end
  end

  def html_of_guide(page)
    text = File.read(page.source, encoding: "UTF-8")
    html = Markdown.html(text).gsub(/(?<=<a href="|<img src=")[^"]+/) { |target| h(address(target, page)) }
    sections = html.scan(%r{^<h2 id="(.*?)">(.*?)</h2>})
    return html if sections.size < 3 || text.match?(/^- \[.*\]\(#/) || page.equal?(home)

    list = sections.map { |id, shown| "<li><a href=\"##{id}\">#{shown.gsub(%r{</?a\b[^>]*>}, '')}</a></li>" }
    html.sub("</h1>", "</h1>\n<ul class=\"sections\">#{list.join}</ul>")
  end

  def index_of_api
    "<h1>All classes and methods</h1>\n#{api.modules.map { |mod| index_of(mod) }.join("\n")}"
  end

  def index_of(mod)
    names = api.methods(mod).flatten.map do |method|
      "<a href=\"#{h method.path}\">#{'::' if method.singleton}#{h method.name}</a>"
    end
    "<h2><a href=\"#{mod.path}\">#{mod.full_name}</a></h2>\n<p class=\"names\">#{names.join(' ')}</p>"
  end

  # Makes links of the names of pages in RDoc comments.
  def linked(html, page)
    html.gsub(%r{(?<![\w/">])(?:docs/[\w/-]+|README|SECURITY|CHANGELOG)\.md}) do |source|
      "<a href=\"#{address(File.join(root(page), source), page)}\">#{source}</a>"
    end
  end

  # Returns the address of a link in the Markdown of a page, or in RDoc comments: of
  # another page, of a file of the site, or of a source on the web.
  def address(target, page)
    return target if target.match?(/\A(?:[a-z]+:|#)/)

    path, anchor = target.split("#", 2)
    path = within(path, page.source || page.path)
    other = pages.find { |one| one.source == path }
    return root(page) + [other.path, anchor].compact.join("#") if other
    return root(page) + path if FILES.include?(path)

    @faults << "#{page.source || page.path}: no #{target}" unless File.exist?(path)
    "#{specification.homepage}/blob/main/#{path}"
  end

  # The path from the root that a path in a file means.
  def within(path, file) = File.expand_path(path, File.join("/", File.dirname(file))).delete_prefix("/")

  # The path from a page to the site's folder.
  def root(page) = "../" * page.path.count("/")

  def html_of(page)
    guides = menu.fetch("Guides")
    at = guides.index { |guide| guide.equal?(page) }
    before, after = at ? [at.zero? ? home : guides[at - 1], guides[at + 1]] : [nil, (guides.first if page.equal?(home))]
    TEMPLATE.result_with_hash(page: page, menu: menu, root: root(page), before: before, after: after)
  end

  # Returns the links of a page to pages and anchors of the site that do not exist.
  def dead_links(page)
    page.html.scan(/\b(?:href|src)="([^"]+)"/).flatten.uniq.filter_map do |link|
      next if link.match?(/\A[a-z]+:/)

      path, anchor = link.split("#", 2)
      path = path.empty? ? page.path : within(path, page.path)
      next if anchor ? anchors(path)&.include?(anchor) : File.file?(File.join(@folder, path))

      "#{page.path}: no #{link}"
    end
  end

  def anchors(path)
    @anchors ||= pages.to_h { |page| [page.path, page.html.scan(/\bid="([^"]+)"/).flatten] }
    @anchors[path]
  end

  def specification
    @specification ||= Gem::Specification.load(File.join(Checkout::ROOT, "jacinth.gemspec"))
  end
end

if $PROGRAM_NAME == __FILE__
  folder = ARGV.fetch(0) { abort "usage: ruby tools/make_site.rb FOLDER" }
  faults = MakeSite.new(folder).call
  puts faults
  puts "the site: #{File.join(folder, 'index.html')}"
  exit faults.empty?
end
