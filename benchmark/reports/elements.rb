# frozen_string_literal: true

require "cgi/escape" # all that Ruby 4.0 has kept of cgi

module Bench
  module Reports
    # Pieces of SVG and HTML that charts and pages are written with; included.
    module Elements
      private

      # The picture, of classes that SVG::STYLE has colours for.
      def svg(width, height, title, content)
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bench\" " \
          "width=\"#{width}\" height=\"#{height}\" " \
          "viewBox=\"0 0 #{width} #{height}\" role=\"img\">" \
          "<title>#{escape(title)}</title>#{content}</svg>"
      end

      def line(x1, y1, x2, y2, kind = "grid")
        "<line x1=\"#{x1}\" y1=\"#{y1}\" x2=\"#{x2}\" y2=\"#{y2}\" " \
          "class=\"#{kind}\"/>"
      end

      def text(at, y, content, kind = nil, anchor = nil)
        "<text x=\"#{at}\" y=\"#{y}\"#{" class=\"#{kind}\"" if kind}" \
          "#{" text-anchor=\"#{anchor}\"" if anchor}>#{escape(content)}</text>"
      end

      def escape(text)
        CGI.escapeHTML(text)
      end
    end
  end
end
