# frozen_string_literal: true

module Bench
  # The timing loop around one expression: compiled as source, so that the call is the user's own line, and unrolled,
  # so that the loop itself costs about a nanosecond a call.
  #
  #   Bench::Loop.new("input + 1").once(1, nil) # => 2
  class Loop
    # Copies of the expression in the loop's body.
    UNROLL = 16

    # The compiled expression.
    def initialize(expression)
      # rubocop:disable-next Style/DocumentDynamicEvalDefinition -- see the class's comment
      singleton_class.class_eval(<<~RUBY, __FILE__, __LINE__ + 1)
        def once(input, tool)
          #{expression}
        end

        def repeat(count, input, tool)
          whole, rest = count.divmod(#{UNROLL})
          while whole > 0
            #{Array.new(UNROLL, expression).join("\n")}
            whole -= 1
          end
          while rest > 0
            #{expression}
            rest -= 1
          end
        end
      RUBY
    end

    # Runs it +count+ times; answers nanoseconds of CPU time, the process's own and the kernel's for it. No collection
    # is forced before, none held back: the process does nothing but this row, and pays for its garbage as it goes on,
    # as a server does.
    def sample(count, input, tool)
      started = Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond)
      repeat(count, input, tool)
      Process.clock_gettime(Process::CLOCK_PROCESS_CPUTIME_ID, :nanosecond) - started
    end
  end
end
