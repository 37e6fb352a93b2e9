# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/site/markdown"
require "tmpdir"

# The site of the guides and of the API.
class SiteTest < Minitest::Test
  ROOT = Checkout::ROOT
  WIDTHS = [390, 1200].freeze
  KRAMDOWN = %w[kramdown kramdown-parser-gfm rexml].flat_map { |name| Gem.loaded_specs.fetch(name).full_require_paths }.freeze
  OUTSIDE = %w[RUBYOPT RUBYLIB BUNDLER_SETUP BUNDLE_GEMFILE GEM_HOME GEM_PATH].to_h { |name| [name, nil] }.freeze # the bundle

  # The folder of the site and what its program printed; the bundle has no RDoc.
  def self.site
    @site ||= begin
      folder = Dir.mktmpdir
      Minitest.after_run { FileUtils.rm_rf(folder) }
      program = "begin; require 'rdoc'; rescue LoadError; exit; end; load ARGV.shift"
      out, status = Open3.capture2e(OUTSIDE, RbConfig.ruby, "-W0", "-I#{KRAMDOWN.join(File::PATH_SEPARATOR)}", "-e",
                                    "#{program}; puts MakeSite.new(ARGV[0]).call.join(%q(, ))",
                                    File.join(ROOT, "tools/make_site.rb"), folder)
      raise out unless status.success?

      [folder, out]
    end
  end

  def setup
    @folder, @out = self.class.site
    skip "RDoc is not installed" unless File.exist?(File.join(@folder, "index.html"))
  end

  def read(path) = File.read(File.join(@folder, path), encoding: Encoding::UTF_8)
  def pages = Dir.glob("**/*.html", base: @folder) - ["measure.html"]

  # Name to titles of each part of the menu.
  def menu
    read("index.html").scan(%r{<summary>(.*?)</summary>\s*<ul>(.*?)</ul>}m)
                      .to_h { |name, list| [name, list.scan(%r{<a [^>]*>(.*?)</a>}).flatten] }
  end

  def test_links_lead_somewhere
    assert_equal "\n", @out
    assert_operator pages.size, :>, 100
  end

  def test_guides_come_first_in_reading_order
    assert_equal ["Guides", "API", "Project", "How it works", "Decisions"], menu.keys
    listed = File.read(File.join(ROOT, "README.md"), encoding: Encoding::UTF_8)[/^## Guides$.*?(?=^## )/m]
    titles = listed.scan(%r{\]\((docs/[\w-]+\.md)\)}).flatten.uniq.map do |path|
      File.foreach(File.join(ROOT, path), encoding: Encoding::UTF_8).first.delete_prefix("# ").chomp
    end

    assert_equal titles, menu["Guides"].first(titles.size)
    assert_includes menu["API"], "Jacinth::Document"
    assert_equal "Decisions", menu["Decisions"].first
  end

  def test_the_menu_has_titles
    menu.each_value { |titles| assert_empty titles.grep(/\.md|_md|\A[a-z-]+\z/) - %w[jbuilder jsonapi-serializer] }
    Dir.glob("docs/**/*.md", base: ROOT).each { |path| assert_includes pages, path.sub(/md\z/, "html") }
  end

  # Each element either wraps its text, or is in one that scrolls, so that the page itself never does.
  WRAPPING = %w[html head meta title link body header main nav a b p ul ol li h1 h2 h3 h4 strong em small br details summary span
                dl dt dd code pre table thead tbody tr th td img hr tt i blockquote].freeze
  FACTS = { "body" => "minmax(0, 1fr)", "main" => "min-width: 0", "main " => "overflow-wrap: anywhere", "nav" => "overflow-wrap: anywhere",
            "pre" => "overflow-x: auto", "table" => "overflow-x: auto", "table " => "display: block", "table  " => "max-width: 100%",
            "img" => "max-width: 100%", ".neighbors" => "flex-wrap: wrap", ".sections, .methods" => "flex-wrap: wrap" }.freeze

  def test_pages_fit_on_a_phone
    css = read("site.css")
    FACTS.each { |selector, fact| assert_match(/^#{selector.strip} \{[^}]*#{Regexp.escape(fact)}/m, css) }
    assert_match(/max-width: 760px\) \{\s*body \{ grid-template: [^}]*minmax\(0, 1fr\)/, css)
    refute_match(/width: \d+px/, css.gsub(/\(max-width: \d+px\)/, ""))
    pages.each do |path|
      html = read(path)

      assert_includes html, '<meta name="viewport" content="width=device-width, initial-scale=1">'
      assert_empty html.scan(/<(\w+)/).flatten.uniq - WRAPPING, path
      refute_match(/<[^>]* (?:style|width)=/, html, path)
    end
  end

  def chromium
    paths = ENV.fetch("PATH").split(File::PATH_SEPARATOR).product(%w[chromium chromium-browser google-chrome])
    paths.map { |path| File.join(path) }.find { |path| File.executable?(path) }
  end

  # Loads each page in a frame, and prints those whose text is wider.
  MEASURE = <<~HTML
    <body><script>
    const wide = [], load = (path, width) => new Promise(done => {
      const frame = document.createElement("iframe");
      frame.width = width;
      frame.onload = () => {
        const page = frame.contentDocument.documentElement;
        if (page.scrollWidth > page.clientWidth) wide.push(`${path} ${width}: ${page.scrollWidth}`);
        frame.remove();
        done();
      };
      frame.src = path;
      document.body.append(frame);
    });
    (async () => {
      for (const path of %<pages>s) for (const width of %<widths>s) await load(path, width);
      document.body.textContent = "wide: " + wide.join(", ") + ".";
    })();
    </script></body>
  HTML

  def test_no_page_is_wider_than_the_window
    skip "no Chromium" unless chromium
    measure = File.join(@folder, "measure.html")
    File.write(measure, format(MEASURE, pages: Jacinth.generate(pages), widths: Jacinth.generate(WIDTHS)))
    out, = Open3.capture2(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
                          "--virtual-time-budget=60000", "--dump-dom", "file://#{measure}", err: File::NULL)

    assert_includes out, "wide: ."
  end

  def test_each_color_has_a_dark_one
    light, dark = read("site.css").scan(/:root \{(.*?)\}/m).flatten.map { |colors| colors.scan(/--(\w+): (#\h+)/).to_h }

    assert_equal light.keys, dark.keys
    assert_empty(light.select { |name, color| dark[name] == color })
  end

  def test_results_in_examples_are_green
    assert_includes read("index.html"), '<span class="result"># =&gt; ["maths", nil]'
    assert_match(/<span class="result"># =&gt; /, read("Jacinth/Document.html"))
    assert_match(/^\.result \{ color: var\(--result\)/, read("site.css"))
    read("site.css").scan(/--result: #(\h\h)(\h\h)(\h\h)/) { |red, green, _| assert_operator red.hex, :<, green.hex }
  end

  def test_markdown_becomes_html
    { "# A `b` & c\n\nText *one*\nand `a \\| b` \"c\".\n" =>
        "<h1 id=\"a-b--c\">A <code>b</code> &amp; c</h1><p>Text <em>one</em>\nand <code>a | b</code> \"c\".</p>",
      "| a | b |\n|---|--:|\n| `x \\| y` | 1\\* |\n" =>
        "<table><thead><tr><th>a</th><th class=\"right\">b</th></tr></thead>" \
        "<tbody><tr><td><code>x | y</code></td><td class=\"right\">1*</td></tr></tbody></table>",
      "| | |\n|---|---|\n| a | |\n" => "<table><tbody><tr><td>a</td><td>\u00A0</td></tr></tbody></table>",
      "<!-- not\nshown -->\n<details><summary>a</summary>\n\n*b*\n\n</details>\n" =>
        "<details><summary>a</summary><p><em>b</em></p></details>",
      "```ruby\nx = 1 # => \"a\"\n```" =>
        "<pre><code>x = <span class=\"number\">1</span> <span class=\"result\"># =&gt; \"a\"</span></code></pre>",
      "```console\n$ a <\nb\n```" => "<pre><code><b>$ a &lt;</b>\nb</code></pre>" }.each do |text, expected|
      assert_equal expected, Markdown.html(text).gsub(/>\n\s*</, "><").strip
    end
  end
end
