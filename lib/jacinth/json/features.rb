# frozen_string_literal: true

require "rbconfig"

module Jacinth
  module JsonReplacement # :nodoc:
    # Marks the files of the json gem and of json_pure, json's implementation in Ruby, as loaded, because
    # they would replace methods of Jacinth.
    module Features # :nodoc:
      FILES = %w[
        json.rb json/common.rb json/version.rb json/ext.rb json/ext/generator/state.rb
        json/ext/parser.so json/ext/generator.so json/pure.rb json/pure/parser.rb json/pure/generator.rb
      ].freeze
      EXTENSION = ".#{RbConfig::CONFIG.fetch('DLEXT')}".freeze
      private_constant :FILES, :EXTENSION

      class << self
        # Ruby searches "json.rb" among the loaded features before it searches a file.
        # Libraries that resolve features themselves, such as Bootsnap, require the whole
        # path of the file, so that the possible paths are added, too.
        def provide
          files = FILES.map { |file| file.sub(/\.so\z/, EXTENSION) }
          places = folders.product(files).map { |parts| File.join(*parts) }
          files.concat(places.select { |path| File.file?(path) })
          $LOADED_FEATURES.concat(files - $LOADED_FEATURES)
          require "rbconfig" # JRuby 10.1 ignores the added features unless it searches for one before this file ends
        end

        private

        def folders = ($LOAD_PATH.map { |folder| File.expand_path(folder.to_s) } + gem_folders).uniq

        # A gem that is not activated yet can be activated for another gem.
        def gem_folders
          return [] unless defined?(::Gem::Specification.stubs_for)

          %w[json json_pure].flat_map { |name| ::Gem::Specification.stubs_for(name) }.flat_map(&:full_require_paths)
        end
      end
    end
    private_constant :Features
  end
end
