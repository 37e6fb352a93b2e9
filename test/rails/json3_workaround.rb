# frozen_string_literal: true

# Makes json 3 work with releases of Active Support that pass it options it
# refuses, or options as a Hash. Code for a process in which json may be loaded.
JSON3_WORKAROUND = <<~RUBY
  begin
    ActiveSupport::JSON.decode(ActiveSupport::JSON.encode(1)) if defined?(ActiveSupport::JSON)
  rescue ArgumentError
    JSON.singleton_class.prepend(Module.new do
      def parse(source, old = nil, **options) = super(source, **old.to_h.merge(options).except(:quirks_mode, :escape))
      def generate(object, options = nil) = super(object, options.is_a?(Hash) ? options.except(:quirks_mode) : options)
    end)
  end
RUBY
