# frozen_string_literal: true

require_relative "checkout"
require "cgi"
require "fileutils"
require "rubygems"
require "tmpdir"

# Makes the site of the library from the guides and the RDoc comments. RDoc 7 or
# later uses its theme aliki; earlier versions use darkfish with tools/site.css,
# which adapts it to phones.
#
#     ruby tools/make_site.rb FOLDER
class MakeSite
  # Files without a page, to which pages link.
  OTHERS = "{docs/*.svg,LICENSE}"
  PAGES = "{README,CHANGELOG,CONTRIBUTING,SECURITY,docs/*,docs/internals/*,docs/internals/decisions/*}.md"

  def initialize(folder)
    @folder = File.expand_path(folder)
  end

  # Replaces the folder by the site, and returns its broken links. Raises LoadError
  # without RDoc.
  def call
    require "rdoc"
    FileUtils.rm_rf(@folder)
    Dir.chdir(Checkout::ROOT) do
      RDoc::RDoc.new.document(options)
      Dir.glob(OTHERS).each { |path| copy(path) }
    end
    pages.flat_map { |page| link_to_sources(page) }
  end

  private

  def options
    made = RDoc::Options.new
    made.parse(["--quiet", "--root", ".", "--op", @folder, "--main", "README.md", "--title", "Jacinth", *theme, *files])
    made
  end

  def theme
    return ["--format", "aliki"] if RDoc::RDoc::GENERATORS.key?("aliki")

    ["--format", "darkfish", "--template-stylesheets", "tools/site.css"]
  end

  # The files with public names, and the guides.
  def files
    specification.files.grep(%r{\Alib/.*\.rb\z}) + Dir.glob(PAGES)
  end

  def copy(path)
    target = File.join(@folder, path)
    FileUtils.mkdir_p(File.dirname(target))
    FileUtils.cp(path, target)
  end

  def specification
    @specification ||= Gem::Specification.load(File.join(Checkout::ROOT, "jacinth.gemspec"))
  end

  def pages = Dir.glob(File.join(@folder, "**/*.html"))

  # Changes links to files of the repository that have no page into links to the
  # repository on the web; returns the remaining links to missing files.
  def link_to_sources(page)
    text = File.read(page, encoding: "UTF-8")
    faults = []
    changed = text.gsub(/\b(href|src)="([^"#?]+)/) do |found|
      attribute, link = Regexp.last_match.captures
      next found if link.match?(/\A[a-z]+:/i)

      path = File.expand_path(unescape(CGI.unescapeHTML(link)), File.dirname(page))
      next found if File.file?(path)

      url = source(path)
      faults << "#{page.delete_prefix("#{@folder}/")}: no #{link}" unless url
      url ? "#{attribute}=\"#{url}" : found
    end
    File.write(page, changed) unless changed == text
    faults.uniq
  end

  # Returns the address of the source file for a name that RDoc made, or nil.
  def source(path)
    name = path.delete_prefix("#{@folder}/").sub(/_(\w+)\.html\z/, ".\\1")
    "#{specification.homepage}/blob/main/#{name}" if File.file?(File.join(Checkout::ROOT, name))
  end

  def unescape(link) = link.gsub(/%(\h\h)/) { Regexp.last_match(1).hex.chr }
end

if $PROGRAM_NAME == __FILE__
  folder = ARGV.fetch(0) { abort "usage: ruby tools/make_site.rb FOLDER" }
  faults = MakeSite.new(folder).call
  puts faults
  puts "the site: #{File.join(folder, 'index.html')}"
  exit faults.empty?
end
