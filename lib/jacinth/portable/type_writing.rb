# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Writes values of types: ext/jacinth/type/type_writer.c.
    module TypeWriting # :nodoc:
      ABSENT = TypeNode::ABSENT
      # The options of a State that have no effect on types.
      EXCLUDED = %i[sort_keys rfc8785 omit_nil omit_empty rails types].freeze
      # The kinds of types that a value of any class can fit.
      OPEN_KINDS = %i[any value scalar optional union first].freeze
      private_constant :EXCLUDED, :OPEN_KINDS, :ABSENT

      class << self
        # Returns the State for the options of Type#dump.
        def state(given)
          pretty = given[:pretty]
          state = State.allocate
          known = [*(State.option_names - EXCLUDED), :pretty]
          options = { **(pretty ? PRETTY_GENERATE_OPTIONS : {}), **given.except(:pretty) }
          unknown = options.keys - State.option_names - [:quirks_mode]
          Arguments.refuse(unknown, known) unless unknown.empty?
          state.__send__(:_configure, options)
          name = EXCLUDED.find { |option| state.to_h[option] } or return state
          raise ArgumentError, "#{name} has no effect on types, which write members as declared"
        end

        # Returns a State with the options that a type takes from another one.
        def from(state)
          all = state.to_h
          state_for = State.allocate
          Type::Declared.const_get(:WRITTEN).each { |name| state_for.__send__(:"#{name}=", all[name]) }
          state_for
        end
      end

      # Returns the text of a value, or the IO.
      def typed_document(node, value, owner = value)
        @owner = owner
        dump_typed(node, value)
        finish_document
      end

      private

      def dump_typed(wanted, value)
        node = wanted
        while true
          case node.kind
          when :optional
            return @out << "null" if nil.equal?(value)

            node = node.of
          when :ref then node = node.target
          when :union, :tagged, :variant then node = choose(node, value) || type_mismatch(node, value)
          when :first then node = choose_first(node, value) || type_mismatch(node, value)
          when :scalar
            value = node.spec[:dump].call(value)
            return dump_any(node, value) unless node.of

            node = node.of
          else
            check_value(node, value) if node.accepted
            return __send__(node.write, node, value)
          end
        end
      rescue SystemStackError
        fail_nesting
      end

      def type_mismatch(node, *value) = failure(node.type.__send__(:_mismatch, *value), value[0])

      # Raises GeneratorError for a value of another class, or one that a rule of the type does not allow.
      # The rules for strings and floats are checked by their methods.
      def check_value(node, value)
        fits = node.kind == :date ? @class.bind_call(value).equal?(node.klass) : node.accepted === value
        type_mismatch(node, value) unless fits || (node.kind == :float && ::Integer === value)
        check_allowed(node, value) if node.constrained? && !%i[string symbol float].include?(node.kind)
      end

      def check_allowed(node, value, shown = value)
        type_mismatch(node, shown) unless allows?(node, value)
        check_fault(node, value, shown) if node.spec[:check]
      end

      # True if a value is within the limits of its type. The keys of a Hash are compared as texts.
      def allows?(node, value)
        return false unless node.allows?(value)
        return true unless node.spec[:required] && ::Hash === value

        pairs = original(::Hash, :to_a).bind_call(value)
        node.missing_keys(pairs.to_h { |key, one| [map_key_text(key), one] }).empty?
      end

      def check_fault(node, value, shown)
        fault = node.type.__send__(:_fault, value)
        return unless fault

        failure("expected #{PathText.shown(fault)}, got #{PathText.shown(@class.bind_call(shown))}", shown)
      end

      # Writes any value. A to_json can change the options for this value only. empty: true if an
      # empty array or object can be one level deeper than max_nesting, as in parse.
      def dump_any(node, value, empty: true)
        outer = @any
        state = @state
        rails = [@rails, @escapes]
        @rails, @escapes = true, rails_escapes if node && node.spec[:rails]
        @any = empty
        @state = state.dup unless simple?(value)
        walk(value, false, @frames.last)
        return if @state.equal?(state)

        @state = state
        @given = nil
        prepare
      ensure
        @any = outer
        @rails, @escapes = rails
      end

      # Writes any value, in which Arrays can be rows: see lib/jacinth/type/row.rb.
      def dump_value(node, value)
        return dump_any(node, value, empty: false) unless node.spec[:rows] && value.instance_of?(::Array)

        row = value[0].__send__(:_node).ready if Type === value[0]
        return dump_elements(node, value) unless row && row.build == :row

        type_mismatch(row, value) unless value.freeze.size == row.members.size + 1
        dump_members(row, value)
      end

      def dump_string(node, value)
        if node.constrained?
          value = transcode(value) unless text?(value)
          value = TypeScalars.strip(value) if node.strip
          check_allowed(node, value)
        end
        dump_text(value)
      end

      def dump_text(text) = quote(text?(text) ? text : transcode(text))

      def dump_symbol(_node, value) = dump_text(value.name)

      def dump_integer(_node, value) = write_integer(value)

      def dump_float(node, value)
        if ::Integer === value
          float = TypeScalars.float(value)
          type_mismatch(node, value) if float.infinite?
          check_allowed(node, float, value) if node.constrained?
          return write_integer(value)
        end
        check_allowed(node, value) if node.constrained?
        return @out << Numerals.json(value) if value.finite?

        failure("#{value} not allowed in JSON", value) unless @state.allow_nan?
        @out << value.inspect
      end

      def dump_boolean(node, value)
        type_mismatch(node, value) unless [true, false].any? { |one| one.equal?(value) }

        @out << (value ? "true" : "false")
      end

      def dump_enum(node, value)
        member = enum_member(node, value)
        return dump_text(member.name) if member

        literal = node.literal(value)
        ABSENT.equal?(literal) ? type_mismatch(node, value) : dump_any(node, literal)
      end

      def enum_member(node, value)
        symbol = ::Symbol === value
        return unless symbol || ::String === value

        member = node.member(PathText.utf8_if_possible(symbol ? value.name : value))
        member if member && symbol == (::Symbol === member.symbol)
      end

      def dump_time(node, value)
        text = TypeScalars.time_text(value)
        fail_year(node, value) if text.nil? || (node.strict && text[4] != "-")
        @out << '"' << text << '"'
      end

      def dump_epoch(node, value) = @out << (TypeScalars.epoch_text(value, node.spec[:unit]) || fail_year(node, value))

      def dump_date(node, value)
        text = TypeScalars.date_text(value)
        fail_year(node, value) if text.nil? || (node.strict && text.size != 10)
        dump_text(text)
      end

      def fail_year(node, value)
        failure("a year has at most #{node.strict ? 'four' : 'nine'} digits, got #{PathText.shown(value)}", value)
      end

      def dump_decimal(node, value)
        text = value.exponent.abs > 1000 ? value.to_s : value.to_s("F")
        failure("#{text} not allowed in JSON", value) unless text.match?(/\A-?[0-9]/)
        node.spec[:number] ? @out << text : dump_text(text)
      end

      def dump_set(node, value)
        array = value.to_a
        if node.unique && !node.type.__send__(:_distinct?, array)
          failure("expected different elements, got equal ones", array)
        end
        dump_elements(node, array)
      end

      def dump_elements(node, array)
        check_depth(array)
        return @out << "[]" if array.empty?

        frame = open_frame(array, array, :array)
        while frame.index < (node.kind == :tuple ? node.alternatives.size : array.size)
          of = node.kind == :tuple ? node.alternatives[frame.index] : node.of
          begin_line(frame, @state.array_nl)
          flush_chunk
          value = array[frame.index] # nil if the IO has shortened the Array
          frame.index += 1
          dump_typed(of, value)
        end
        close(frame, "]", @state.array_nl)
      end
      alias dump_array dump_elements
      alias dump_tuple dump_elements

      def dump_map(node, value)
        check_depth(value)
        return @out << "{}" if value.empty?

        pairs = node.key ? text_pairs(node.key, value) : original(::Hash, :to_a).bind_call(value)
        frame = open_frame(value, pairs, :hash)
        check_duplicates(pairs) unless node.key
        pairs.each do |key, element|
          frame.index += 1
          begin_line(frame, @state.object_nl)
          write_key(key)
          @out << @colon
          dump_typed(value_node(node, key), element)
          flush_chunk
        end
        close(frame, "}", @state.object_nl)
      end

      def value_node(node, key) = node.spec[:tests] ? node.value_node(map_key_text(key)) : node.of

      def map_key_text(key) = PathText.utf8_if_possible(::Symbol === key ? key.name : key.__send__(:to_s))

      # Returns the pairs of a Hash with the texts that are written for its keys.
      def text_pairs(of, hash)
        texts = {}
        hash.each do |key, value|
          type_mismatch(of, key) unless contents_fit?(of, key)
          text = ::Symbol === key ? key.name : key
          text = of.type.__send__(:_key_text, key) unless ::String === text
          fail_duplicate(text, hash) if texts.key?(text) && !@state.__send__(:allow_duplicate_key?)
          texts[text] = value
        end
        texts.to_a
      end

      def dump_object(node, object)
        type_mismatch(node, object) unless object_of?(node, object)
        check_fault(node, object, object) if node.spec[:check]
        dump_members(node, object)
      end

      def dump_members(node, object)
        check_depth(object)
        frame = open_frame(object, [[nil]], :hash)
        node.members.each { |member| dump_member(node, object, member, frame) unless member.other }
        @out << "{" if frame.before == "{"
        close(frame, "}", @state.object_nl)
      end

      # A class of the program can redefine ===, and an object kind_of?.
      def object_of?(node, object)
        node.build == :hash ? ::Hash === object : @kind.bind_call(object, node.klass)
      end

      def dump_member(node, object, member, frame)
        return unless member.written

        frame.items = [[member.name || member.symbol]]
        frame.index = 1
        unless member.constant
          value = member_value(node, object, member)
          if ABSENT.equal?(value)
            return if member.optional? || member.fallback?

            type_mismatch(member.node.target)
          end
          return if member_omitted?(member, value)
          return dump_collected(node, member, value, frame) if member.slot == node.spec[:collector]
        end
        begin_line(frame, @state.object_nl)
        quote(member.name)
        @out << @colon
        member.constant ? dump_text(member.node.members[0].name) : dump_typed(member.node, value)
        flush_chunk
      end

      def member_omitted?(member, value)
        (member.omit_nil && nil.equal?(value)) || (member.omit_default && member.fallback? && value == member.fallback)
      end

      # Returns the value of a member, or ABSENT if a Hash lacks it.
      def member_value(node, object, member)
        case node.build
        when :hash then original(::Hash, :fetch).bind_call(object, member.hash_key) { ABSENT }
        when :row then node.klass.equal?(object[member.slot + 1]) ? ABSENT : object[member.slot + 1]
        when :struct
          return original(::Struct, :[]).bind_call(object, member.slot) if ::Struct === object

          name = member.symbol # the class can define a method in place of the reader
          original(::Data, :deconstruct_keys).bind_call(object, [name])[name]
        else
          name = member.symbol
          if node.build == :ivars || !reader?(object, name)
            original(::Kernel, :instance_variable_get).bind_call(object, :"@#{name}")
          else
            original(::BasicObject, :__send__).bind_call(object, name)
          end
        end
      end

      # True if the object has a public or protected method of this name; false if only method_missing handles it.
      def reader?(object, name)
        @class.bind_call(object).method_defined?(name) || @singletons.bind_call(object).include?(name)
      end

      # Returns Ruby's own method, because the class of an object can override it.
      def original(type, name) = (@originals ||= {})[[type, name]] ||= type.instance_method(name)

      # Writes the Hash of unknown members as members of their object.
      def dump_collected(node, member, hash, frame)
        type_mismatch(member.node, hash) unless ::Hash === hash

        pairs = original(::Hash, :to_a).bind_call(hash)
        check_collected(node, hash, pairs, frame) unless @state.__send__(:allow_duplicate_key?)
        pairs.each do |key, value|
          frame.items = [[key]]
          begin_line(frame, @state.object_nl)
          write_key(key)
          @out << @colon
          dump_any(nil, value)
        end
      end

      def check_collected(node, hash, pairs, frame)
        seen = {}
        pairs.each do |key, _| # rubocop:disable Style/HashEachMethods
          text = ::Symbol === key ? key.name : Arguments.text_of(key)
          text = @state.invalid && !text?(text) ? replaced(text) : PathText.utf8_if_possible(text)
          if seen.key?(text) || node.places.key?(text)
            frame.index = 0 # the path is that of the object
            fail_duplicate(text, hash)
          end
          seen[text] = true
        end
      end

      # Returns the alternative that writes a value: first, one for its class; then, for an
      # Integer, one for Floats; then one for any value.
      def choose(node, value)
        fitting(node, value, false) || (fitting(node, 0.0, false) if ::Integer === value) || fitting(node, value, true)
      end

      def fitting(node, value, any)
        case node.kind
        when :tagged then tagged_alternative(node, value)
        when :variant then variant_alternative(node, value)
        else node.alternatives.find { |one| fits?(one, value, any) }
        end
      end

      # True if a union writes the value as this type, by its class.
      def fits?(node, value, any)
        node = node.target
        case node.kind
        when :boolean then [true, false].any? { |one| one.equal?(value) }
        when :enum then enum_member(node, value) || !ABSENT.equal?(node.literal(value)) ? true : false
        when :object then object_of?(node, value)
        when :optional then nil.equal?(value) || fits?(node.of, value, any)
        when :union, :tagged, :variant, :first then fitting(node, value, any) ? true : false
        else node.accepted ? node.accepted === value : any
        end
      end

      def subclass?(node, other) = node.kind == :object && other.kind == :object && (node.klass < other.klass)

      def tagged_alternative(tagged, value)
        type = class_of(value)
        best = of = hash = nil
        tagged.members.each do |member|
          to = member.node.target
          next if (of && of.klass.equal?(type) && !to.klass.equal?(type)) || !fits?(to, value, false)

          if to.build == :hash
            hash ||= to if tag?(tagged, to, member, value)
          elsif of.nil? || subclass?(to, of) || (to.klass.equal?(of.klass) && !tag?(tagged, of, best, value) &&
                                              tag?(tagged, to, member, value))
            best, of = member, to
          end
        end
        return hash if of.nil? || (hash && !subclass?(of, hash))

        tag?(tagged, of, nil, value) ? of : hash
      end

      # True if an object has the tag of an alternative or, if that is nil, of any of this type.
      def tag?(tagged, node, as, object)
        return as.nil? if node.members.first&.constant

        member = node.member(tagged.spec[:tag]) or return false
        text = member_value(node, object, member)
        text = text.name if ::Symbol === text
        found = ::String === text && tagged.member(PathText.utf8_if_possible(text))
        found ? (as ? found.equal?(as) : found.node.target.equal?(node)) : false
      end

      def variant_alternative(variant, value)
        of = nil
        variant.members.each_with_index do |mark, i|
          to = mark.node.target
          next if of && !subclass?(to, of)

          of = to if fits?(to, value, false) && mark?(to, mark, variant.alternatives[i], value)
        end
        to = variant.of&.target
        to && (of.nil? || subclass?(to, of)) && fits?(to, value, false) ? to : of
      end

      def mark?(node, mark, test, object)
        return true if test.nil? && node.build != :hash

        value = member_value(node, object, node.member(mark.name))
        !ABSENT.equal?(value) && (test.nil? || fits?(test, value, false))
      end

      # Returns the alternative of a first_of that writes a value, or nil. @chosen has the results
      # for containers, so that each is searched once for each type.
      def choose_first(node, value)
        return find_first(node, value) if [::String, ::Symbol, ::Numeric, nil, true, false].any? { |one| one === value }

        results = ((@chosen ||= {}.compare_by_identity)[value] ||= {}.compare_by_identity)
        # a value that contains itself fits; writing it raises NestingError
        results.fetch(node) do
          results[node] = node.alternatives[0]
          results[node] = find_first(node, value)
        end
      end

      def find_first(node, value)
        classes = node.alternatives.select { |one| takes_class?(one, value) }
        others = node.alternatives.select { |one| OPEN_KINDS.include?(one.target.kind) } - classes
        open = others.find { |one| fits?(one, value, true) }
        return open if classes.empty?
        return classes[0] if classes.size == 1 && open.nil?

        classes.find { |one| contents_fit?(one, value) } || open || classes[0]
      end

      # True if a type writes values of this class: a Float type also writes Integers.
      def takes_class?(node, value) = fits?(node, value, false) || (::Integer === value && fits?(node, 0.0, false))

      # True if a type can write the value and its contents.
      def contents_fit?(node, value)
        node = node.target
        while node.kind == :optional
          return true if nil.equal?(value)

          node = node.of.target
        end
        case node.kind
        when :any, :scalar, :value then true
        when :first then choose_first(node, value) ? true : false
        when :union, :tagged, :variant then (one = choose(node, value)) ? contents_fit?(one, value) : false
        when :float
          value = TypeScalars.float(value) if (integer = ::Integer === value)
          ::Float === value && !(integer && value.infinite?) && within?(node, value)
        else
          fits?(node, value, false) && (node.kind == :object || within?(node, value)) && inside_fits?(node, value)
        end
      end

      def within?(node, value)
        return true unless node.constrained?

        if ::String === value
          value = transcode(value) unless text?(value)
          value = TypeScalars.strip(value) if node.strip
        end
        return false unless node.kind == :object || allows?(node, value)

        node.spec[:check].nil? || node.type.__send__(:_fault, value).nil?
      end

      def inside_fits?(node, value)
        case node.kind
        when :set then value.to_a.all? { |element| contents_fit?(node.of, element) }
        when :array then value.all? { |element| contents_fit?(node.of, element) }
        when :tuple
          value.size <= node.alternatives.size &&
            value.each_with_index.all? { |element, i| contents_fit?(node.alternatives[i], element) }
        when :map
          value.all? do |key, element|
            (node.key.nil? || contents_fit?(node.key, key)) && contents_fit?(value_node(node, key), element)
          end
        when :object then members_fit?(node, value) && (node.spec[:check].nil? || within?(node, value))
        else true
        end
      end

      def members_fit?(node, object)
        node.members.all? do |member|
          next true if member.other || !member.written || member.constant || member.slot == node.spec[:collector]

          value = member_value(node, object, member)
          if ABSENT.equal?(value) then member.optional? || member.fallback?
          else (member.omit_nil && nil.equal?(value)) || contents_fit?(member.node, value)
          end
        end
      end
    end
  end
end
