# frozen_string_literal: true

# A process that sends signals to a test.
module SignalSender
  # Sends SIGUSR1 to this process, with so many seconds between two, until it ends. Returns the
  # sender's number.
  def self.start(seconds)
    receiver = Process.pid
    fork do
      while Process.ppid == receiver
        Process.kill("USR1", receiver)
        sleep seconds
      end
    rescue Errno::ESRCH
      nil # it has just ended
    ensure
      exit!
    end
  end
end
