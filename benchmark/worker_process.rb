# frozen_string_literal: true

require "rbconfig"

module Bench
  # The parent's end of a Worker: one child process and two pipes.
  class WorkerProcess
    # The worker died, or said that it cannot.
    class Failed < StandardError; end

    # The adapter that the process holds.
    attr_reader :adapter
    # Column of the report that its samples belong to.
    attr_reader :column
    # What the process is called in results.
    attr_reader :name

    # Starts a worker for +adapter+. +load_path+ holds the folders that Jacinth
    # and the floor were built into, +env+ names the gems' folders.
    # Without a +name+ the process goes by its adapter's, and its samples into
    # the adapter's column.
    def initialize(adapter, load_path:, env: {}, corpus: nil, name: nil)
      @adapter = adapter
      @name = name || adapter.id
      @column = name || adapter.column
      command = [RbConfig.ruby, *load_path.flat_map { |d| ["-I", d] },
                 File.join(__dir__, "worker.rb"), adapter.id, corpus.to_s]
      @pipe = IO.popen([env, *command, { err: err_log }], "r+b")
    end

    # Sends a command and waits for its answer.
    def call(*command)
      send_command(*command)
      answer
    end

    # Sends a command only; #answer fetches what it led to.
    def send_command(*command)
      Marshal.dump(command, @pipe)
      @pipe.flush
    rescue Errno::EPIPE
      nil
    end

    # The answer to the last command.
    def answer
      # The child is this very program.
      state, value = Marshal.load(@pipe) # rubocop:disable Security/MarshalLoad
      @crashed = state == :crashed
      raise Failed, value unless state == :ok

      value
    rescue EOFError, TypeError, Errno::ECONNRESET
      @crashed = true
      raise Failed, "crashed#{last_words}"
    end

    # Whether the row's process is gone.
    def crashed?
      @crashed
    end

    # Ends the process.
    def stop
      @pipe.close unless @pipe.closed?
    rescue Errno::EPIPE
      nil
    ensure
      FileUtils.rm_f(err_log)
    end

    private

    def err_log
      @err_log ||= File.join(Documents::SCRATCH, "worker-#{Process.pid}-#{name}.log")
                       .tap { |f| FileUtils.mkdir_p(File.dirname(f)) }
    end

    def last_words
      line = File.readlines(err_log, encoding: Encoding::UTF_8).first(1).join.strip
      line.empty? ? "" : ": #{line[0, 120]}"
    end
  end
end
