# frozen_string_literal: true

require_relative "../test_helper"
require_relative "../../tools/mutants/table"

# The faults of the mutation check are put in place of texts of the C.
class MutantsTest < Minitest::Test
  def test_the_text_of_each_fault_occurs_once
    Mutants::TABLE.each do |row|
      text = File.read(File.join(Checkout::ROOT, "ext/jacinth", row.file), encoding: "UTF-8")

      assert_equal 1, text.scan(row.from).size, row.name
      assert(row.tests.all? { |file| File.file?(File.join(Checkout::ROOT, file)) }, row.name)
    end
  end
end
