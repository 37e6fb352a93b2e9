# frozen_string_literal: true

require_relative "support"

# The readers of a JSON5 text that return its value, by name.
module Json5Readers
  WHOLE = {
    "parse" => ->(text, **options) { Jacinth.parse(text, **options) },
    "parse!" => ->(text, **options) { Jacinth.parse!(text, **options) },
    "load" => ->(text, **options) { Jacinth.load(text, **options) },
    "Parser" => ->(text, **options) { Jacinth::Parser.new(text, **options).parse },
    "Coder" => ->(text, **options) { Jacinth::Coder.new(**options).parse(text) },
    "load_file" => lambda { |text, **options|
      JacinthHelpers.with_file(text) { |path| Jacinth.load_file(path, **options) }
    }
  }.freeze
end
