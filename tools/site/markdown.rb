# frozen_string_literal: true

require "erb"
require "ripper"

# Writes a page of Markdown as HTML: the parts of GitHub's Markdown that the pages use.
# RDoc's own Markdown differs from release to release, for example in tables.
class Markdown
  include ERB::Util

  ITEM = /\A(?:-|\d+\.) /
  TEXT = %r{\A(?!\s*\z|```|\#{1,6} |\||(?:-|\d+\.) |<!--|</?details)} # a line that continues a paragraph or an item
  INLINE = /
    (?<ticks>`+)(?<code>.+?)(?<!`)\k<ticks>(?!`)
    | \\(?<escaped>[[:punct:]])
    | !\[(?<alt>[^\]]*)\]\((?<source>[^)\s]+)\)
    | \[(?<label>(?:`[^`]*`|[^\]])*)\]\((?<target>[^)\s]+)\)
    | \*\*(?<strong>.+?)\*\*
    | (?<![\w*])\*(?<star>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])
    | (?<!\w)_(?<line>[^_\s](?:[^_]*[^_\s])?)_(?!\w)
  /mx
  # Ruby's tokens that have a color.
  COLORS = { on_comment: "comment", on_kw: "keyword", on_const: "constant", on_int: "number", on_float: "number",
             on_tstring_beg: "string", on_tstring_content: "string", on_tstring_end: "string", on_label: "symbol",
             on_symbeg: "symbol", on_heredoc_beg: "string", on_heredoc_end: "string" }.freeze
  RESULT = /\A# ?(?:=>|>>|raises|  )/ # a comment that shows a result

  # The text of the first heading, and [level, id, HTML] of each heading.
  attr_reader :title, :headings

  # The block is called with the target of each link, and returns the address to write.
  def initialize(text, &link)
    @lines = text.lines(chomp: true)
    @link = link
    @headings = []
    @title = text[/^# (.+)/, 1]
  end

  def html
    parts = []
    parts << block until @lines.empty?
    parts.compact.join("\n")
  end

  # Ruby code with colors.
  def self.ruby(code)
    tokens = Ripper.lex(code).map { |token| [COLORS[token[1]], token[2]] }
    return ERB::Util.h(code) unless tokens.map(&:last).join == code

    tokens.map do |color, text|
      color = "result" if color == "comment" && text.match?(RESULT)
      color ? "<span class=\"#{color}\">#{ERB::Util.h(text)}</span>" : ERB::Util.h(text)
    end.join
  end

  private

  def block
    case @lines.first
    when "" then @lines.shift && nil
    when /\A```(\w*)/ then fenced(Regexp.last_match(1))
    when /\A(\#{1,6}) (.+)/ then heading(*Regexp.last_match.captures)
    when /\A\|/ then table
    when ITEM then list
    when /\A    / then code(shift_while(/\A(?:    |\s*\z)/).join("\n").gsub(/^    /, ""), "")
    when /\A<!--/ then @lines.shift(@lines.index { |line| line.include?("-->") } + 1) && nil
    else paragraph
    end
  end

  def shift_while(pattern)
    @lines.shift(@lines.index { |line| !line.match?(pattern) } || @lines.size)
  end

  def fenced(language)
    @lines.shift
    lines = @lines.shift(@lines.index { |line| line.start_with?("```") })
    @lines.shift
    code(lines.join("\n"), language)
  end

  def code(text, language)
    shown = case language
            when "ruby" then self.class.ruby(text)
            when "console" then h(text).gsub(/^\$ .*/) { |line| "<b>#{line}</b>" }
            else h(text)
            end
    "<pre><code>#{shown}</code></pre>"
  end

  def heading(marks, text)
    @lines.shift
    shown = inline(text)
    plain = shown.gsub(/<[^>]+>/, "").gsub(/&(?:\w+|#\d+);/, "")
    id = plain.downcase.gsub(/[^\p{Word}\- ]/, "").tr(" ", "-")
    id += "-#{@headings.size}" if @headings.any? { |_, other| other == id }
    @headings << [marks.size, id, shown]
    "<h#{marks.size} id=\"#{id}\">#{shown}</h#{marks.size}>"
  end

  def table
    head, rule, *rows = shift_while(/\A\|/).map { |line| cells(line) }
    sides = rule.map { |cell| " class=\"right\"" if cell.end_with?(":") && !cell.start_with?(":") }
    head = head.all?(&:empty?) ? "" : "<thead>#{row('th', head, sides)}</thead>\n"
    "<table>\n#{head}<tbody>\n#{rows.map { |cells| row('td', cells, sides) }.join("\n")}\n</tbody></table>"
  end

  def row(tag, cells, sides)
    "<tr>#{cells.zip(sides).map { |cell, side| "<#{tag}#{side}>#{inline(cell)}</#{tag}>" }.join}</tr>"
  end

  # A vertical bar within a cell has a backslash, also in code.
  def cells(line)
    line.strip.delete_prefix("|").delete_suffix("|").split(/(?<!\\)\|/, -1).map { |cell| cell.strip.gsub("\\|", "|") }
  end

  def list
    tag = @lines.first.start_with?("-") ? "ul" : "ol"
    items = []
    while @lines.first&.match?(ITEM)
      first = @lines.shift.sub(ITEM, "")
      items << [first, *shift_while(TEXT)].map(&:strip).join("\n")
    end
    "<#{tag}>\n#{items.map { |item| "<li>#{inline(item)}</li>" }.join("\n")}\n</#{tag}>"
  end

  def paragraph
    return @lines.shift if @lines.first.match?(%r{\A</?details})

    "<p>#{inline([@lines.shift, *shift_while(TEXT)].join("\n"))}</p>"
  end

  def inline(text)
    html = +""
    at = 0
    while (found = INLINE.match(text, at))
      html << h(text[at...found.begin(0)]) << element(found)
      at = found.end(0)
    end
    html << h(text[at..])
  end

  def element(found)
    if (code = found[:code]) then "<code>#{h(code.match?(/\A .*[^ ].* \z/m) ? code[1..-2] : code)}</code>"
    elsif found[:escaped] then h(found[:escaped])
    elsif found[:source] then "<img src=\"#{h(@link.call(found[:source]))}\" alt=\"#{h(found[:alt])}\">"
    elsif found[:target] then "<a href=\"#{h(@link.call(found[:target]))}\">#{inline(found[:label])}</a>"
    elsif found[:strong] then "<strong>#{inline(found[:strong])}</strong>"
    else "<em>#{inline(found[:star] || found[:line])}</em>"
    end
  end
end
