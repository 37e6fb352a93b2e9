# frozen_string_literal: true

module Bench
  # An Array of Hashes written piece by piece: a record at a time, or a member
  # at a time. What generate makes of it at once is the outcome to come to.
  module Pieces
    module_function

    def records(writer, records)
      writer.array { records.each { |record| writer << record } }
    end

    def members(writer, records)
      writer.array do
        records.each do |record|
          writer.object
          record.each_pair { |key, value| writer.pair(key, value) }
          writer.end
        end
      end
    end

    def oj_records(writer, records)
      writer.push_array
      records.each { |record| writer.push_value(record) }
      writer.pop
      writer
    end

    def oj_members(writer, records)
      writer.push_array
      records.each do |record|
        writer.push_object
        record.each_pair { |key, value| writer.push_value(value, key) }
        writer.pop
      end
      writer.pop
      writer
    end
  end
end
