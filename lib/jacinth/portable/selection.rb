# frozen_string_literal: true

module Jacinth
  module Portable # :nodoc:
    # Finds the values of several pointers in one pass: ext/jacinth/document/select.c.
    class Selection # :nodoc:
      # The steps of pointers as a tree. ends: the numbers of the pointers that end here. all: the
      # node of the step *. indexes: the names that are indexes.
      Node = Struct.new(:names, :all, :ends, :indexes) do
        def self.empty = new({}, nil, [], [])

        def child(step)
          return self.all ||= Node.empty if step.any

          indexes << step.index if step.index
          names[step.name.b] ||= Node.empty
        end

        def inner? = !(names.empty? && all.nil?)
      end
      ABSENT = Object.new.freeze
      private_constant :Node, :ABSENT

      def initialize(reader, pointers)
        @reader = reader
        @pointers = pointers
        @options = reader.options
        @every = false
        @root = Node.empty
        pointers.each_with_index do |pointer, i|
          pointer.steps.reduce(@root) { |node, step| node.child(step) }.ends << i
        end
      end

      # Yields the number of each pointer that leads to a value, its index and its depth. every:
      # true to find all members with a key, :star to find them only for the step *.
      def each(at, depth, every: false, &block)
        @found = block
        @every = every
        search([@root], at, depth)
      end

      # Returns an Array with the value of each pointer.
      def values(at, depth)
        results = @pointers.map { |pointer| [] if pointer.any? }
        unless @pointers.empty?
          each(at, depth) do |which, place, level|
            value = @reader.build(place, level)
            @pointers[which].any? ? results[which] << value : results[which] = value
          end
          @reader.check_end if depth.zero? && @pointers.any? { |pointer| pointer.steps.empty? }
        end
        results
      end

      # Returns the value with only the parts that the pointers lead to.
      def project(at, depth)
        @found = nil
        result = search([@root], at, depth)
        ABSENT.equal?(result) ? nil : result
      end

      private

      # Searches the value at an index. Moves the position after it.
      def search(list, at, depth)
        inner = []
        list.each do |node|
          return @reader.build(at, depth) if !@found && node.ends.any?

          node.ends.each { |which| @found.call(which, at, depth) }
          inner << node if node.inner?
        end
        byte = @reader.byte(at)
        unless [91, 123].include?(byte) && (inner.any? || !@found)
          move(@reader.skip(at))
          return ABSENT
        end
        result = container(byte, inner, at, depth)
        @options.freezes && !@found ? result.freeze : result
      end

      def container(byte, list, at, depth)
        all = list.any?(&:all)
        if byte == 91 then array(list, all, at, depth)
        elsif !@every && (@options.allow_duplicate_key || (@found && all)) then last_members(list, at, depth)
        else object(list, all || @every == true, at, depth)
        end
      end

      def move(to) = @reader.move(to)

      def chosen(list, step) = list.flat_map { |node| [node.all, node.names[step]].compact }

      def array(list, all, at, depth)
        result = []
        left = all ? Float::INFINITY : (list.flat_map(&:indexes).max || -1) + 1
        after = @reader.each_member(at, depth) do |index, _, _, value|
          nodes = chosen(list, index.to_s)
          if left.zero? then to = value
          elsif nodes.empty? then to = @reader.skip(value)
          else
            element = search(nodes, value, depth + 1)
            result[index] = ABSENT.equal?(element) ? nil : element
            to = @reader.position
          end
          break @reader.leave_from(to) if index + 1 >= left

          to
        end
        move(after)
        result
      end

      def object(list, all, at, depth)
        left = all ? Float::INFINITY : list.sum { |node| node.names.size }
        result = {}
        seen = {}
        if left.zero?
          @reader.leave_from(at + 1)
          return result
        end
        duplicate = nil
        after = @reader.each_member(at, depth) do |_, _, key, value|
          nodes = chosen(list, key.b)
          known = seen.key?(key) && !(all && @every)
          @reader.refuse_duplicate(@reader.name_of(key), at) if known && !@found && !all
          if nodes.empty? || (known && @found) then to = @reader.skip(value)
          else
            seen[key] = true
            found = search(nodes, value, depth + 1)
            duplicate ||= [@reader.name_of(key)] unless @found || store(result, key, found)
            left -= nodes.size unless known
            to = @reader.position
          end
          break @reader.leave_from(to) if left.zero?

          to
        end
        @reader.refuse_duplicate(duplicate[0], at) if duplicate
        move(after)
        result
      end

      # Adds a value that was found to the result. Returns false if that has the key.
      def store(result, key, value)
        return true if ABSENT.equal?(value)

        name = @reader.name_of(key)
        return false if result.key?(name)

        result[name] = value
        true
      end

      # Searches an object in which the last of duplicate keys is used.
      def last_members(list, at, depth)
        result = {}
        pairs, after = @reader.pairs(at, depth)
        pairs.each do |name, key_at|
          nodes = chosen(list, (name.is_a?(::Symbol) ? name.name : name).b)
          next if nodes.empty?

          found = search(nodes, @reader.after_key(key_at), depth + 1)
          result[name] = found unless ABSENT.equal?(found)
        end
        move(after)
        result
      end
    end
  end
end
