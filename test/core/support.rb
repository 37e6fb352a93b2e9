# frozen_string_literal: true

require_relative "../test_helper"
require_relative "core_library"

# Runs the checks of driver.c for each table of kernels.
module KernelSupport
  INT = Fiddle::TYPE_INT
  POINTER = Fiddle::TYPE_VOIDP
  # By number: the sums of JAC_ESC_*.
  MODES = (0...16).map do |sum|
    %w[script_safe separators html ascii_only].each_with_index.filter_map { |name, bit| name if sum[bit] == 1 }.join("+")
  end.freeze

  # The drivers guard their memory with mmap and mprotect.
  def before_setup
    super
    skip "needs mmap" if JacinthHelpers::WINDOWS
  end

  # Names of the tables that this build has and this processor runs.
  def isas
    @@isas ||= begin # rubocop:disable Style/ClassVars
      name = CoreLibrary.function("jac_test_name", [INT], POINTER)
      (0..).lazy.map { |i| name.call(i) }.take_while { |text| !text.null? }.map(&:to_s).to_a
    end
  end

  # Returns the name of the table that is used then, and true if the wanted one is known.
  def choose(name)
    known = Fiddle::Pointer.malloc(Fiddle::SIZEOF_INT, Fiddle::RUBY_FREE)
    choose = CoreLibrary.function("jac_test_choose", [POINTER, POINTER], POINTER)
    [choose.call(name, known).to_s, known[0, Fiddle::SIZEOF_INT].unpack1("i") != 0]
  end

  # Runs the check of that name. Fails with its text, if it returns one.
  def assert_check(name, *numbers)
    check = CoreLibrary.function("jac_test_#{name}", [INT] * numbers.size, POINTER)
    complaint = check.call(*numbers)
    text = "#{name}(#{numbers.join(', ')}): #{complaint.to_s unless complaint.null?}"

    assert_predicate complaint, :null?, text
  end

  def each_isa(&) = isas.each_index(&)
end
