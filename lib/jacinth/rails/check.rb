# frozen_string_literal: true

require "jacinth/rails"

module Jacinth
  module OnRails
    # Writes a sample of an application's records by Active Support's encoder
    # and by Jacinth's, and compares bytes and time: the task
    # <tt>jacinth:rails:check</tt>.
    #
    #   require "jacinth/rails/check"
    #   require "stringio"
    #   Jacinth::OnRails::Check.new(documents: { "a list" => [1, 2] }, seconds: 0).report(StringIO.new) # => true
    class Check
      # The result for one document. same: true, false, or nil if Active Support's own text
      # differs from call to call. seconds: the time of one call.
      Result = Struct.new(:name, :records, :own, :ours, :same, :own_seconds, :seconds)
      private_constant :Result

      COLUMNS = ["model", "records", "bytes", "same", "own ms", "jacinth ms", "own / jacinth"].freeze
      AROUND = 40
      private_constant :COLUMNS, :AROUND

      # Raised for a name that is not a model.
      class NoModel < ArgumentError; end # :nodoc:

      # names: the names of the models; by default, all models with a table. sample: the
      # number of records of each. documents: a Hash from names to objects to write instead
      # of models. seconds: the time for each document and encoder. Raises ArgumentError
      # for a name that is not a model, and without names and documents if there is no model.
      #
      #   require "stringio"
      #   Jacinth::OnRails::Check.new(documents: {}).report(StringIO.new) # => true
      def initialize(names: nil, sample: 100, documents: nil, seconds: 0.1)
        @documents = documents || Check.models(names).to_h { |model| [model.name, model.limit(sample).to_a] }
        @documents.any? || documents or raise NoModel, "no model has a table: pass documents to Jacinth::OnRails::Check"
        @seconds = seconds
      end

      class << self
        # Returns the models with these names, or all models with a table.
        def models(names) # :nodoc:
          return names.map { |name| model(name.strip) } if names

          ::Rails.application.eager_load! if defined?(::Rails.application) && ::Rails.application
          return [] unless defined?(ActiveRecord::Base)

          models = ActiveRecord::Base.descendants.select { |model| model.name && !model.abstract_class? }
          models.select(&:table_exists?).sort_by(&:name)
        end

        private

        # A NameError about another name is a fault in the file of the model.
        def model(name)
          found = Object.const_get(name)
          found.respond_to?(:limit) ? found : raise(NoModel, "unknown model: #{name}")
        rescue NameError => e
          raise unless name.split("::").include?(e.name.to_s)

          raise NoModel, "unknown model: #{name}"
        end
      end

      # Prints a table to output, and each difference below it. Returns true if all bytes
      # are the same.
      #
      #   require "stringio"
      #   documents = { "a time" => Time.at(0).utc }
      #   Jacinth::OnRails::Check.new(documents: documents, seconds: 0).report(StringIO.new) # => true
      def report(output = $stdout)
        results = @documents.map { |name, document| compare(name, document) }
        versions = "Active Support #{ActiveSupport::VERSION::STRING}, Ruby #{RUBY_VERSION}"
        output.puts "JSON by Active Support's encoder (own) and by Jacinth's, #{versions}", ""
        table(output, [COLUMNS, *results.map { |result| cells(result) }])
        different = results.select { |result| result.same == false }
        different.each { |result| difference(output, result) }
        output.puts "", different.empty? ? "No byte differs." : "The bytes differ: #{different.map(&:name).join(', ')}"
        different.empty?
      end

      private

      def compare(name, document)
        own, again, ours = [OriginalEncoder::CLASS, OriginalEncoder::CLASS, Encoder].map { |encoder| text(encoder, document) }
        same = own == ours
        same = nil if !same && own != again
        times = [OriginalEncoder::CLASS, Encoder].map { |encoder| least { text(encoder, document) } }
        Result.new(name, document.respond_to?(:size) ? document.size : 1, own, ours, same, *times)
      end

      def text(encoder, document)
        encoder.new.encode(document)
      rescue StandardError => e
        "#{e.class}: #{e.message}"
      end

      # Returns the seconds of the fastest call.
      def least
        last = now + @seconds
        times = []
        loop do
          start = now
          yield
          times << (now - start)
          break if now > last
        end
        times.min
      end

      def now = Process.clock_gettime(Process::CLOCK_MONOTONIC)

      def cells(result)
        same = { true => "yes", false => "NO", nil => "varies" }.fetch(result.same)
        times = [result.own_seconds, result.seconds].map { |seconds| format("%.3f", seconds * 1000) }
        ratio = format("%.2f", result.own_seconds / result.seconds)
        [result.name, result.records.to_s, result.own.bytesize.to_s, same, *times, ratio]
      end

      def table(output, rows)
        widths = rows.transpose.map { |column| column.map(&:size).max }
        rows.each do |name, *cells|
          numbers = cells.zip(widths.drop(1)).map { |cell, width| cell.rjust(width) }
          output.puts [name.ljust(widths.first), *numbers].join("  ")
        end
      end

      # Prints the first byte that differs, and the text around it.
      def difference(output, result)
        own, ours = [result.own, result.ours].map(&:b)
        at = (0..own.size).find { |i| own.getbyte(i) != ours.getbyte(i) }
        from = [at - AROUND, 0].max
        output.puts "", "#{result.name}, from byte #{at}:"
        output.puts "  own      #{own[from, 2 * AROUND].inspect}", "  jacinth  #{ours[from, 2 * AROUND].inspect}"
      end
    end
  end
end
