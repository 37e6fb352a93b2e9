# frozen_string_literal: true

require "etc"
require "open3"
require "rbconfig"

module Bench
  # What a reader must know of the machine that figures come from.
  module Machine
    module_function

    # Facts by name, in the order of the report; "load" is how many processes wanted to run in the last minute.
    def describe
      yjit = defined?(RubyVM::YJIT) && RubyVM::YJIT.enabled?
      model = read("/proc/cpuinfo")[/^(?:model name|Model|Hardware)\s*:\s*(.+)$/, 1] || RbConfig::CONFIG["host_cpu"]
      { "date" => Time.now.utc.strftime("%Y-%m-%d %H:%M UTC"), "ruby" => RUBY_DESCRIPTION,
        "yjit" => yjit ? "on" : "off",
        "compiler" => "#{run(RbConfig::CONFIG['CC'], '--version')}, #{RbConfig::CONFIG['optflags']}",
        "cpu" => "#{model}, #{Etc.nprocessors} processors", "load" => read("/proc/loadavg")[/[\d.]+/]&.to_f,
        "system" => "#{RbConfig::CONFIG['host_os']} #{Etc.uname[:release]}",
        "revision" => run("git", "-C", __dir__, "describe", "--always", "--dirty"),
        "documents" => Documents.origin }.compact
    end

    def read(path)
      File.file?(path) ? File.binread(path) : ""
    end

    # The first line that a program says; nil where it fails or is not here.
    def run(*command)
      text, status = Open3.capture2e(*command)
      text.lines(chomp: true).first if status.success?
    rescue SystemCallError
      nil
    end
  end
end
