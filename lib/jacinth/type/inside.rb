# frozen_string_literal: true

module Jacinth
  class Type
    # Makes the private methods of types public for the files of the library that say
    # <tt>using Inside</tt>.
    module Inside # :nodoc:
      refine Type do
        # rubocop:disable Lint/UselessMethodDefinition -- each has another visibility
        def _kind = super
        def _spec = super
        def _target = super
        def leads_to = super
        def label = super
        def described = super
        def json_kinds = super
        def every_integer? = super
        def reads_null? = super
        # rubocop:enable Lint/UselessMethodDefinition
      end
    end
    private_constant :Inside
  end
end
