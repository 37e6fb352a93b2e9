# frozen_string_literal: true

require_relative "support"
require "jacinth/command/replacement"

# fmt --in-place: owner, group, permissions, and the steps that make it durable.
class CommandReplacementTest < Minitest::Test
  include CommandSupport

  Replacement = Jacinth::Command.const_get(:Replacement)

  # A file that refuses another owner, or another group, or both.
  class Refusing
    attr_reader :calls

    def initialize(*refused)
      @refused = refused
      @calls = []
    end

    def chown(owner, group)
      raise Errno::EPERM if (owner && @refused.include?(:owner)) || (group && @refused.include?(:group))

      @calls << [owner, group]
    end

    def chmod(mode) = @calls << mode
  end

  Stat = Struct.new(:uid, :gid, :mode)

  def attributes(mode, *refused)
    file = Refusing.new(*refused)
    Replacement.__send__(:copy_attributes, file, Stat.new(12, 34, 0o100000 | mode))
    file.calls
  end

  def test_owner_and_group_are_kept_separately
    assert_equal [[12, nil], [nil, 34], 0o6754], attributes(0o6754)
    assert_equal [[nil, 34], 0o2754], attributes(0o6754, :owner)
    assert_equal [[12, nil], 0o4744], attributes(0o6754, :group)
    assert_equal [0o600], attributes(0o6660, :owner, :group)
    assert_equal [0o644], attributes(0o664, :owner, :group)
  end

  # A user who is in the file's group, but is not its owner.
  def test_a_user_in_the_group_keeps_the_group
    skip "only root can become another user" unless Process.respond_to?(:fork) && Process.euid.zero?
    File.chmod(0o777, @folder)
    name = file("a.json", "[1, 2]")
    File.chown(12_345, 23_456, name)
    File.chmod(0o2664, name)
    pid = fork do
      Process.groups = [23_456]
      Process::Sys.setgid(34_567)
      Process::Sys.setuid(45_678)
      exit!(Jacinth::Command.run(["min", "-i", name], output: StringIO.new, errors: StringIO.new))
    end
    _, status = Process.wait2(pid)
    stat = File.stat(name)

    assert_equal [0, "[1,2]\n"], [status.exitstatus, File.read(name, encoding: "UTF-8")]
    assert_equal [45_678, 23_456, 0o2664], [stat.uid, stat.gid, stat.mode & 0o7777]
  end

  # The text is on the disk before the name is changed, and the name after it.
  def test_file_and_folder_are_synced
    name = file("a.json", "[1, 2]")
    steps = []
    trace = TracePoint.new(:c_call) do |call|
      steps << (call.self.is_a?(File) ? File.basename(call.self.path) : "rename") if %i[fsync rename].include?(call.method_id)
    end
    trace.enable { jacinth!("min", "-i", name) }

    assert_match(/\A\.jacinth-/, steps.shift)
    assert_equal ["rename", *(File.basename(@folder) unless WINDOWS)], steps # Windows cannot sync folders
  end
end
