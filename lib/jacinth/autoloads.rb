# frozen_string_literal: true

module Jacinth
  # Loads files when one of their constants is first used: most programs need few of them.
  module Autoloads # :nodoc:
    @constants = {} # by path: a module, and the name of a constant in it

    class << self
      # Registers each file to be loaded when its constant is first used. files: a Hash from the name of a
      # constant of mod to its file below lib/jacinth, without .rb.
      def add(mod, files)
        files.each do |name, file|
          path = File.join(__dir__, "#{file}.rb")
          @constants[path] = [mod, name]
          mod.autoload(name, path)
        end
      end

      # Loads all registered files. Before Ruby 3.4, only the main Ractor could load them later.
      def load_all = @constants.each_value { |mod, name| mod.const_get(name) }
    end
  end
  private_constant :Autoloads
end
