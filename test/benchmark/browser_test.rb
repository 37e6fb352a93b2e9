# frozen_string_literal: true

require_relative "suite_helper"
require "cgi/escape" # all that Ruby 4.0 has kept of cgi
require "json"

# The page as Chromium shows it (CHROMIUM names the program): on a phone in the light scheme, on a desk in the dark one.
class BenchBrowserTest < Minitest::Test
  include SuiteHelper

  FLAGS = %w[
    --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
    --disable-component-update --disable-sync --hide-scrollbars --force-device-scale-factor=1
  ].freeze
  NAMES = %w[chromium chromium-browser google-chrome].freeze
  HEIGHT = 4000
  SCHEMES = { light: 1, dark: 0 }.freeze

  # What can be seen of the page: its width, where texts of charts end, and a point of each mark with the mark's library,
  # colour and opacity.
  LOOK = <<~JS
    const view = document.querySelector("iframe").contentWindow, page = view.document, style = view.getComputedStyle;
    const seen = selector => [...page.querySelectorAll(selector)].filter(element => element.checkVisibility());
    const marks = seen("rect[data-library], line[data-library]").map(mark => {
      const box = mark.getBoundingClientRect(), bar = mark.tagName == "rect";
      return { library: mark.dataset.library, kind: mark.tagName, colour: bar ? style(mark).fill : style(mark).stroke,
        pale: style(mark).opacity < 1, x: Math.round(bar ? box.left + 2 : box.left + box.width / 2),
        y: Math.round(box.top + (bar ? 3 : box.height / 2)) };
    });
    const texts = seen("svg text");
    return { width: view.innerWidth, scroll: page.documentElement.scrollWidth, marks: marks,
      back: style(page.documentElement).backgroundColor, chart: seen("svg")[0].getBoundingClientRect().top,
      end: Math.max(...texts.map(text => text.getBoundingClientRect().right)),
      small: Math.min(...texts.map(text => parseFloat(style(text).fontSize))), tables: seen("table").length };
  JS
  # The colours of a picture's points.
  READ = <<~JS
    const canvas = document.createElement("canvas"), image = document.images[0];
    canvas.width = image.naturalWidth; canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return points.map(([x, y]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3));
  JS

  def setup
    folders = ENV.fetch("PATH").split(File::PATH_SEPARATOR)
    @browser = ENV.fetch("CHROMIUM") do
      NAMES.product(folders).map { |name, folder| File.join(folder, name) }.find { |path| File.executable?(path) }
    end
    skip "no Chromium here: the page is not looked at" unless @browser
    @page = Bench::Reports::Page.new([sample_data, sample_data(ruby: "3.3.8")]).to_s
  end

  # A screen of that width: windows are never as narrow as phones.
  def screen(width)
    "<!DOCTYPE html><title></title><style>:root { color-scheme: light dark } body { margin: 0 }</style>" \
      "<iframe style=\"border: 0; width: #{width}px; height: #{HEIGHT}px\" srcdoc=\"#{CGI.escapeHTML(@page)}\"></iframe>"
  end

  def browse(scheme, content, *flags)
    Dir.mktmpdir do |dir|
      page = File.join(dir, "page.html")
      File.write(page, content)
      flags = flags.map { |flag| flag.sub("SHOT", "#{dir}/shot.png") }
      # What the browser has to say goes nowhere, or it would wait for a reader.
      text = IO.popen([@browser, *FLAGS, "--window-size=1300,#{HEIGHT}", "--user-data-dir=#{dir}/user",
                       "--blink-settings=preferredColorScheme=#{SCHEMES.fetch(scheme)}", *flags, "file://#{page}",
                       { err: File::NULL }], "rb", &:read)
      File.file?("#{dir}/shot.png") ? File.binread("#{dir}/shot.png") : text.force_encoding(Encoding::UTF_8)
    end
  end

  # What a function of JavaScript answers in the page, when all is loaded.
  def ask(scheme, content, script)
    script = "<script>addEventListener('load', () => { document.title = JSON.stringify((() => {#{script}})()) })</script>"
    dom = browse(scheme, "#{content}#{script}", "--dump-dom", "--virtual-time-budget=3000")
    JSON.parse(CGI.unescapeHTML(dom[%r{<title>(.+?)</title>}m, 1]))
  end

  def shown(width, scheme)
    page = ask(scheme, screen(width), LOOK)
    picture = browse(scheme, screen(width), "--screenshot=SHOT")
    points = [[1, 1], *page["marks"].map { |mark| mark.values_at("x", "y") }]
    image = "<!DOCTYPE html><title></title><img src=\"data:image/png;base64,#{[picture].pack('m0')}\">"
    [page, ask(scheme, image, "const points = #{points};#{READ}")]
  end

  def rgb(colour)
    colour.scan(/\d+/).first(3).map(&:to_i)
  end

  # The value of a name in the style sheet.
  def colour(name, scheme)
    pair = Bench::Reports::Chart::STYLE.scan(/--#{name}: #(\h\h)(\h\h)(\h\h)/)
    pair[scheme == :light ? 0 : 1].map(&:hex)
  end

  def look(width, scheme)
    page, (back, *points) = shown(width, scheme)

    assert_equal [width, width], page.values_at("width", "scroll"), "the page scrolls sideways"
    assert_operator page["end"], :<=, width, "a chart's text is cut off"
    assert_operator page["small"], :>=, 12
    assert_operator page["chart"], :<, 260, "the chart does not come first"
    assert_equal 0, page["tables"], "a table is not folded away"
    assert_equal [colour("back", scheme)] * 2, [rgb(page["back"]), back]
    assert_equal %w[line rect], page["marks"].map { |mark| mark["kind"] }.uniq.sort
    page["marks"].zip(points) { |mark, point| look_at(mark, point, scheme) }
  end

  # A mark has its library's colour in the style sheet, for the browser and in the picture.
  def look_at(mark, point, scheme)
    expected = colour(mark["library"], scheme)

    assert_equal expected, rgb(mark["colour"]), mark.inspect
    if mark["pale"]
      refute_equal expected, point, mark.inspect
    else
      point.zip(expected) { |seen, wanted| assert_in_delta wanted, seen, 40, "#{mark} is drawn as #{point}" }
    end
  end

  def test_on_a_phone_in_the_light_scheme
    look(390, :light)
  end

  def test_on_a_desk_in_the_dark_scheme
    look(1200, :dark)
  end
end
