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

    # Returns the text of a file, but not more than one byte beyond limit. Uses binread,
    # because File.read also checks each UTF-8 character, which takes longer than parsing.
    def self.file(path, limit)
      limited = limit.is_a?(Integer) && limit.positive?
      (limited ? start(path, limit) : File.binread(path)).force_encoding(Encoding::UTF_8)
    end

    # Returns at most limit + 1 bytes of a file. Ruby allocates the bytes that read() can return,
    # so it is first called for the size of the file, which is 0 for a pipe.
    def self.start(path, limit)
      File.open(path, "rb") do |file|
        size = [file.size, limit].min
        text = file.read(size + 1) || +""
        text.bytesize > size ? text << file.read(limit - size).to_s : text
      end
    end
    private_class_method :start

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
