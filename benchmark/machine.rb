# frozen_string_literal: true

require "rbconfig"
require "time"

module Bench
  # What a reader must know of the machine that figures come from.
  module Machine
    # Facts by name, in the order of the report's header.
    def self.describe
      { "date" => Time.now.utc.strftime("%Y-%m-%d %H:%M UTC"),
        "ruby" => RUBY_DESCRIPTION, "yjit" => yjit,
        "compiler" => compiler, "cpu" => cpu,
        "system" => "#{RbConfig::CONFIG['host_os']} #{release}".strip,
        "revision" => revision, "documents" => Documents.origin }.compact
    end

    # The C compiler that extensions are built with.
    def self.compiler
      line = `#{RbConfig::CONFIG["CC"]} --version 2>&1`.lines.first.to_s.strip
      "#{line}, #{RbConfig::CONFIG['optflags']}"
    rescue SystemCallError
      RbConfig::CONFIG["CC"]
    end

    # Model name and number of processors.
    def self.cpu
      text = File.binread("/proc/cpuinfo")
      model = text[/^(?:model name|Model|Hardware)\s*:\s*(.+)$/, 1]
      "#{model || RbConfig::CONFIG['host_cpu']}, " \
        "#{text.scan(/^processor\s*:/).size} processors"
    rescue SystemCallError
      RbConfig::CONFIG["host_cpu"]
    end

    def self.yjit
      on = defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?
      on ? "on" : "off"
    end

    def self.release
      require "etc"
      Etc.uname[:release]
    end

    def self.revision
      root = File.expand_path("..", __dir__)
      text = `git -C #{root} describe --always --dirty 2>/dev/null`.strip
      text.empty? ? nil : text
    rescue SystemCallError
      nil
    end
    private_class_method :yjit, :release, :revision
  end
end
