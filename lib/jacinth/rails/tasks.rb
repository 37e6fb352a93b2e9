# frozen_string_literal: true

namespace :jacinth do
  namespace :rails do
    desc "Compare Jacinth's JSON of the models with Active Support's: bytes and time (MODELS=User,Post SAMPLE=100)"
    task check: :environment do
      require "jacinth/rails/check"
      names = ENV["MODELS"]&.split(",")
      check = Jacinth::OnRails::Check.new(names: names, sample: Integer(ENV.fetch("SAMPLE", "100")))
      exit 1 unless check.report
    rescue Jacinth::OnRails::Check::NoModel => e
      abort e.message
    end
  end
end
