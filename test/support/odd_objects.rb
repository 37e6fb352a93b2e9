# frozen_string_literal: true

require "delegate"

# Objects whose methods are found in unusual ways, and the names of attributes to serialize.
module OddObjects
  FOREIGN = ["é".encode("ISO-8859-1"), "あ".encode("Shift_JIS")].map(&:to_sym).freeze
  NAMES = (%i[id class self end missing hidden guarded shielded format ask? bang! Upper set= [] frozen?] + FOREIGN).freeze

  # Has public methods, a private and a protected one.
  class Plain
    (%i[id title self end ask? bang! Upper] + FOREIGN).each { |name| define_method(name) { name.to_s } }

    protected

    def guarded = "guarded"

    private

    def hidden = "hidden"
  end

  # Has a value for each name.
  class Missing < Plain
    def method_missing(name, *arguments) = "missing #{name} #{arguments}"
    def respond_to_missing?(name, _all) = !%i[map each each_pair to_hash to_str to_ary].include?(name)
  end

  class Sending < Plain
    def public_send(name) = "sent #{name}"
    def send(name) = "sent by send #{name}"
  end

  # Has a private method for a public one of the object.
  class Decorator < SimpleDelegator
    private

    def id = "private id"
    def hidden = "hidden in the decorator"
  end

  # Delegates all methods, also those of Object.
  class Proxy < BasicObject
    def method_missing(...) = Plain.new.public_send(...)
    def respond_to_missing?(*) = true
  end

  # Has no public_send.
  class Bare < BasicObject
    def id = 1
    def title = 3
    def hash = 2
    def is_a?(_class) = false
    def respond_to?(name, *) = %i[id title].include?(name)
    def nil? = false
    def !~(_other) = true
  end

  # Label => the class's objects.
  ALL = { plain: -> { Plain.new }, missing: -> { Missing.new }, sending: -> { Sending.new },
          delegator: -> { SimpleDelegator.new(Plain.new) }, decorator: -> { Decorator.new(Plain.new) },
          decorated: -> { Decorator.new(Missing.new) }, proxy: -> { Proxy.new }, bare: -> { Bare.new },
          singleton: -> { Plain.new.tap { |object| object.singleton_class.__send__(:public, :hidden, :guarded) } } }.freeze

  # A protected method of all objects, in the block.
  def self.shielding
    Object.define_method(:shielded) { "shielded" }
    Object.__send__(:protected, :shielded)
    yield
  ensure
    Object.remove_method(:shielded)
  end
end
