# frozen_string_literal: true

require_relative "replaced_encoder"

module Jacinth
  module OnRails
    # Installs Jacinth in a Rails application. Its settings:
    #
    # config.jacinth.encoder :: true (the default) installs Jacinth's encoder after Active Support's settings are
    #                           made, unless the application sets config.active_support.json_encoder. A library
    #                           that sets another encoder later causes one warning. false keeps Active Support's
    #                           own encoder.
    # config.jacinth.models  :: false calls as_json of each Active Record object; the default is true.
    #
    #   require "rails"
    #   Jacinth::OnRails.load_railtie
    #   Jacinth::OnRails::Railtie.config.jacinth.encoder # => true
    class Railtie < ::Rails::Railtie
      config.jacinth = ActiveSupport::OrderedOptions.new
      config.jacinth.encoder = true
      config.jacinth.models = true

      SETTINGS = %i[encoder models].freeze
      private_constant :SETTINGS

      initializer "jacinth.encoder", after: "active_support.set_configs" do |app|
        unknown = app.config.jacinth.keys - SETTINGS
        unless unknown.empty?
          raise ArgumentError, "unknown setting config.jacinth.#{unknown.first} (expected #{SETTINGS.join(" or ")})"
        end

        OnRails.models = app.config.jacinth.models
        if !app.config.jacinth.encoder
          OnRails.uninstall if ActiveSupport.json_encoder == Encoder
        elsif !app.config.active_support.key?(:json_encoder)
          OnRails.install
          ReplacedEncoder.watch
        end
      end

      # Processes that are forked from this one share what it has loaded.
      config.before_eager_load { Autoloads.load_all }

      rake_tasks { load File.join(__dir__, "tasks.rb") }
    end
  end
end
