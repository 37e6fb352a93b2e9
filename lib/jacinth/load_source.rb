# frozen_string_literal: true

module Jacinth
  # Reads the sources of Jacinth.load, and names them in errors.
  module LoadSource # :nodoc:
    # Raises an error of Jacinth.load again. A ParserError about the text gets the name of its source;
    # an ArgumentError also suggests allow_blank.
    def self.raise_again(error, text, source, options)
      OptionNames.reraise(error, Jacinth.method(:load), options) if error.is_a?(ArgumentError)
      name_source(error, source) if Jacinth.__send__(:_take_error, error, text)
      raise error
    end

    def self.read(source)
      if source.respond_to?(:to_str) then source.to_str
      elsif source.respond_to?(:read) then source.read
      elsif source.respond_to?(:to_io) then source.to_io.read
      else source
      end
    end

    # Returns the text of a file, but not more than one byte beyond limit. Gives a length only if
    # the file is not known to be shorter, because Ruby allocates that many bytes. Uses binread,
    # because File.read also checks each UTF-8 character, which takes longer than parsing.
    def self.file(path, limit)
      length = limit + 1 if limit.is_a?(Integer) && limit.positive? && limit <= (File.size?(path) || limit)
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
