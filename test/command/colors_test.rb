# frozen_string_literal: true

require_relative "support"
require "jacinth/command/colors"

# Colours and progress, on IOs that say they are terminals; terminal_test.rb has real
# ones.
class ColorsTest < Minitest::Test
  include CommandSupport

  TEXT = '{"a":["x\"y",-1.5e3,true,null,[],{}]}'
  COLORED = "{\e[1;34m\"a\"\e[m:[\e[32m\"x\\\"y\"\e[m,\e[36m-1.5e3\e[m,\e[35mtrue\e[m,\e[35mnull\e[m,[],{}]}\n"

  def test_documents_are_colored_on_a_terminal_or_if_asked
    assert_equal COLORED, jacinth!("min", input: TEXT, out: Screen.new)
    assert_equal COLORED, jacinth!("min", "--color=always", input: TEXT)
    assert_equal COLORED, jacinth!("lines", "--color=always", input: TEXT)
    assert_equal COLORED, jacinth!("get", "--color=always", "", input: TEXT)
    assert_equal "#{TEXT}\n", jacinth!("min", input: TEXT)
    assert_equal "#{TEXT}\n", jacinth!("min", "--color=never", input: TEXT, out: Screen.new)
    assert_equal "x\"y\n", jacinth!("get", "-r", "/a/0", input: TEXT, out: Screen.new)
  end

  def test_no_color_and_term_switch_colours_off
    [{ "NO_COLOR" => "1" }, { "TERM" => "dumb" }].each do |env|
      assert_equal "#{TEXT}\n", jacinth!("min", input: TEXT, out: Screen.new, env: env)
      assert_equal COLORED, jacinth!("min", "--color=always", input: TEXT, env: env)
    end
    assert_equal COLORED, jacinth!("min", input: TEXT, out: Screen.new, env: { "NO_COLOR" => "" })
  end

  # Wherever a document is cut, the same colours come out of it.
  def test_chunks_of_any_size_have_the_same_colours
    text = "#{Jacinth.reformat('{"a\\\\":["é\\\\",12,"\\"",true],"b":{"c":1E-7}}')}\n".b
    whole = colored([text])

    assert_equal text, whole.gsub(/\e\[[\d;]*m/, "")
    text.bytesize.times { |at| assert_equal whole, colored([text.byteslice(0, at), text.byteslice(at..)]), at }
    assert_equal whole, colored(text.each_char.to_a)
  end

  def test_errors_are_colored_with_their_excerpt
    answer = jacinth("check", "--color=always", input: "[1,]")

    assert_equal <<~TEXT, answer.err
      \e[1mstdin:1:4:\e[m \e[1;31merror:\e[m unexpected character: ']' (at $[1])
      1 | [1,]
        |    \e[1;31m^\e[m
      \e[1mhint:\e[m trailing comma before ']': remove it, or pass --relaxed
    TEXT
    assert_equal answer.err, jacinth("check", input: "[1,]", err: Screen.new).err
    refute_includes jacinth("check", input: "[1,]", out: Screen.new).err, "\e"
    refute_includes jacinth("check", input: "[1,]", err: Screen.new, env: { "NO_COLOR" => "1" }).err, "\e"
  end

  # now: the time of the clock, in seconds.
  def progress(columns: 80)
    now = 0.0
    screen = StringIO.new
    clock = -> { now }
    shown = Jacinth::Command.const_get(:Progress).new(screen, columns: -> { columns }, clock: clock)
    at = lambda do |seconds, bytes|
      now = seconds
      screen.truncate(0)
      screen.rewind
      shown.update(bytes)
      screen.string
    end
    [shown, at, screen]
  end

  def test_progress_shows_bar_speed_and_time_left
    shown, at, screen = progress
    shown.start(1_000_000_000)

    assert_equal "", at.call(0.4, 10_000_000)
    assert_equal "\r 25% [#{'#' * 8}#{'.' * 24}] 250 MB of 1.0 GB  500 MB/s  0:02 left\e[K", at.call(0.5, 250_000_000)
    assert_equal "", at.call(0.55, 260_000_000)
    assert_equal "\r 75% [#{'#' * 24}#{'.' * 8}] 750 MB of 1.0 GB  500 MB/s  0:01 left\e[K", at.call(1.5, 750_000_000)
    assert_equal "\r100%", at.call(3000, 1_000_000_000)[0, 5]
    shown.clear
    shown.clear

    assert_equal 1, screen.string.scan("\r\e[K").size
  end

  def test_progress_of_several_files_is_one
    shown, at, = progress
    shown.inputs(0, 4)
    shown.start(100)

    assert_equal "", at.call(0.1, 100)
    shown.inputs(1, 4)
    shown.start(200)

    assert_equal "\r 37% [#{'#' * 11}#{'.' * 19}] 1 of 4 files  200 B  400 B/s  0:01 left\e[K", at.call(0.5, 100)
    shown.inputs(3, 4)
    shown.start(nil)

    assert_equal "\r 75% [#{'#' * 22}#{'.' * 8}] 3 of 4 files  300 B  300 B/s  0:01 left\e[K", at.call(1.0, 100)
  end

  def test_in_place_shows_the_progress_of_all_files
    now = 0
    screen = StringIO.new
    terminal = Jacinth::Command.const_get(:Terminal).new(StringIO.new, StringIO.new, StringIO.new, {})
    shown = Jacinth::Command.const_get(:Progress).new(screen, clock: -> { now += 1 })
    terminal.instance_variable_set(:@progress, shown)
    paths = Array.new(3) { |i| file("#{i}.json", "[#{i}]") }

    assert_equal 0, Jacinth::Command.subcommand("fmt").run(["-i", *paths], terminal)
    assert_equal %w[0 1 2], screen.string.scan(/(\d) of 3 files/).flatten.uniq
  end

  def test_progress_of_unknown_size_shows_bytes_and_speed
    shown, at, = progress
    shown.start(nil)

    assert_equal "\r 1.2 MB  617 kB/s  0:02\e[K", at.call(2.0, 1_234_567)
    assert_equal "\r 999 B  0 B/s  1:06:40\e[K", at.call(4000.0, 999)
    assert_equal "\r 0 B  0 B/s  1:23:20\e[K", at.call(5000.0, 0)
  end

  def test_progress_is_as_wide_as_the_terminal
    [1, 10, 40, 55, 80, 300].each do |columns|
      shown, at, = progress(columns: columns)
      shown.start(500)

      assert_operator at.call(7.0, 123).delete_prefix("\r").delete_suffix("\e[K").size, :<, columns
      assert_equal 100, at.call(8.0, 600)[/\d+(?=%)/].to_i if columns > 10
    end
  end

  def test_progress_follows_the_terminal
    width = 80
    screen = StringIO.new
    now = 0.0
    shown = Jacinth::Command.const_get(:Progress).new(screen, columns: -> { width }, clock: -> { now += 1.0 })
    shown.start(500)
    shown.update(123)
    width = 20
    screen.truncate(0)
    screen.rewind
    shown.update(200)

    assert_operator screen.string.delete_prefix("\r").delete_suffix("\e[K").size, :<, 20
  end

  private

  def colored(pieces)
    out = StringIO.new
    colors = Jacinth::Command.const_get(:Colors).new(Jacinth::Command.const_get(:Terminal)::Output.new(out))
    pieces.each { |piece| assert_equal piece.bytesize, colors.write(piece) }
    out.string.b
  end
end
