# frozen_string_literal: true

module Jacinth
  Fragment = Struct.new(:json) # :nodoc:

  # JSON text that the generator writes unchanged, in strict mode, too: a document from a
  # cache, for example. The text is not checked.
  #
  #   Jacinth.generate([Jacinth::Fragment.new('{"cached": 1}')]) # => "[{\"cached\": 1}]"
  class Fragment
    ##
    # :attr_accessor: json
    # The text.
    #
    #   Jacinth::Fragment.new("[1]").json # => "[1]"

    # json: a String, or an object with to_str. Raises TypeError for any other object.
    #
    #   Jacinth::Fragment.new("[1]").json # => "[1]"
    def initialize(json)
      text = String.try_convert(json)
      raise TypeError, "no implicit conversion of #{PathText.shown(json.class)} into String" unless text

      super(text)
    end

    # Returns the text.
    #
    #   Jacinth::Fragment.new("[1]").to_json # => "[1]"
    def to_json(_state = nil, *)
      json
    end
  end
end
