# frozen_string_literal: true

module Jacinth
  module OnBlueprinter
    # Prepended to the methods of blueprints.
    module Rendering # :nodoc: all
      # Blueprinter adds the root key and the metadata to the rows, which the Type then
      # writes. If JSON cannot express a value, Blueprinter renders it, and raises the error.
      def render(object, options = {})
        plan = Plan.of(self, options[:view] || :default, object) if OnBlueprinter.installed?
        return super unless plan

        root = options[:root]
        rows = plan.rows(object, options.except(:view, :root, :meta))
        plan.text(add_metadata(object: apply_root_key(object: rows, root: root), metadata: options[:meta],
                               root: root)) || super
      end
    end

    # Prepended to the singleton class of Blueprinter::Base: reports changed methods.
    Declarations = Serializer.reporter(
      self, %i[singleton_method_added singleton_method_removed singleton_method_undefined extend]
    )
    private_constant :Rendering, :Declarations

    ::Blueprinter::Rendering.prepend(Rendering)
    ::Blueprinter::Base.singleton_class.prepend(Declarations)
    install
  end
end
