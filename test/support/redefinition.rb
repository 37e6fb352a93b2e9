# frozen_string_literal: true

# Redefines methods without Ruby's warning.
module Redefinition
  module_function

  # body: a Proc, a method, or nil to remove the method.
  def redefine(type, name, body)
    verbose, $VERBOSE = $VERBOSE, nil
    body ? type.define_method(name, body) : type.remove_method(name)
  ensure
    $VERBOSE = verbose
  end
end
