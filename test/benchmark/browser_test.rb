# frozen_string_literal: true

require_relative "suite_helper"
require "zlib"

# The page as a browser shows it, in the light and in the dark scheme.
class BenchBrowserTest < Minitest::Test
  include SuiteHelper

  FLAGS = %w[
    --headless --no-sandbox --disable-gpu --disable-quic --no-first-run
    --disable-background-networking --disable-component-update --disable-sync
    --hide-scrollbars --window-size=1000,900
  ].freeze
  NAMES = %w[chromium chromium-browser google-chrome].freeze

  def setup
    folders = ENV.fetch("PATH").split(File::PATH_SEPARATOR)
    @browser = NAMES.product(folders).map { |name, dir| File.join(dir, name) }
                    .find { |path| File.executable?(path) }
    skip "no chromium here: the page is not looked at" unless @browser
  end

  def browse(*flags, content)
    Dir.mktmpdir do |dir|
      page = File.join(dir, "page.html")
      File.write(page, content)
      picture = File.join(dir, "shot.png")
      # What the browser has to say goes nowhere, or it would wait for a reader.
      text = IO.popen([@browser, *FLAGS, "--user-data-dir=#{dir}/user",
                       *flags.map { |f| f.sub("SHOT", picture) }, "file://#{page}",
                       { err: File::NULL }], &:read)
      File.file?(picture) ? File.binread(picture) : text
    end
  end

  def shot(*flags)
    browse("--screenshot=SHOT", *flags, Bench::Reports::HTML.new(sample_data).to_s)
  end

  # The picture's bytes, filtered as PNG has them.
  def pixels(png)
    assert_equal "\x89PNG\r\n\x1A\n".b, png[0, 8]
    data = +""
    at = 8
    while at < png.bytesize
      size, kind = png[at, 8].unpack("Na4")
      data << png[at + 8, size] if kind == "IDAT"
      at += size + 12
    end
    Zlib::Inflate.inflate(data)
  end

  def test_the_page_has_its_rows
    dom = browse("--dump-dom", Bench::Reports::HTML.new(sample_data).to_s)

    assert_includes dom, 'data-row="generate/small_hash"'
    assert_includes dom, 'data-row="parse/twitter"'
    assert_operator dom.scan("<rect").size, :>=, 4
  end

  # The first pixel of a picture stands there unfiltered, after the row's
  # filter byte: the page's background.
  def test_light_and_dark_are_drawn
    light = pixels(shot("--blink-settings=preferredColorScheme=1"))
    dark = pixels(shot("--blink-settings=preferredColorScheme=0"))

    assert_equal [255, 255, 255], light.bytes[1, 3]
    assert_equal [13, 17, 23], dark.bytes[1, 3]
    [light, dark].each { |bytes| assert_operator bytes.bytes.uniq.size, :>, 50 }
  end
end
