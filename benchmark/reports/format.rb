# frozen_string_literal: true

module Bench
  # The ways a run's results are shown.
  module Reports
    # What the reports have in common: numbers as people read them.
    module Format
      UNITS = [[1e9, "s"], [1e6, "ms"], [1e3, "us"], [0, "ns"]].freeze
      private_constant :UNITS

      module_function

      # Columns that have anything in them, the baseline first, then ours.
      def columns(data)
        used = data["rows"].flat_map { |row| row["cells"].keys }.uniq
        order = data["libraries"].map { |library| library["column"] }.uniq
        ids = [data["baseline"], *(order & used)].uniq
        ids.map do |id|
          library = data["libraries"].find { |l| l["id"] == id } ||
                    data["libraries"].find { |l| l["column"] == id }
          { "id" => id, "label" => library ? library["label"] : id }
        end
      end

      # One line for each library: label, version, or why it is not there.
      def libraries(data)
        data["libraries"].map do |library|
          state = library["missing"] || library["version"]
          kernel = library["kernel"] && " (#{library['kernel']} kernel)"
          "#{library['label']} #{state}#{kernel}"
        end
      end

      # How it was measured, on one line.
      def way(data)
        facts = data["settings"].transform_keys(&:to_sym)
        text = format("%<plan>s, %<generations>d generations of %<rounds>d rounds, " \
                      "%<clock>s time, %<malloc>s malloc, seed %<seed>d", facts)
        calm = data["calm"] or return text

        text + format(", %<share>.0f %% of the rounds undisturbed (a probe takes %<probe>s)",
                      share: 100 * calm["share"], probe: duration(calm["probe"]))
      end

      # A time in three digits and a unit.
      #
      #   Bench::Reports::Format.duration(1234.5)  # => "1.23 us"
      def duration(nanoseconds)
        size, unit = UNITS.find { |at, _| nanoseconds >= at }
        value = size.zero? ? nanoseconds : nanoseconds / size
        digits = if value < 10 then 2
                 else
                   value < 100 ? 1 : 0
                 end
        format("%.#{digits}f %s", value, unit)
      end

      # A number of bytes.
      #
      #   Bench::Reports::Format.bytes(2_251_051)  # => "2.3 MB"
      def bytes(count)
        return "#{count} B" if count < 1000
        return format("%.1f kB", count / 1e3) if count < 1_000_000

        format("%.1f MB", count / 1e6)
      end

      # A cell's time.
      def time(cell)
        return "-" unless cell
        return cell["missing"] if cell["missing"]

        duration(cell["time"])
      end

      # A cell's ratio with its interval; no number where it is too unsure.
      def ratio(cell)
        return "-" unless cell
        return cell["missing"] if cell["missing"]
        return duration(cell["time"]) unless cell["ratio"]

        half = 50 * (cell["high"] - cell["low"]) / cell["ratio"]
        mark = cell["note"] ? "*" : ""
        return format("noisy ±%<h>.0f%%%<m>s", h: half, m: mark) if cell["noisy"]

        format("%<r>.2fx ±%<h>.1f%%%<m>s", r: cell["ratio"], h: half, m: mark)
      end

      # What one call allocated.
      def memory(found)
        return "-" unless found

        peak = found["peak"] ? bytes(found["peak"]) : "?"
        "#{found['objects']} / #{bytes(found['malloced'])} / #{peak}"
      end

      # Explanations of the marks that the rows carry.
      def notes(data)
        marked = data["rows"].flat_map { |row| row["cells"].values }
                             .filter_map { |cell| cell["note"] }.uniq
        noisy = data["rows"].any? { |r| r["cells"].values.any? { |c| c["noisy"] } }
        lines = marked.map { |note| "* #{note} than json's." }
        lines << "noisy: the interval is wider than ±3 %." if noisy
        lines
      end

      # Rows whose steady ratio is below the target.
      def missed(data, column: "jacinth")
        data["rows"].filter_map do |row|
          cell = row["cells"][column]
          next unless row["target"] && cell && cell["ratio"] && !cell["noisy"]
          next if cell["ratio"] >= row["target"]

          format("%<id>s (%<got>.2f of %<want>.1f)",
                 id: row["id"], got: cell["ratio"], want: row["target"])
        end
      end
    end
  end
end
