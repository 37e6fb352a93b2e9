# frozen_string_literal: true

require_relative "support"
require "shellwords"
require_relative "../../tools/make_command_pages"

# The manual page and the completions: as the tables of options have them.
class CommandPagesTest < Minitest::Test
  include CommandSupport

  FILES = CommandPages.files.freeze

  def subcommands = CommandPages.subcommands

  def installed?(program)
    ENV.fetch("PATH", "").split(File::PATH_SEPARATOR).any? { |folder| File.executable?(File.join(folder, program)) }
  end

  def test_the_committed_pages_are_what_the_tool_writes
    FILES.each do |path, text|
      written = File.read(File.join(Checkout::ROOT, path), encoding: Encoding::UTF_8)

      assert_equal text, written, "#{path}: run ruby tools/make_command_pages.rb"
      assert_predicate text, :ascii_only?
    end
  end

  def test_the_manual_lists_all_options
    lines = FILES.fetch("man/jacinth.1").lines(chomp: true)
    subcommands.each do |name, subcommand|
      assert_includes lines, ".SS jacinth #{name} [OPTION...] #{subcommand::ARGUMENTS}"
      part = lines.drop_while { |line| !line.start_with?(".SS jacinth #{name} ") }.drop(1)
      part = part.take_while { |line| !line.match?(/\A\.S[SH]/) } + lines.drop_while { |line| !line.include?("OPTIONS OF ALL") }
      subcommand.all_options.each { |option| assert_includes part.join("\n"), option.flag.gsub("-", "\\-"), name }
    end
  end

  def test_completions_name_all
    FILES.slice("completions/jacinth.bash", "completions/_jacinth", "completions/jacinth.fish").each do |path, text|
      subcommands.each do |name, subcommand|
        lines = text.lines.drop_while { |line| !line.match?(/^ +#{name}\)|seen_subcommand_from #{name}'/) }
        part = lines.take_while.with_index { |line, i| i.zero? || !line.match?(/^ +\w+\)|^ +esac|from (?!#{name}')\w+'/) }.join
        subcommand.all_options.each do |option|
          wanted = path.end_with?("fish") ? "-l #{option.long} " : /#{option.flag}\b/

          assert_match wanted, part, "#{path} #{name}"
          option.choices.each { |value| assert_includes text, value }
        end
      end
    end
  end

  def test_bash_completes_subcommands_options_and_files
    skip "no bash" unless installed?("bash")
    script = <<~BASH
      . "$1"
      complete_words() {
          COMP_WORDS=("$@")
          COMP_CWORD=$(($# - 1))
          _jacinth
          echo "${COMPREPLY[*]}"
      }
      complete_words jacinth f
      complete_words jacinth fmt --s
      complete_words jacinth fmt --color = a
      complete_words jacinth fmt --color ""
      complete_words jacinth fmt ""
      complete_words jacinth get -p /
      complete_words jacinth help ""
      for line in "" "/" "-r " "-p " "-p /a " "-p/a " "--pointer = /a " "/a " "--max-nesting = " "--max-nesting = 5 " "--color never " \\
          "--csv --rows /a " "--csv /a "; do
          without_files=no
          compopt() { without_files=yes; }
          read -r -a words <<< "jacinth get $line"
          case $line in "" | *" ") words+=("") ;; esac
          complete_words "${words[@]}" > /dev/null
          echo "$line: $without_files"
      done
    BASH
    file = File.join(Checkout::ROOT, "completions/jacinth.bash")
    out, err, status = Open3.capture3("bash", "--norc", "-c", script, "bash", file)

    assert_equal ["", true], [err, status.success?]
    assert_equal ["fmt", "--sort-keys", "auto always", "auto always never", "", "", "fmt min check get set patch lines bench",
                  ": yes", "/: yes", "-r : yes", "-p : yes", "-p /a : no", "-p/a : no", "--pointer = /a : no", "/a : no",
                  "--max-nesting = : yes", "--max-nesting = 5 : yes", "--color never : yes",
                  "--csv --rows /a : yes", "--csv /a : no"], out.lines(chomp: true)
  end

  def test_fish_completes_files_where_expected
    skip "no fish" unless installed?("fish")
    script = File.join(Checkout::ROOT, "completions/jacinth.fish")
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "a.json"), "1")
      { "get " => false, "get a" => false, "get -r " => false, "get -p " => false, "get -p /a " => true, "get --pointer=/a a" => true,
        "get /a " => true, "fmt " => true, "fmt --max-nesting=" => false, "lines --at " => false,
        "get --csv --rows " => false, "get --csv /a " => true }.each do |line, files|
        out, status = Open3.capture2e({ "HOME" => folder }, "fish", "-N", "-c",
                                      "source #{script.shellescape}; complete -C 'jacinth #{line}'", chdir: folder)

        assert_predicate status, :success?, out
        assert_equal files, out.lines(chomp: true).include?("a.json"), "#{line}: #{out}"
      end
    end
  end

  # The first argument of get is no FILE, unless there is --pointer.
  # Presses Tab after each argument in a zsh that has a terminal, and prints the line then.
  ZSH = <<~'ZSH'
    cat > setup <<'END'
      PROMPT=
      autoload -Uz compinit && compinit -u -D
      show() { print -r -- $BUFFER > line && mv line shown; BUFFER=; }
      zle -N show
      bindkey '^I' complete-word
      bindkey '^X^X' show
      touch ready
    END
    wait_for() {
      repeat 1200; do [[ -e $1 ]] && return; zpty -r -t shell output; sleep 0.05; done
      exit 1
    }
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "fpath=(${(q)1} \$fpath); . ./setup"
    wait_for ready
    for line in "${@[2,-1]}"; do
      rm -f shown
      zpty -w -n shell "$line"$'\t\x18\x18'
      wait_for shown
      cat shown
    done
  ZSH

  def test_zsh_completes_subcommands_options_and_files
    skip "no zsh" unless installed?("zsh")
    skip "no pseudo-terminals" unless terminals?
    lines = { "jacinth fm" => "fmt ", "jacinth fmt --so" => "--sort-keys ", "jacinth fmt --color=al" => "--color=always ",
              "jacinth fmt a" => "a.json ", "jacinth help li" => "lines ", "jacinth get a" => "a", "jacinth get -r a" => "a",
              "jacinth get -p a" => "a", "jacinth get -p /a a" => "a.json ", "jacinth get /a a" => "a.json ",
              "jacinth lines --at a" => "a", "jacinth get --rows a" => "a", "jacinth get --rows /a --csv a" => "a",
              "jacinth get --rows /a --csv /b a" => "a.json ", "jacinth get --no-h" => "--no-header " }
    Dir.mktmpdir do |folder|
      File.write(File.join(folder, "a.json"), "1")
      functions = File.join(Checkout::ROOT, "completions")
      out, status = Open3.capture2e({ "HOME" => folder }, "zsh", "-f", "-c", ZSH, "zsh", functions, *lines.keys, chdir: folder)

      assert_predicate status, :success?, out
      assert_equal lines.values, out.scan(/\S+ ?$/)
    end
  end

  def test_zsh_has_the_pointer_once
    assert_includes FILES.fetch("completions/_jacinth"), "'(1)*'{-p+,--pointer=}"
  end

  # A program by the name of jacinth, for a shell.
  def shim(folder)
    options = Checkout.load_path.flat_map { |path| ["-I", path] }
    path = File.join(folder, "jacinth")
    File.write(path, "#!/bin/sh\nexec #{[RbConfig.ruby, '--disable=gems', *options, CommandSupport::EXE].shelljoin} \"$@\"\n")
    File.chmod(0o755, path)
  end

  # The commands of a page, each with its output.
  def commands(page)
    text = File.read(File.join(Checkout::ROOT, page), encoding: Encoding::UTF_8)
    blocks = text.scan(/^([^\n]*)\n```console\n(.*?)^```$/m).reject { |above, _| above.end_with?("<!-- not run -->") }
    blocks.flat_map { |_, block| block.split(/^\$ /).drop(1).map { |part| part.split("\n", 2) } }
  end

  def test_commands_of_the_guide_print_what_it_says
    skip "no sh" unless installed?("sh")
    steps = commands("docs/command.md")

    assert_operator steps.size, :>=, 15
    Dir.mktmpdir do |folder|
      Dir.mkdir(programs = File.join(folder, "programs"))
      shim(programs)
      env = CommandSupport::ENVIRONMENT.merge("PATH" => "#{programs}:#{ENV.fetch('PATH')}")
      status = 0
      steps.each do |line, expected|
        next assert_equal "#{status}\n", expected if line == "echo $?"

        out, ran = Open3.capture2e(env, "sh", "-c", line, chdir: folder)
        status = ran.exitstatus

        assert_equal expected, out.force_encoding(Encoding::UTF_8).gsub(/^ +(\d+)$/, '\1'), line
      end
    end
  end

  def test_other_programs_take_them
    { "zsh" => ["zsh", "-n", "completions/_jacinth"], "fish" => ["fish", "--no-execute", "completions/jacinth.fish"],
      "groff" => ["groff", "-man", "-Tascii", "-ww", "-z", "man/jacinth.1"] }.each do |program, command|
      next unless installed?(program)

      out, status = Open3.capture2e(*command, chdir: Checkout::ROOT)

      assert_equal ["", true], [out, status.success?], program
    end
  end
end
