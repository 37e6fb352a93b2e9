# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Writes objects that JSON has no type for: ext/jacinth/generate/object_methods.c.
    module Conversion # :nodoc:
      ENUMERATORS = %i[Lazy Chain ArithmeticSequence Product].filter_map do |name|
        ::Enumerator.const_get(name, false) if ::Enumerator.const_defined?(name, false)
      end.push(::Enumerator).freeze
      # The greatest number of conversions of one value.
      MOST = 100
      private_constant(*constants(false))

      private

      def write_object(object, coerced)
        type = class_of(object)
        if type.equal?(Fragment) then splice(object.to_a[0])
        elsif enumerator?(object, type) then write_enumerator(object)
        elsif @strict then json_fragment?(object) ? splice(object.to_a[0]) : write_converted(object, coerced)
        else write_called(object)
        end
      end

      # Without strict mode: applies the conversions, then to_json or to_s.
      def write_called(object)
        status, object = convert(object, false) if @table && !(::Symbol === object)
        if status == :done then write(object, false, true)
        elsif status == :written then nil
        elsif own_to_json?(object, class_of(object)) then splice(call_to_json(object))
        else write(native(object), true)
        end
      end

      # True for an Enumerator whose elements are written: one of Ruby's own classes, or one
      # without a to_json of its own.
      def enumerator?(object, type)
        return false unless @state.enumerators

        ENUMERATORS.include?(type) || (!@strict && ::Enumerator === object && !own_to_json?(object, type))
      end

      def class_of(object) = Portable.lookup_class(object)

      # True for a Fragment of the json gem.
      def json_fragment?(object)
        ::Struct === object && "JSON::Fragment" == object.class.to_s # rubocop:disable Style
      end

      def native(object)
        case object
        when ::String, ::Array, ::Hash, ::Float then object
        else
          text = object.__send__(:to_s)
          ::String === text ? text : ::Kernel.instance_method(:to_s).bind_call(object)
        end
      end

      # True if the object has a to_json of its own.
      def own_to_json?(object, type)
        known = @own[type]
        return known unless known.nil?
        return Portable.responds?(object, :to_json) unless basic?(type)

        @own[type] = @respond.bind_call(object, :to_json) && !generic?(@method.bind_call(object, :to_json))
      end

      # True if the class does not redefine respond_to?.
      def basic?(type)
        %i[respond_to? respond_to_missing?].all? do |name|
          @instance_method.bind_call(type, name).owner.equal?(::Kernel)
        rescue NameError
          true # a BasicObject
        end
      end

      # True for the to_json that every object has.
      def generic?(method)
        place = method.source_location
        return true if place && place == GENERIC

        JsonGem.generic.any? { |other| other.owner.equal?(method.owner) && other.source_location == place }
      end

      # Calls to_json. All to_json methods of one walk receive the same State, so that their
      # changes to it persist.
      def call_to_json(object)
        @given ||= json_gem? ? JsonGem.state(@state) : @state
        ours = @given.equal?(@state)
        @given = @state = @state.dup if ours && @state.frozen?
        ours ? enter(@state) : @given.jacinth_enter(@depth)
        text = object.__send__(:to_json, @given)
        changes = @given.jacinth_changes unless ours
        @state.__send__(:_configure, changes) if changes
        @printer&.keep_options(@state)
        prepare
        text
      rescue GeneratorError, NestingError => e
        extend_path(e) unless e.frozen?
        raise
      end

      # Sets the place of the result of a to_json in the State that it receives.
      def enter(state)
        state.depth = @depth
        state.instance_variable_set(:@column, @printer ? @printer.column_after(@out) : 0)
      end

      # True if JSON is the json gem.
      def json_gem?
        ::Object.const_defined?(:JSON, false) && !::Object.autoload?(:JSON) && !::JSON.equal?(Jacinth) &&
          ::JSON.is_a?(::Module) && ::JSON.const_defined?(:State, false)
      end

      # Adds the path of the object to that of an error in its to_json.
      def extend_path(error)
        inner = error.instance_variable_get(:@json_path)
        list = inner.is_a?(::Array)
        return unless error.is_a?(GeneratorError) || (list && !inner.frozen?)

        error.instance_variable_set(:@json_path, list ? path + inner : path)
        Portable.mark(error, @owner) if Jacinth.__send__(:_take_error, error, @given)
      end

      def call_as_json(object, key)
        check_endless(object) if @state.max_nesting.zero? && !key
        @state.as_json.call(object, key)
      end

      # Raises NestingError if objects convert to each other without an end.
      def check_endless(object)
        @converted += 1
        return if @depth < 1024 || @opened + @converted < @next_check

        @next_check = @opened + @converted + (@depth | 1)
        same = results = 0
        inside = object
        hashes = @state.sort_keys && !@state.rfc8785? && !@state.sort_keys.equal?(SORT_KEYS)
        @frames.reverse_each do |frame|
          element = current(frame)
          same += 1 if object.equal?(element)
          results += 1 if !inside.equal?(element) || (hashes && frame.kind == :hash)
          fail_nesting if same > 128 || results > 100_000
          inside = frame.container
        end
      end

      def current(frame)
        value = frame.items[frame.index - 1]
        frame.kind == :hash ? value[1] : value
      end

      # Strict mode: applies the conversions of a Coder, then as_json.
      def write_converted(object, coerced)
        if @table
          status, object = convert(object, false)
          return write(object, false, true) if status == :done
          return if status == :written
        end
        failure("#{PathText.shown(class_of(object))} not allowed in JSON", object) if coerced || !@state.as_json
        write(call_as_json(object, false), false, true)
      end

      # Applies the conversions. Returns :none, :done or :written, and the result.
      def convert(object, key)
        value = object
        MOST.times do |step|
          return [:done, value] if step.positive? && written?(value, key)

          by = entry_of(value)
          return [:none, value] unless by

          if !key && by.is_a?(Type)
            break unless write_by_type(by, value)

            return [:written, nil]
          end
          value = applied(by, value, key)
        end
        failure("types convert #{PathText.shown(@class.bind_call(object))} without end", object)
      end

      # Writes the value by a Type. Returns false without writing it if MOST nested Types are already
      # writing at this depth: the conversion has no end.
      def write_by_type(type, value)
        outer = @typed
        depth, steps = outer
        return false if depth == @depth && steps == MOST

        @typed = [@depth, depth == @depth ? steps + 1 : 1]
        dump_typed(type.__send__(:_node).ready, value)
        true
      ensure
        @typed = outer
      end

      def applied(by, value, key)
        check_endless(value) if @state.max_nesting.zero? && !key
        case by
        when ::Symbol then value.public_send(by)
        when ::Proc then by.call(value)
        else by.__send__(:_key_text, value)
        end
      end

      # True if strict mode writes the value without a call of Ruby code.
      def written?(value, key)
        return true if ::Symbol === value || [::String, Fragment].include?(@class.bind_call(value))

        !key && (nil.equal?(value) || [true, false].include?(value) ||
                 [::Hash, ::Array, ::Float, ::Integer].include?(@class.bind_call(value)))
      end

      def entry_of(value)
        type = class_of(value)
        type = type.ancestors.find { |ancestor| @table.key?(ancestor) }
        type && @table[type]
      end

      # Writes the elements of an Enumerator as they are yielded.
      def write_enumerator(enumerator)
        check_depth(enumerator)
        open_frame(enumerator, [], :each)
        frame = @frames.last
        inside = false
        ended = false
        enumerator.each do |*values|
          raise "an Enumerator gives an element after its end" if ended
          raise INSIDE if inside

          inside = true
          begin_line(frame, @state.array_nl)
          frame.index += 1
          flush_chunk
          walk(values.size > 1 ? values : values[0], false, frame)
          inside = false
        end
        raise "an Enumerator goes on after an element has failed" if inside

        @out << "[" if frame.index.zero?
        close(frame, "]", @state.array_nl)
      ensure
        ended = true
      end

      INSIDE = "an Enumerator gives an element while another one is being written, or after one has failed"
      private_constant :INSIDE
    end

    # Writes the keys of Hashes: ext/jacinth/generate/convert.c.
    module Keys # :nodoc:
      private

      def write_key(key)
        return quote(key.name) if ::Symbol === key && text?(key.name)
        return quote(key) if ::String === key && plain?(key, ::String) && text?(key)

        text, coerced = key_text(key)
        unless text?(text)
          check_texts if @state.invalid && !@state.__send__(:allow_duplicate_key?)
          text = convert_text(text, coerced, true)
        end
        return quote(text) if plain?(text, ::String)
        return write_strict_key(text) if @strict

        own_to_json?(text, class_of(text)) ? splice(call_to_json(text)) : quote(text)
      end

      # Writes a key for a text of a subclass of String.
      def write_strict_key(text)
        failure("#{PathText.shown(class_of(text))} not allowed in JSON", text) unless @state.as_json
        result = call_as_json(text, false)
        return splice(result.to_a[0]) if class_of(result).equal?(Fragment)

        result = result.name if ::Symbol === result
        fail_key(result) unless ::String === result
        failure("#{PathText.shown(class_of(result))} not allowed in JSON", result) unless plain?(result, ::String)
        text?(result) ? quote(result) : malformed(text)
      end

      # Returns the text of a key, and true if it comes from as_json.
      def key_text(key)
        coerced = false
        until ::String === key || ::Symbol === key
          status, key = convert(key, true) if @table
          return [Arguments.text_of(key), coerced] unless @strict || status == :done

          if status.nil? || status == :none
            fail_key(key) if coerced || !@state.as_json
            key = call_as_json(key, true)
            coerced = true
          end
          check_converted_key(key)
        end
        return [key.name, coerced] if ::Symbol === key

        [plain?(key, ::String) ? key : Arguments.check_text(key.__send__(:to_s), key), coerced]
      end

      def fail_key(key) = failure("#{PathText.shown(class_of(key))} not allowed as object key in JSON", key)

      # Raises GeneratorError if two keys of different classes have the same text.
      def check_duplicates(pairs)
        return if @state.__send__(:allow_duplicate_key?)

        first = pairs[0][0]
        check_texts if pairs.any? { |key, _| other_kind?(first, key) }
      end

      # True for a String or Symbol if the first key is of another class: both can have the same text.
      def other_kind?(first, key)
        ::String === key ? !(::String === first) : ::Symbol === key && !(::Symbol === first)
      end

      def check_converted_key(key)
        return if @state.__send__(:allow_duplicate_key?)

        check_texts if other_kind?(@frames.last.items[0][0], key)
      end

      def check_texts
        frame = @frames.last
        pairs = frame.items
        return if frame.checked || pairs.size == 1

        frame.checked = true
        seen = {}
        pairs.each do |key, _| # rubocop:disable Style/HashEachMethods
          text = ::String === key && plain?(key, ::String) ? key : key.__send__(:to_s)
          text = replaced(text) if @state.invalid && ::String === text && !text?(text)
          fail_duplicate(text, written_hash(pairs)) if seen.key?(text)
          seen[text] = true
        end
      end

      # Returns the innermost Hash in the order in which it is written.
      def written_hash(pairs)
        return @frames.last.container unless @order

        pairs.each_with_object({}.compare_by_identity) { |(key, value), hash| hash[key] = value }
      end

      def fail_duplicate(text, hash)
        failure("detected duplicate key #{PathText.inspected(text)} in #{PathText.inspected(hash)}", nil)
      end

      # Returns the Hash to write for one whose keys are sorted.
      def ordered(hash)
        check_endless(hash) if @state.max_nesting.zero? && !@state.rfc8785?
        return Arguments.check_type(@state.sort_keys.call(hash), ::Hash) unless @state.rfc8785?

        pairs = ::Hash.instance_method(:to_a).bind_call(hash)
        pairs.map! { |key, value| [written?(key, true) ? key : convert(key, true)[1], value] } if @table
        CanonicalOrder.sort(pairs, @strict && @state.as_json ? @state.as_json : nil)
      end
    end
  end
end
