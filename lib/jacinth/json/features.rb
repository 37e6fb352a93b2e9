# frozen_string_literal: true

require "rbconfig"

module Jacinth
  module Replace # :nodoc:
    # Has Ruby take the json gem's files for loaded ones.
    module Features # :nodoc:
      FILES = %w[
        json.rb json/common.rb json/version.rb json/ext.rb json/ext/generator/state.rb
        json/ext/parser.so json/ext/generator.so
      ].freeze
      EXTENSION = ".#{RbConfig::CONFIG.fetch('DLEXT')}".freeze
      private_constant :FILES, :EXTENSION

      class << self
        # Ruby looks for "json.rb" among the features before it looks for a
        # file. What resolves a feature by itself, as Bootsnap does, requires
        # the file's whole path, so the files that could be meant are named too.
        def provide
          files = FILES.map { |file| file.sub(/\.so\z/, EXTENSION) }
          places = folders.product(files).map { |parts| File.join(*parts) }
          files.concat(places.select { |path| File.file?(path) })
          $LOADED_FEATURES.concat(files - $LOADED_FEATURES)
        end

        private

        def folders
          ($LOAD_PATH.map { |folder| File.expand_path(folder.to_s) } + gem_folders).uniq
        end

        # A json that is not activated yet may be when another gem wants it.
        def gem_folders
          return [] unless defined?(::Gem::Specification.stubs_for)

          ::Gem::Specification.stubs_for("json").flat_map(&:full_require_paths)
        end
      end
    end
    private_constant :Features
  end
end
