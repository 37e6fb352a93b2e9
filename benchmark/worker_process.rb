# frozen_string_literal: true

require "fileutils"
require "rbconfig"

module Bench
  # The parent's end of a Worker: one child process and two pipes.
  class WorkerProcess
    # The worker died, or said that it cannot.
    class Failed < StandardError; end

    # The adapter that the process holds, the column that its samples belong to, and what it is called in results.
    attr_reader :adapter, :column, :name

    # Starts a worker for +adapter+. +load_path+ holds the folders that Jacinth and the floor were built into, +env+
    # names the gems' folders. Without a +name+ the process goes by its adapter's, and its samples into the adapter's
    # column.
    def initialize(adapter, load_path:, env: {}, corpus: nil, name: nil)
      @adapter = adapter
      @name = name || adapter.id
      @column = name || adapter.column
      command = [RbConfig.ruby, *load_path.flat_map { |folder| ["-I", folder] }, File.join(__dir__, "worker.rb"),
                 adapter.id, corpus.to_s]
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
      state, value = Marshal.load(@pipe) # rubocop:disable Security/MarshalLoad -- the child is this very program
      @crashed = state == :crashed
      raise Failed, value unless state == :ok

      value
    rescue EOFError, TypeError, Errno::ECONNRESET
      @crashed = true
      line = File.readlines(err_log, encoding: Encoding::UTF_8).first.to_s.strip
      raise Failed, ["crashed", *(line[0, 120] unless line.empty?)].join(": ")
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
                       .tap { |file| FileUtils.mkdir_p(File.dirname(file)) }
    end
  end
end
