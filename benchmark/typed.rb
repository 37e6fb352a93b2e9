# frozen_string_literal: true

module Bench
  # What the rows of types read into and write from: classes of the program, and
  # the types that say what is in them. The json gem, which has no types, gets
  # the classes.
  module Typed
    MEMBERS = %i[id name email age score active city created].freeze
    MAKE = defined?(Data.define) ? Data.method(:define) : ->(*names) { Struct.new(*names, keyword_init: true) }
    USER = MAKE.call(*MEMBERS)
    SMALL = MAKE.call(:a, :b, :c, :d)
    private_constant :MAKE

    module_function

    # The type of a list of users.
    def list
      type = Jacinth::Type
      type[[type.of(USER, id: Integer, name: String, email: String, age: Integer, score: Float, active: type.boolean,
                          city: String, created: String)]]
    end

    # The type of an object of four members.
    def small
      Jacinth::Type.of(SMALL, a: Integer, b: String, c: Jacinth::Type.boolean, d: Float)
    end

    # The type of the few members of twitter.json that a program wants.
    def tweets
      Jacinth::Type[{ statuses: [{ text: String, user: { name: String, screen_name: String, id: Integer } }] }]
    end

    # The same from all of it.
    def pick_tweets(twitter)
      { statuses: twitter[:statuses].map do |status|
        { text: status[:text], user: status[:user].slice(:name, :screen_name, :id) }
      end }
    end

    # The users of a document.
    def users(records)
      records.map { |record| USER.new(**record.transform_keys(&:to_sym)) }
    end
  end
end
