# frozen_string_literal: true

module Jacinth
  class Query
    # Finds the Documents at many places of a Document.
    class DocumentPlaces # :nodoc:
      FEW = 16 # the greatest number of members that are looked up one by one
      private_constant :FEW

      # The Document at a place, and the places directly in it.
      Place = Struct.new(:document, :inner) do # :nodoc:
        def inside(step) = inner[step] ||= Place.new(nil, {})
      end
      private_constant :Place

      # nodes: an Array of Nodes.
      def initialize(nodes)
        @root = Place.new(nil, {})
        @known = {}.compare_by_identity
        @places = nodes.map { |node| place_of(node) }
      end

      # Returns an Array with the Document of each place.
      def documents(document)
        @root.document = document
        rest = [@root]
        while (place = rest.pop)
          look_up(place)
          rest.concat(place.inner.values)
        end
        @places.map(&:document)
      end

      private

      def place_of(node)
        path = []
        until node.nil? || @known.key?(node)
          path << node
          node = node.parent
        end
        path.reverse_each.inject(@known[node]) do |place, inner|
          @known[inner] = inner.parent ? place.inside(inner.key) : @root
        end
      end

      def look_up(place)
        document = place.document
        return place.inner.each { |step, inner| inner.document = document[step] } if place.inner.size <= FEW

        document.__send__(:_places).each_slice(4).with_index do |(start, _, _, key), index|
          inner = place.inner[key || index] or next
          inner.document = document.__send__(:_member, start, key&.to_s || index)
        end
      end
    end
    private_constant :DocumentPlaces
  end
end
