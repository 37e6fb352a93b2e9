# frozen_string_literal: true

module Bench
  # Operations that read text rather than objects.
  READING = %i[parse parse_coder symbolize freeze reject valid first_name
               last_name projection member type_load type_small type_few].freeze

  # One line of the report: an operation on a document.
  Row = Struct.new(:id, :group, :op, :document, :target, :effort,
                   keyword_init: true) do
    # :quick, :normal or :heavy, by the lists of +group+.
    def self.effort(group, document)
      return :quick if group.fetch(:quick, []).include?(document)
      return :heavy if group.fetch(:heavy, []).include?(document)

      :normal
    end

    # Rows for a folder of documents: each generated and parsed.
    def self.for_documents(names)
      names.flat_map do |name|
        base = File.basename(name)
        lines = Documents.lines?(name)
        ops = lines ? %i[generate stream] : %i[generate parse]
        ops.map do |op|
          new(id: "#{op}/#{base}", group: "user_#{op}", op: op,
              document: name, effort: :quick)
        end
      end
    end

    # What the operation works on.
    def input
      return Documents.chunks(document) if op == :stream
      return Documents.file(document) if op == :each_line

      reads? ? Documents.text(document) : Documents.object(document)
    end

    # Whether the operation works on text.
    def reads?
      READING.include?(op)
    end

    # Whether the outcome is JSON text.
    def writes?
      !%i[stream each_line].include?(op) && !reads?
    end

    # Title of the row within its group.
    def title
      File.basename(document).tr("_", " ")
    end
  end
end
