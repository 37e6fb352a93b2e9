# frozen_string_literal: true

require "json"

module Coverage
  # Which lines and branches of ext/jacinth were taken, summed over the exports
  # of llvm-cov: of several libraries, each built in its own way. A place in the
  # source is the same place whatever it was compiled into, so a header that many
  # files include counts once.
  class Report
    # The kinds of llvm-cov's regions.
    EXPANSION = 1

    # Conditions that the compiler knows: neither way of these can be missing.
    CONSTANT = /\A(?:true|false|\d+|sizeof\b.*|JAC_[A-Z0-9_]+)\z/

    def initialize(root)
      @root = root
      @prefix = File.join(root, "ext", "jacinth", "")
      @lines = Hash.new { |hash, path| hash[path] = Hash.new(0) }
      @branches = Hash.new { |hash, path| hash[path] = {} }
    end

    # The text that `llvm-cov export` writes.
    def add(text)
      data = JSON.parse(text).fetch("data").fetch(0)
      data.fetch("files").each do |file|
        path = name(file.fetch("filename"))
        add_lines(file.fetch("segments"), @lines[path]) if path
      end
      data.fetch("functions").each { |function| add_branches(function) }
    end

    # A row of Markdown for each folder, and their sum.
    def table
      folders = @lines.keys.group_by { |path| path.include?("/") ? File.dirname(path) : "." }
      rows = folders.sort.map { |folder, paths| row("`#{folder}`", count(paths)) }
      ["| Folder | Lines | Taken | Branches | Taken |", "|---|---|---|---|---|", *rows, row("all", count(@lines.keys))]
    end

    # "parse/machine.c:120" and the text of the line, for each that was not taken.
    def missing_lines
      @lines.sort.flat_map do |path, lines|
        lines.select { |_, count| count.zero? }.keys.sort.map { |line| "#{path}:#{line}: #{source(path, line)}" }
      end
    end

    # The conditions that only went one way, or none.
    def missing_branches
      @branches.sort.flat_map do |path, branches|
        branches.reject { |_, taken| taken.all?(&:positive?) }.sort_by { |place, _| place.first(2) }
                .map { |(line, column, *), taken| describe(path, line, column, taken) }
      end
    end

    private

    def row(name, counts)
      line, lines, branch, branches = counts
      format("| %s | %d | %.1f %% | %d | %.1f %% |", name, lines, percent(line, lines), branches,
             percent(branch, branches))
    end

    def percent(part, all) = all.zero? ? 100.0 : 100.0 * part / all

    # Below ext/jacinth; nil for another file.
    def name(path)
      @names ||= Hash.new do |hash, key|
        whole = File.expand_path(key)
        hash[key] = whole.start_with?(@prefix) ? whole.delete_prefix(@prefix) : nil
      end
      @names[path]
    end

    # A line counts as often as the region with the most: those that begin on it,
    # and the one that it begins in.
    def add_lines(segments, lines)
      around = nil
      segments.chunk_while { |a, b| a[0] == b[0] }.each_cons(2) do |row, following|
        starts = row.select { |_, _, _, counted, entry, gap| counted && entry && !gap }
        skipped = !row[0][3] && row[0][4]
        add_line(lines, row[0][0], starts, around) unless skipped
        around = row[-1]
        ((row[0][0] + 1)...following[0][0]).each { |line| lines[line] += around[2] } if around[3]
      end
    end

    def add_line(lines, line, starts, around)
      return unless starts.any? || around&.at(3)

      lines[line] += [around&.at(3) ? around[2] : 0, *starts.map { |segment| segment[2] }].max
    end

    # A condition out of a macro belongs to the place that uses the macro.
    def add_branches(function)
      names = function.fetch("filenames").map { |path| name(path) }
      uses = function.fetch("regions").select { |region| region[7] == EXPANSION }.to_h { |region| [region[6], region] }
      function.fetch("branches").each do |branch|
        next unless names[branch[6]] # a macro of Ruby's

        place = [branch[0], branch[1]]
        within = branch[6]
        while (use = uses[within])
          within = use[5]
          place = [use[0], use[1], *place]
        end
        add_branch(names[within], place, branch) if names[within]
      end
    end

    def add_branch(path, place, branch)
      return if CONSTANT.match?(spelled(path, branch, place))

      taken = @branches[path][place] ||= [0, 0]
      taken[0] += branch[4]
      taken[1] += branch[5]
    end

    def spelled(path, branch, place)
      return "" unless place.size == 2 && branch[0] == branch[2]

      source(path, branch[0], 0)[(branch[1] - 1)...(branch[3] - 1)].to_s
    end

    def source(path, line, indent = nil)
      @sources ||= Hash.new do |hash, key|
        hash[key] = File.readlines(File.join(@prefix, key), chomp: true, encoding: "UTF-8")
      end
      text = @sources[path][line - 1].to_s
      indent ? text : text.strip
    end

    def describe(path, line, column, taken)
      way = taken.sum.zero? ? "never evaluated" : "never #{taken[0].zero?}"
      "#{path}:#{line}:#{column}: #{way}: #{source(path, line)}"
    end

    def count(paths)
      lines = paths.flat_map { |path| @lines[path].values }
      ways = paths.flat_map { |path| @branches.key?(path) ? @branches[path].values.flatten : [] }
      [lines.count(&:positive?), lines.size, ways.count(&:positive?), ways.size]
    end
  end
end
