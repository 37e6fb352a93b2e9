# frozen_string_literal: true

require "kramdown"
require "kramdown-parser-gfm"
require "ripper"

# Writes a page of Markdown as HTML, with colors in Ruby's code.
#
#   Markdown.html("# A `b`\n") # => "<h1 id=\"a-b\">A <code>b</code></h1>\n"
class Markdown < Kramdown::Converter::Html
  OPTIONS = { input: "GFM", hard_wrap: false, gfm_quirks: %w[paragraph_end no_auto_typographic],
              smart_quotes: %w[apos apos quot quot] }.freeze
  # Ruby's tokens that have a color.
  COLORS = { on_comment: "comment", on_kw: "keyword", on_const: "constant", on_int: "number", on_float: "number",
             on_tstring_beg: "string", on_tstring_content: "string", on_tstring_end: "string", on_label: "symbol",
             on_symbeg: "symbol", on_heredoc_beg: "string", on_heredoc_end: "string" }.freeze
  RESULT = /\A# ?(?:=>|>>|raises|  )/ # a comment that shows a result

  def self.html(text)
    text = text.gsub(/^<!--.*?-->$/m, "").gsub("<details>", '<details markdown="1">')
    document = Kramdown::Document.new(text, OPTIONS)
    new(document.root, document.options).convert(document.root)
  end

  def convert_codeblock(element, _indent)
    text = element.value.chomp
    shown = case element.options[:lang]
            when "ruby" then ruby(text)
            when "console" then escape_html(text).gsub(/^\$ .*/) { |line| "<b>#{line}</b>" }
            else escape_html(text)
            end
    "<pre><code>#{shown}</code></pre>\n"
  end

  def convert_td(...) = super.sub(' style="text-align: left"', "").sub('style="text-align: right"', 'class="right"')

  # In a table, a vertical bar has a backslash, also in code.
  def convert_codespan(element, _indent) = "<code>#{escape_html(element.value.gsub("\\|", "|"))}</code>"

  # A table can have no titles.
  def convert_thead(...)
    html = super
    html.match?(%r{[^>[:space:]]</}) ? html : ""
  end

  private

  # Ruby code with colors.
  def ruby(code)
    tokens = Ripper.lex(code).map { |token| [COLORS[token[1]], token[2]] }
    return escape_html(code) unless tokens.map(&:last).join == code

    tokens.map do |color, text|
      color = "result" if color == "comment" && text.match?(RESULT)
      color ? "<span class=\"#{color}\">#{escape_html(text)}</span>" : escape_html(text)
    end.join
  end
end
