# frozen_string_literal: true

require_relative "replaced_encoder"

module Jacinth
  module OnRails
    # Jacinth in a Rails application, with its settings:
    #
    # config.jacinth.encoder :: true, the default, gives Active Support Jacinth's encoder, right after Active Support's
    #                           settings are made; unless the application names another as
    #                           config.active_support.json_encoder. What sets another one later is warned
    #                           about, once. false leaves Active Support its own.
    # config.jacinth.models  :: false has each Active Record object asked for its as_json; the default is true.
    #
    #   require "rails"
    #   Jacinth::OnRails.load_railtie
    #   Jacinth::OnRails::Railtie.config.jacinth.encoder # => true
    class Railtie < ::Rails::Railtie
      config.jacinth = ActiveSupport::OrderedOptions.new
      config.jacinth.encoder = true
      config.jacinth.models = true

      initializer "jacinth.encoder", after: "active_support.set_configs" do |app|
        OnRails.models = app.config.jacinth.models
        if !app.config.jacinth.encoder
          OnRails.uninstall if ActiveSupport.json_encoder == Encoder
        elsif !app.config.active_support.key?(:json_encoder)
          OnRails.install
          ReplacedEncoder.watch
        end
      end

      rake_tasks { load File.join(__dir__, "tasks.rb") }
    end
  end
end
