# frozen_string_literal: true

require "json"
require "open3"
require_relative "callgrind"

module Bench
  # What each optimisation is worth (docs/optimisations.md): the same rows with
  # one of them left out at a time, by a switch at run time or by a build.
  class Prices
    # Piece => its switch: the environment of the run, or flags of the compiler.
    PIECES = {
      **%w[arrays strings floats shared_pool hash_walk hash_reading hash_templates hash_filling table_templates]
             .to_h { |piece| [piece, { env: { "JACINTH_INTERNALS" => "-#{piece}" } }] },
      "all of the fence" => { env: { "JACINTH_INTERNALS" => "off" } },
      "instructions beyond SSE2" => { env: { "JACINTH_FORCE_ISA" => "sse2" } },
      "vector instructions" => { env: { "JACINTH_FORCE_ISA" => "swar" } },
      "shapes" => { flags: "-DJAC_SHAPES=0" },
      "written keys" => { flags: "-DJAC_KEEP_WRITTEN_KEYS=0" },
      "Symbols' text" => { flags: "-DJAC_KEEP_SYMBOL_KEYS=0" },
      "rows, generating" => { flags: "-DJAC_EMIT_ROWS=0" },
      "rows, parsing" => { flags: "-DJAC_READ_ROWS=0" }
    }.freeze

    # Rows that are measured: real documents, and two small ones.
    ROWS = %w[generate parse].product(%w[activitypub citm_catalog twitter ohai canada small_hash small_mixed])
                             .map { |pair| pair.join("/") }.freeze

    # +setup+ builds and tells load paths; +out+ gets what is being done.
    def initialize(setup, out: $stderr)
      @setup = setup
      @out = out
    end

    # Piece => row => instructions without the piece, relative to the whole.
    def instructions
      relate { |load_path, env| Callgrind.new(load_path: load_path, env: env, out: @out).count(ROWS).last }
    end

    # The same in processor time: the least of +rounds+ processes, in turns,
    # each with these options of Ruby.
    def times(*options, rounds: 5)
      best = Hash.new { |all, piece| all[piece] = {} }
      rounds.times do
        variants.each do |piece, (load_path, env)|
          sample(load_path, env, options).each { |id, time| best[piece][id] = [best[piece][id] || time, time].min }
        end
      end
      relate(best.keys) { |_, _, piece| best[piece] }
    end

    private

    # Piece (nil: the whole) => load path and environment.
    def variants
      @variants ||= { nil => {}, **PIECES }.transform_values do |switch|
        [@setup.floor + @setup.jacinth(flags: switch[:flags]), @setup.env.merge(switch[:env] || {})]
      end
    end

    def relate(pieces = variants.keys)
      counts = pieces.to_h { |piece| [piece, yield(*variants.fetch(piece), piece)] }
      whole = counts.delete(nil)
      counts.transform_values { |rows| rows.to_h { |id, count| [id, count.fdiv(whole.fetch(id))] } }
    end

    # Row => time in one process, the least of its samples.
    def sample(load_path, env, options)
      text, log, status = Open3.capture3(env, RbConfig.ruby, *options, *load_path.flat_map { |path| ["-I", path] },
                                         File.join(__dir__, "single.rb"), "times", *ROWS)
      raise Setup::Failed, log unless status.success?

      text.lines.to_h { |line| line.split.then { |id, time| [id, Float(time)] } }
    end
  end
end
