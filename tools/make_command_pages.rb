# frozen_string_literal: true

require_relative "checkout"
Checkout.use

require "fileutils"
require "jacinth/command"

# Writes the manual page and the completions of the command from the tables of
# options that the command itself reads its arguments by:
#
#     ruby tools/make_command_pages.rb
#
# test/command/pages_test.rb compares them with what this writes.
module CommandPages
  Command = Jacinth::Command
  SUBCOMMANDS = Command.const_get(:SUBCOMMANDS)
  STATUS = Command.const_get(:Status)::MEANINGS

  GLOBAL = { "help" => ["h", "print the help"], "version" => ["V", "print the version"] }.freeze

  module_function

  # Each file's path in the repository, and its text.
  def files
    { "man/jacinth.1" => Manual.text, "completions/jacinth.bash" => Bash.text,
      "completions/_jacinth" => Zsh.text, "completions/jacinth.fish" => Fish.text }
  end

  def write
    files.each do |path, text|
      path = File.join(Checkout::ROOT, path)
      FileUtils.mkdir_p(File.dirname(path))
      File.write(path, text)
    end
  end

  # Name to class.
  def subcommands = SUBCOMMANDS.keys.to_h { |name| [name, Command.subcommand(name)] }

  # man/jacinth.1, in roff.
  module Manual
    HEAD = <<~'ROFF'
      .\" Written by tools/make_command_pages.rb.
      .TH JACINTH 1 "" "Jacinth" "User Commands"
      .SH NAME
      jacinth \- format, check, query, convert and measure JSON
      .SH SYNOPSIS
    ROFF

    TAIL = <<~'ROFF'
      .SH ENVIRONMENT
      .TP
      \fBNO_COLOR\fR
      If this is set and not empty, no colors are used, unless \fB\-\-color=always\fR is given.
      .TP
      \fBTERM\fR
      If this is \fBdumb\fR, no colors are used either.
      .SH EXAMPLES
      .TP
      \fBjacinth fmt \-\-in\-place *.json\fR
      Format files in place.
      .TP
      \fBjacinth get \-\-raw "/users/*/name" export.json.gz\fR
      Write the names of all users, each on a line.
      .TP
      \fBjacinth get "$.users[?@.age > 30].name" export.json\fR
      Write the names of some users, by a JSONPath.
      .TP
      \fBjacinth get \-\-csv \-\-rows /users /id /name export.json > users.csv\fR
      Write a table with a row for each user.
      .TP
      \fBjacinth lines \-\-at "/items/*" export.json | split \-l 1000\fR
      Split a large array into files of 1000 lines.
      .TP
      \fBjacinth lines \-\-array \-\-skip\-bad events.ndjson > events.json\fR
      Write the lines of a log that are JSON as one array.
      .SH SEE ALSO
      https://github.com/jacinth\-json/jacinth/blob/main/docs/command.md, RFC 8259 (JSON), RFC 6901 (JSON pointers)
    ROFF

    DESCRIPTION = <<~TEXT
      Each subcommand reads its FILEs one after the other. A FILE is JSON, or JSON compressed by gzip. It has one document,
      or several documents that follow each other: lines (NDJSON), records (RFC 7464), or documents in any layout. Without
      a FILE, and for the FILE \\-, the standard input is read. Errors are written to the standard error, with the place,
      the line and usually a hint; the next FILE is read nevertheless. On a terminal, errors and documents have colors,
      control characters are replaced, and the standard error shows the progress of a long input.
    TEXT

    class << self
      def text
        synopsis = CommandPages.subcommands.values.map { |subcommand| usage(subcommand.usage) }.join(".br\n")
        [HEAD, synopsis, ".br\n", usage("jacinth --help | --version"), section("DESCRIPTION"), DESCRIPTION,
         section("SUBCOMMANDS"), *CommandPages.subcommands.map { |name, subcommand| part(name, subcommand) },
         section("OPTIONS OF ALL SUBCOMMANDS"), *Command.const_get(:Options)::COMMON.map { |option| entry(option) },
         section("EXIT STATUS"), "If several apply, the highest is returned.\n", *statuses, TAIL].join
      end

      private

      def section(name) = ".SH #{name}\n"

      def usage(text) = "#{escape(text).sub(/\Ajacinth \S+/) { |words| "\\fB#{words}\\fR" }}\n"

      def part(name, subcommand)
        paragraphs = subcommand::DESCRIPTION.split("\n\n").map { |text| escape(text.strip) }.join("\n.PP\n")
        ".SS #{escape(subcommand.usage)}\n#{sentence(SUBCOMMANDS.fetch(name))}\n.PP\n#{paragraphs}\n" +
          subcommand::OPTIONS.map { |option| entry(option) }.join
      end

      def entry(option)
        long = "\\fB#{escape(option.flag)}\\fR"
        long += "=\\fI#{option.argument}\\fR" unless option.switch?
        short = "\\fB\\-#{option.short}\\fR, " if option.short
        ".TP\n#{short}#{long}\n#{sentence(option.text)}\n"
      end

      def statuses = STATUS.map { |status, text| ".TP\n\\fB#{status}\\fR\n#{sentence(text)}\n" }

      def sentence(text) = "#{escape(text[0].upcase + text[1..])}."

      def escape(text) = text.gsub("\\", "\\e").gsub("-", "\\-").gsub(/^([.'])/, '\\\\&\1')
    end
  end

  # completions/jacinth.bash
  module Bash
    TEXT = <<~SHELL
      # Completion of jacinth for bash. Written by tools/make_command_pages.rb.

      _jacinth() {
          local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=""
          COMPREPLY=()
          # --color=auto comes as three words
          [ "$previous" = "=" ] && previous=${COMP_WORDS[COMP_CWORD - 2]}
          if [ "$current" = "=" ]; then
              current=""
          fi

          if [ "$COMP_CWORD" -eq 1 ]; then
              words="%<subcommands>s help %<global>s"
          else
              case ${COMP_WORDS[1]} in
                  help) words="%<subcommands>s" ;;
      %<cases>s
              esac
              case $previous in
      %<values>s
              *)
                  if [ "${current:0:1}" != "-" ] && [ "${COMP_WORDS[1]}" != help ]; then
                      _jacinth_pointer && _jacinth_no_files
                      return 0
                  fi
                  ;;
              esac
          fi
          # shellcheck disable=SC2207
          COMPREPLY=($(compgen -W "$words" -- "$current")) # mapfile is not in bash 3.2
      }

      # True if the pointer of get is expected: neither it nor --pointer was given.
      _jacinth_pointer() {
          local i
          [ "${COMP_WORDS[1]}" = get ] || return 1
          for ((i = 2; i < COMP_CWORD; i++)); do
              case ${COMP_WORDS[i]} in
                  --pointer | -p*) return 1 ;;
                  %<valued>s)
                      i=$((i + 1))
                      [ "${COMP_WORDS[i]}" = "=" ] && i=$((i + 1))
                      ;;
                  -*) ;;
                  *) return 1 ;;
              esac
          done
          return 0
      }

      # bash 3.2 has no compopt, and offers files.
      _jacinth_no_files() { words="" && compopt +o bashdefault +o default 2>/dev/null; }

      complete -o bashdefault -o default -F _jacinth jacinth
    SHELL

    class << self
      def text
        cases = CommandPages.subcommands.map do |name, subcommand|
          "            #{name}) words=\"#{flags(subcommand.all_options).join(' ')}\" ;;"
        end
        format(TEXT, subcommands: SUBCOMMANDS.keys.join(" "), global: global, cases: cases.join("\n"),
                     values: values, valued: valued)
      end

      private

      def global = GLOBAL.flat_map { |long, (short, _)| ["--#{long}", "-#{short}"] }.join(" ")

      def flags(options) = options.flat_map(&:flags)

      # The options of get, but --pointer, that have an argument.
      def valued
        options = CommandPages.subcommands.fetch("get").all_options.reject { |one| one.switch? || one.repeated }
        flags(options).join(" | ")
      end

      # Completes the argument of an option: its values, or nothing.
      def values
        options = CommandPages.subcommands.values.flat_map(&:all_options).reject(&:switch?).uniq
        options.group_by(&:choices).map do |choices, group|
          what = choices.empty? ? "_jacinth_no_files" : "words=\"#{choices.join(' ')}\""
          "        #{flags(group).uniq.join(' | ')}) #{what} ;;"
        end.join("\n")
      end
    end
  end

  # completions/_jacinth
  module Zsh
    TEXT = <<~'SHELL'
      #compdef jacinth
      # Completion of jacinth for zsh. Written by tools/make_command_pages.rb.

      _jacinth() {
        local context state state_descr line
        typeset -A opt_args
        local -a subcommands=(
      %<subcommands>s
        )

        _arguments -C \
      %<global>s
          '1:subcommand:->subcommand' \
          '*::argument:->argument'

        case $state in
          subcommand) _describe subcommand subcommands ;;
          argument)
            case $words[1] in
              help) _describe subcommand subcommands ;;
      %<cases>s
            esac
            ;;
        esac
      }

      _jacinth "$@"
    SHELL

    class << self
      def text
        names = SUBCOMMANDS.merge("help" => "print the help of a subcommand")
        format(TEXT, subcommands: names.map { |name, text| "    #{quote("#{name}:#{text}")}" }.join("\n"),
                     global: GLOBAL.map { |long, (short, text)| global(long, short, text) }.join("\n"),
                     cases: CommandPages.subcommands.map { |name, subcommand| part(name, subcommand) }.join("\n"))
      end

      private

      def global(long, short, text) = "    '(- *)'{-#{short},--#{long}}#{quote("[#{text}]")} \\"

      def part(name, subcommand)
        arguments = (%('1:pointer:_guard "^-*" pointer') if name == "get")
        lines = [*subcommand.all_options.map { |option| entry(option) }, *arguments, "'*:file:_files'"]
        ["        #{name})\n          _arguments", *lines].join(" \\\n            ").concat("\n          ;;")
      end

      def entry(option)
        text = "[#{option.text.gsub(/[\[\]:]/) { |character| "\\#{character}" }}]"
        choices = option.choices.empty? ? " " : "(#{option.choices.join(' ')})"
        value = ":#{option.argument.downcase}:#{choices}" unless option.switch?
        long = option.switch? ? option.flag : "#{option.flag}="
        many = "*" if option.repeated
        return quote("#{many}#{long}#{text}#{value}") unless option.short

        # A --pointer takes the place of the first argument of get.
        group = quote(option.repeated ? "(1)*" : "(-#{option.short} #{option.flag})")
        short = option.switch? ? "-#{option.short}" : "-#{option.short}+"
        "#{group}{#{short},#{long}}#{quote("#{text}#{value}")}"
      end

      def quote(text) = "'#{text.gsub("'", "'\\\\''")}'"
    end
  end

  # completions/jacinth.fish
  module Fish
    NONE = "not __fish_seen_subcommand_from #{SUBCOMMANDS.keys.join(' ')} help".freeze
    # The pointer of get comes here: neither it nor --pointer is there yet.
    POINTER = "__fish_seen_subcommand_from get; and not string match -qr -- \"^(-p|--pointer)\" (commandline -opc); " \
              "and test (count (commandline -opc | string match -v -- \"-*\")) -lt 3"

    class << self
      def text
        "# Completion of jacinth for fish. Written by tools/make_command_pages.rb.\n\n" +
          [*global, *subcommands, *options].map { |line| "complete -c jacinth #{line}\n" }.join
      end

      private

      def global = GLOBAL.map { |long, (short, text)| "-n '#{NONE}' -s #{short} -l #{long} -d #{quote(text)}" }

      def subcommands
        names = SUBCOMMANDS.merge("help" => "print the help of a subcommand")
        names.map { |name, text| "-f -n '#{NONE}' -a #{name} -d #{quote(text)}" } +
          ["-f -n '__fish_seen_subcommand_from help' -a '#{SUBCOMMANDS.keys.join(' ')}'", "-f -n '#{POINTER}'"]
      end

      def options
        CommandPages.subcommands.flat_map do |name, subcommand|
          subcommand.all_options.map { |option| "-n '__fish_seen_subcommand_from #{name}' #{entry(option)}" }
        end
      end

      def entry(option)
        short = "-s #{option.short} " if option.short
        value = " -x" if option.argument
        value = " -x -a '#{option.choices.join(' ')}'" unless option.choices.empty?
        "#{short}-l #{option.long} -d #{quote(option.text)}#{value}"
      end

      def quote(text) = "'#{text.gsub("'", "\\\\'")}'"
    end
  end
end

CommandPages.write if $PROGRAM_NAME == __FILE__
