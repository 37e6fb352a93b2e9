# frozen_string_literal: true

module Jacinth
  class DiffOperations
    # Pairs each element of the old array with an element of the new one: first equal
    # elements, then Hashes that share a member which no other element has, then
    # elements in the same gap between others. The largest set of pairs in one order
    # stays where it is (the longest increasing subsequence); the other pairs move.
    class ArrayPairing # :nodoc:
      # The indices of old elements that are in no pair, in order.
      attr_reader :removed

      # a, b: the numbers of the old and of the new elements, the same number for equal
      # elements. members: called with true for a new element, false for an old one, and its
      # index; returns its members, each an Array of a key and a number, or nil if it is not
      # a Hash.
      def initialize(a, b, &)
        trim(a, b)
        @partners = {} # the old index by the new one
        pair_equal(a, b)
        pair_similar(&)
        @distinct = @partners.empty? && @ends == [a.size, b.size] && @first.zero? && @ends.min.positive?
        @stays = longest_increasing
        pair_in_gaps
        @removed = unpaired(0)
      end

      # True if no new element equals or resembles an old one.
      def distinct? = @distinct

      # Yields the old and the new index of each pair that can be unequal.
      def each_pair = @partners.each { |new, old| yield old, new }

      # Yields the operations that make the new order, after the elements of +removed+ are
      # removed: the current index of the element, or nil for a new one; the index that it
      # moves to; and its index in the new array, which differs while other moves follow.
      def each_step
        places = Places.new(@ends[0] - @first, @removed.map { |old| old - @first })
        anchor = -1 # the last element that stays: new and moved ones go after it
        (@first...@ends[1]).each do |new|
          old = @partners[new]
          next anchor = old - @first if @stays[new]

          from = @first + places.take(old - @first) if old
          to = @first + places.put_after(anchor)
          yield from, to, new unless from == to
        end
      end

      private

      # Skips the equal elements at the start and at the end.
      def trim(a, b)
        @first = 0
        @first += 1 while @first < a.size && @first < b.size && a[@first] == b[@first]
        @ends = [a.size, b.size]
        @ends = @ends.map(&:pred) while @ends.min > @first && a[@ends[0] - 1] == b[@ends[1] - 1]
      end

      def unpaired(side)
        paired = side.zero? ? @partners.invert : @partners
        (@first...@ends[side]).reject { |index| paired.key?(index) }
      end

      # Pairs equal elements in their order: the first old one with the first new one.
      def pair_equal(a, b)
        places = (@first...@ends[0]).group_by { |old| a[old] }
        (@first...@ends[1]).each do |new|
          old = places[b[new]]&.shift
          @partners[new] = old if old
        end
      end

      # Pairs each Hash with the one with which it shares the most unique members.
      def pair_similar(&)
        holders = holders_of_members(&)
        taken = {}
        unpaired(1).each do |new|
          votes = yield(true, new)&.filter_map { |member| holders[member] } || []
          old, = votes.tally.max_by { |_, count| count }
          @partners[new] = taken[old] = old if old && !taken.key?(old)
        end
      end

      # Returns the old Hash by member, for the members that only one old Hash has.
      def holders_of_members
        all = Hash.new { |hash, member| hash[member] = [] }
        unpaired(0).each { |old| yield(false, old)&.each { |member| all[member] << old } }
        all.filter_map { |member, (old, other)| [member, old] unless other }.to_h
      end

      # Returns the new indices of the longest increasing subsequence of the old ones, as
      # the keys of a Hash (Fredman, "On computing the length of longest increasing subsequences", 1975).
      def longest_increasing
        pairs = @partners.sort
        tails = [] # the last pair of the best subsequence of each length
        before = {}
        pairs.each do |new, old|
          length = tails.bsearch_index { |_, last| last > old } || tails.size
          before[new] = tails[length - 1] if length.positive?
          tails[length] = [new, old]
        end
        stays = {}
        pair = tails.last
        while pair
          stays[pair[0]] = true
          pair = before[pair[0]]
        end
        stays
      end

      # Pairs the elements without a pair, between two pairs that stay, in their order.
      def pair_in_gaps
        old, new = [0, 1].map { |side| unpaired(side) }
        gaps = @partners.select { |index, _| @stays[index] }.sort << @ends.reverse
        gaps.each do |new_end, old_end|
          olds = old.shift(old.bsearch_index { |index| index > old_end } || old.size)
          news = new.shift(new.bsearch_index { |index| index > new_end } || new.size)
          news.zip(olds) { |index, partner| @stays[index] = @partners[index] = partner if partner }
        end
      end
    end

    # The places of elements while other elements come and go, as the sums of a Fenwick
    # tree (Fenwick, "A new data structure for cumulative frequency tables", 1994). Node 1
    # is the start of the array, node i + 2 is element i with the elements put after it.
    class Places # :nodoc:
      def initialize(size, removed)
        @tree = [0] * (size + 2)
        (2...@tree.size).each { |node| change(node, 1) }
        removed.each { |index| change(index + 2, -1) }
      end

      # Removes an element and returns its place.
      def take(index)
        change(index + 2, -1)
        sum(index + 1)
      end

      # Puts an element after another one, and after those put there before. Returns its
      # place. index: -1 for the start.
      def put_after(index) = sum(index + 2).tap { change(index + 2, 1) }

      private

      def change(node, by)
        while node < @tree.size
          @tree[node] += by
          node += node & -node
        end
      end

      def sum(node)
        total = 0
        while node.positive?
          total += @tree[node]
          node -= node & -node
        end
        total
      end
    end
  end
end
