# frozen_string_literal: true

module Jacinth
  class Type
    # For those who look into types.
    module References # :nodoc:
      private

      # What a type refers to in the end; itself, if it is no reference.
      def target(type)
        type = type.__send__(:_target) while type._kind == :ref
        type
      end

      # Whether a document may be without this member.
      def optional?(member)
        member[:optional] || (member[:deferred] && target(member[:type])._kind == :optional)
      end
    end
    private_constant :References
  end
end
