# frozen_string_literal: true

# Reads memcheck's log and keeps the reports that this extension causes. Ruby's
# conservative collector reads unused stack slots, and Ruby's own tables are never
# freed, so most of a log reports neither a fault nor a leak.
#
#   invalid read, uninitialised value        a block that is lost
#     strlen            libc                   malloc
#     jac_generate      ours <- blamed         ruby_xmalloc2
#     rb_vm_call        libruby                jac_buffer_grow  ours <- blamed
#
# The cause is the first frame that is ours or libruby's; for a lost block, the
# first that does not allocate.
class ValgrindReport
  LIBRARY = %r{\A\(in .*/libruby[^/]*\)\z}
  ALLOCATES = /alloc|\A\?\?\?\z|\Aoperator new/
  FRAME = /^\s+(?:at|by) 0x\h+: (.+) (\(.+\))$/
  # Whole paths (--fullpath-after=) tell our parser.c from another gem's.
  OURS = %r{/ext/jacinth/[^)]*:\d+\)\z|/jacinth\.so\)\z}

  def initialize(log)
    @lines = log.scrub.lines.map { |line| line.chomp.sub(/\A==\d+== ?/, "") }
  end

  # Memcheck came to its end, so that no fault is found because none was sought.
  def complete?
    @lines.any? { |line| line.start_with?("ERROR SUMMARY:") }
  end

  # The blocks of the log that blame the extension.
  def faults
    blocks = @lines.chunk { |line| line.strip.empty? ? :_separator : true }
    blocks.map { |_, lines| lines.join("\n") }.select { |block| ours?(blamed(block)) }
  end

  private

  def blamed(block)
    frames = block.scan(FRAME)
    lost = block.include?(" lost in loss record ")
    frames.find { |frame| ours?(frame) || (lost ? !allocates?(frame) : ruby?(frame)) }
  end

  def ruby?(frame)
    frame.last.match?(LIBRARY)
  end

  def allocates?((function, _place))
    function.match?(ALLOCATES)
  end

  def ours?(frame)
    frame&.last&.match?(OURS)
  end
end
