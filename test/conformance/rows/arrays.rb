# frozen_string_literal: true

# array = begin-array [ value *( value-separator value ) ] end-array
Conformance.section "5 arrays" do
  accept "no value", "[]", []
  accept "a value", "[1]", [1]
  accept "two values", "[1,2]", [1, 2]
  accept "values of each kind", '[{},[],"",0,0.5,true,false,null]', [{}, [], "", 0, 0.5, true, false, nil]
  accept "the same value twice", "[1,1]", [1, 1]
  accept "empty arrays", "[[],[],[[]]]", [[], [], [[]]]
  accept "empty objects", "[{},{}]", [{}, {}]
  accept "empty strings", '["",""]', ["", ""]
  accept "a null first", "[null,1]", [nil, 1]
  accept "a null last", "[1,null]", [1, nil]
  accept "integers and floats", "[1,2.5,3,-4e0]", [1, 2.5, 3, -4.0]
  accept "rows of numbers", "[[1.5,2],[3.5,4],[5.5,6]]", [[1.5, 2], [3.5, 4], [5.5, 6]]
  accept "rows of other lengths", "[[1],[2,3],[],[4,5,6]]", [[1], [2, 3], [], [4, 5, 6]]
  accept "a row of numbers with a string", '[[1.25,2.5],[1.25,"2.5"],[1.25,2.5]]',
         [[1.25, 2.5], [1.25, "2.5"], [1.25, 2.5]]
  [3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100].each do |size|
    accept "#{size} values", "[#{(1..size).to_a.join(",")}]", (1..size).to_a
  end

  trailing = { allow_trailing_comma: true }
  allow "a trailing comma", "[1,]", [1], **trailing
  allow "a trailing comma and white space", "[1 ,\n]", [1], **trailing
  allow "a trailing comma after an array", "[[],]", [[]], **trailing
  allow "a trailing comma in both arrays", "[[1,],]", [[1]], **trailing
  reject "only a comma", "[,]", with: trailing, at: [1, 2]
  reject "a leading comma", "[,1]", with: trailing, at: [1, 2]
  reject "two trailing commas", "[1,,]", with: trailing, at: [1, 4]
  reject "two commas between values", "[1,,2]", with: trailing, at: [1, 4]
  reject "a missing comma between numbers", "[1 2]", with: trailing, at: [1, 4]
  reject "a missing comma between strings", '["a" "b"]', with: trailing, at: [1, 6]
  reject "a missing comma between arrays", "[[] []]", with: trailing, at: [1, 5]
  reject "a missing comma between literals", "[true false]", with: trailing, at: [1, 7]
  reject "a missing comma before an object", "[1{}]", with: trailing, at: [1, 3]
  reject "a missing comma after a string", '["a"1]', with: trailing, at: [1, 5]
  reject "a colon between values", "[1:2]", at: [1, 3]
  reject "a member", '["a":1]', at: [1, 5]
  reject "a comma after the array", "[1],", at: [1, 4]
  reject "a value after the array", "[1]x", at: [1, 4]
  reject "a string that is not closed before the bracket", "[\"a]\n"
end
