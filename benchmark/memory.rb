# frozen_string_literal: true

module Bench
  # What one call allocates, measured in a forked child, so that the timed
  # process is not disturbed and peaks do not add up.
  module Memory
    # Objects allocated; bytes taken from malloc through Ruby (its own count,
    # less what was given back meanwhile); and by how many bytes the process
    # grew at its peak, nil where the system cannot tell.
    def self.measure(&call)
      reader, writer = IO.pipe(binmode: true)
      pid = fork do
        reader.close
        Marshal.dump(in_child(&call), writer)
        writer.close
        exit!(0)
      end
      writer.close
      # The child is ours, made two lines above.
      Marshal.load(reader) # rubocop:disable Security/MarshalLoad
    ensure
      reader&.close
      Process.wait(pid) if pid
    end

    # Less what measuring itself takes.
    def self.in_child(&)
      nothing = proc {}
      peak(&nothing)
      none = peak(&nothing)
      grown = peak(&)
      objects, malloced = least(&)
      own_objects, own_malloced = least(&nothing)
      { objects: objects - own_objects, malloced: malloced - own_malloced,
        peak: grown && [grown - none, 0].max }
    end
    private_class_method :in_child

    # The first calls also fill inline caches, which are objects, too.
    def self.least(&block)
      Array.new(3) { allocations(&block) }.min
    end
    private_class_method :least

    def self.allocations
      GC.start
      GC.disable
      malloc = GC.stat(:malloc_increase_bytes)
      objects = GC.stat(:total_allocated_objects)
      yield
      [GC.stat(:total_allocated_objects) - objects,
       GC.stat(:malloc_increase_bytes) - malloc]
    ensure
      GC.enable
    end
    private_class_method :allocations

    # Writing 5 to clear_refs sets the high-water mark back (Linux).
    def self.peak
      GC.start
      File.write("/proc/self/clear_refs", "5")
      before = status("VmRSS")
      yield
      [status("VmHWM") - before, 0].max
    rescue SystemCallError
      nil
    end
    private_class_method :peak

    def self.status(field)
      File.binread("/proc/self/status")[/^#{field}:\s+(\d+)/, 1].to_i * 1024
    end
    private_class_method :status
  end
end
