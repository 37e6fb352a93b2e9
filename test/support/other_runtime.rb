# frozen_string_literal: true

# Runs code in another JRuby of this JVM, which starts faster than a second JVM.
module OtherRuntime
  Status = Struct.new(:exitstatus) do
    def success? = exitstatus.zero?
  end

  # Runs the code and returns its exit status.
  PROGRAM = <<~RUBY
    $VERBOSE = true
    begin
      eval(%<code>s, TOPLEVEL_BINDING, "-e")
      0
    rescue SystemExit => e
      e.status
    rescue Exception => e
      $stderr.puts e.full_message(highlight: false)
      1
    end
  RUBY

  class << self
    # Returns the texts that the code writes to stdout and stderr, and its status. env: as for Process.spawn.
    def run(code, env, argv, chdir)
      texts = Array.new(2) { java.io.ByteArrayOutputStream.new }
      container = container(env, argv, chdir, *texts.map { |text| java.io.PrintStream.new(text) })
      status = container.run_scriptlet(format(PROGRAM, code: code.dump))
      container.terminate # runs at_exit
      [*texts.map { |text| String.from_java_bytes(text.to_byte_array) }, Status.new(status)]
    end

    private

    def container(env, argv, chdir, output, error)
      embed = org.jruby.embed
      made = embed.ScriptingContainer.new(embed.LocalContextScope::SINGLETHREAD, embed.LocalVariableBehavior::TRANSIENT)
      made.load_paths = $LOAD_PATH.map { |folder| File.expand_path(folder) }
      made.environment = ENV.to_h.merge(env).compact
      made.current_directory = chdir
      made.argv = argv.to_java(:string)
      made.output = output
      made.error = error
      made
    end
  end
end
