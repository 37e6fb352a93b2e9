# frozen_string_literal: true

module Jacinth
  LOAD_DEFAULTS = { allow_nan: true }.freeze
  private_constant :LOAD_DEFAULTS

  module_function

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
  def load(source, proc = nil, allow_blank: true, **options)
    given = source
    source = LoadSource.read(source) unless source.is_a?(String)
    source = "null" if allow_blank && (source.nil? || (source.is_a?(String) && source.empty?))
    options = { on_load: proc.to_proc, **options } if proc
    # a constant: Ruby makes no Hash for the call
    options.empty? ? parse(source, LOAD_DEFAULTS) : parse(source, allow_nan: true, **options)
  rescue ParserError => e
    LoadSource.name_source(e, given) if Jacinth.__send__(:_take_error, e, source)
    raise
  rescue ArgumentError => e
    OptionNames.reraise(e, Jacinth.method(:load), options)
  end

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

  # Reads the sources of Jacinth.load, and names them in errors.
  module LoadSource # :nodoc:
    def self.read(source)
      if source.respond_to?(:to_str) then source.to_str
      elsif source.respond_to?(:read) then source.read
      elsif source.respond_to?(:to_io) then source.to_io.read
      else source
      end
    end

    # Returns the text of a file, but not more than one byte beyond limit. Uses binread,
    # because File.read also checks each UTF-8 character, which takes longer than parsing.
    def self.file(path, limit)
      length = limit + 1 if limit.is_a?(Integer) && limit.positive?
      (File.binread(path, *length) || +"").force_encoding(Encoding::UTF_8)
    end

    # Yields the text of a file, as file() returns it. Returns the result of the block. A
    # ParserError about the text gets the name of the file; one of a callback does not.
    def self.named(path, limit)
      text = file(path, limit)
      yield text
    rescue ParserError => e
      e.source_name ||= path.to_s if Jacinth.__send__(:_take_error, e, text)
      raise
    end

    # Gives a ParserError the name of its source, if that has one.
    def self.name_source(error, source)
      error.source_name ||= path_of(source)
    end

    # True if source has readpartial or read, as an IO or a Pathname.
    def self.io?(source) = source.respond_to?(:readpartial) || source.respond_to?(:read)

    # Returns the path of a Pathname or of an IO that has one, or nil. It is called
    # while an error is raised, and must not raise another one.
    def self.path_of(source)
      return if source.is_a?(String) || !io?(source)

      path = source.respond_to?(:path) ? source.path : source.to_path
      path = path.to_path if path.respond_to?(:to_path)
      path.dup.freeze if path.is_a?(String) && !path.empty?
    rescue StandardError
      nil
    end
    private_class_method :path_of
  end
  private_constant :LoadSource
end
