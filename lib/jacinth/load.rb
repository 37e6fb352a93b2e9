# frozen_string_literal: true

require_relative "load_source"

module Jacinth
  ##
  # :singleton-method: load
  # :call-seq: load(source, proc = nil, allow_blank: true, **options) -> object
  #
  # Reads a document that Jacinth.dump has written, and returns its value. NaN is
  # allowed. A source that is nil or "" gives nil, unless allow_blank is false.
  # source: a String, or an object with +to_str+, +to_io+ or +read+, which is read
  # to its end. proc: a Proc that is called with each value and key, and returns the
  # object to store, as with the option +on_load+. Raises the errors of
  # Jacinth.parse.
  #
  #   Jacinth.load("[1, NaN]") # => [1, NaN]
  #   Jacinth.load(nil)        # => nil
  #
  # [Options] those of Jacinth.parse; +allow_nan+ is true

  module_function

  # The same as load, but without a limit of nesting. Only for sources that are
  # trusted.
  #
  #   Jacinth.unsafe_load("[" * 200 + "]" * 200).flatten # => []
  def unsafe_load(source, proc = nil, **options)
    load(source, proc, max_nesting: false, **options)
  end

  # Returns the value of the document in a file, read as UTF-8. filespec: the path,
  # a String or a Pathname. Raises the errors of Jacinth.parse, and SystemCallError
  # if the file cannot be read.
  #
  #   File.write("example.json", "[1]")
  #   Jacinth.load_file("example.json") # => [1]
  #
  # [Options] those of Jacinth.parse
  def load_file(filespec, **options)
    # The options are passed by position, even if there are none: then the text is the owner of the errors.
    LoadSource.named(filespec, options[:max_document_bytes]) { |text| parse(text, options) }
  end

  # The same as load_file, but with the defaults of parse!: no limit of nesting, and
  # NaN is allowed.
  #
  #   File.write("example.json", "[NaN]")
  #   Jacinth.load_file!("example.json") # => [NaN]
  def load_file!(filespec, **options)
    LoadSource.named(filespec, options[:max_document_bytes]) { |text| parse!(text, options) }
  end
end
