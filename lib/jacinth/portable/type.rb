# frozen_string_literal: true

require_relative "type_node"
require_relative "type_faults"
require_relative "type_reader"
require_relative "type_choices"
require_relative "type_writing"

module Jacinth
  Portable::Writing.include(Portable::TypeWriting)

  # The methods of ext/jacinth/type.
  class Type
    # Returns the members of a Struct or Data in the order of their slots.
    def self._members(klass)
      record = klass <= ::Struct ? ::Struct : ::Data
      record.instance_method(:members).bind_call(::Class.instance_method(:allocate).bind_call(klass))
    end
    private_class_method :_members, :allocate
    Portable.refuse_to_dump(self)

    def load(source, **options) = _read(source, options, false)

    def _load_values(source, **options) = _read(source, options, true)
    private :_load_values

    def _read(source, options, from_convert)
      node = _node.ready
      errors = ChoiceText.of("errors", %i[first all], options.fetch(:errors, :first))
      given = Portable::ParserOptions.new({ validate_encoding: true, **options.except(:errors) }, :type, extra: :errors)
      given = given.owned_by(source)
      text = Portable.source_text(source, given)
      Portable::TypeReader.new(text, given, all: errors == :all, from_convert:).tap(&:check_size).typed_document(node)
    end

    private :_read

    def dump(object, io = nil, **options)
      Portable::Writing.new(Portable::TypeWriting.state(options), io).typed_document(_node.ready, object)
    end

    private

    # Writes an object for its to_json. Returns nil if there is no State of Jacinth.
    def _dump_by(object, state)
      return unless Portable.state?(state)

      Portable::Writing.new(Portable::TypeWriting.from(state), nil).typed_document(_node.ready, object, state)
    end

    def _node = @_node || raise(ArgumentError, "this type is not complete yet")

    def _kind = @_node&.kind

    def _spec = @_node&.spec

    def _compile(kind, spec)
      raise ArgumentError, "this type is complete already" if @_node

      @_node = Portable::TypeNode.new(self, kind, spec)
      @_node.freeze unless kind == :ref
      self
    end

    def _resolve(target)
      _node.resolve(target.__send__(:_node))
      self
    end

    def _target = _node.of&.type

    def _member_place(name) = _node.places[name]
  end
end
