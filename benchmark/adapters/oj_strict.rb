# frozen_string_literal: true

# Oj's fastest mode for plain JSON values; symbol keys are beyond it.
Bench::Adapter.define("oj_strict", label: "Oj (strict)", gem: "oj") do
  prepare do
    require "oj"
    Oj.default_options = { mode: :strict }
  end
  version { Oj::VERSION }

  op :generate, "Oj.dump(input)"
  op :parse, "Oj.load(input)"
  op :symbolize, "Oj.load(input, symbol_keys: true)"
end
