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

        rows = plan.rows(object, plan.options? ? options.except(:view, :root, :meta) : options)
        root, meta = options.values_at(:root, :meta)
        if root || meta
          rows = add_metadata(object: apply_root_key(object: rows, root: root), metadata: meta, root: root)
        end
        plan.text(rows) || super
      end
    end

    # Prepended to the singleton class of Blueprinter::Base: reports changed methods.
    Declarations = SerializerAdapter.reporter(
      self, %i[singleton_method_added singleton_method_removed singleton_method_undefined extend]
    )

    # The methods that change views and the configuration, by class.
    SETTINGS = { ::Blueprinter::ViewCollection => %i[invalidate_cache!],
                 ::Blueprinter::Extensions => %i[<<],
                 ::Blueprinter::Configuration => %i[association_default= datetime_format= extensions= field_default=
                                                    generator= if= method= unless=],
                 ::Blueprinter.singleton_class => %i[reset_configuration!] }.freeze
    private_constant :Rendering, :Declarations, :SETTINGS

    ::Blueprinter::Rendering.prepend(Rendering)
    ::Blueprinter::Base.singleton_class.prepend(Declarations)
    SETTINGS.each { |changed, names| changed.prepend(SerializerAdapter.reporter(self, names)) } if KNOWN
    install
  end
end
