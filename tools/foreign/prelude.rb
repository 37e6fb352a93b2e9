# frozen_string_literal: true

# Loaded before everything else where another project's tests run on the drop-in.
require "jacinth/json"

Process.pid.then do |pid|
  at_exit { abort "the json gem came back" if $$ == pid && !JSON.equal?(Jacinth) }
end
