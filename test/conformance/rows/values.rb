# frozen_string_literal: true

# value = false / null / true / object / array / number / string, where the
# literals are lowercase and no other name is one.
Conformance.section "3 values" do
  { "true" => true, "false" => false, "null" => nil }.each do |text, value|
    accept "#{text} as the text", text, value
    accept "#{text} in an array", "[#{text}]", [value]
    accept "#{text} as a member", "{\"a\":#{text}}", { "a" => value }
    accept "#{text} between others", "[0,#{text},\"\"]", [0, value, ""]
    accept "#{text} as a string", "\"#{text}\"", text
    accept "#{text} as a name", "{\"#{text}\":1}", { text => 1 }
    (1...text.size).each do |size|
      cut "the first #{size} of #{text}", text[0, size]
      reject "the first #{size} of #{text} in an array", "[#{text[0, size]}]", at: [1, 2]
    end
    reject "#{text} in capitals", text.upcase, at: [1, 1]
    reject "#{text} with a capital", text.capitalize, at: [1, 1]
    reject "#{text} with a last capital", "[#{text.chop}#{text[-1].upcase}]", at: [1, 2]
    reject "#{text} with a letter more", "[#{text}x]"
    reject "#{text} with a digit more", "[#{text}1]"
    reject "#{text} as a name without quotation marks", "{#{text}:1}", at: [1, 2]
    reject "#{text} with another one right after it", "[#{text}#{text}]"
    reject "#{text} with a wide letter", "[#{text.tr("elu", "\uFF45\uFF4C\uFF55")}]", at: [1, 2]
  end

  %w[undefined nil None yes no on off void self NULL TRUEFALSE].each do |text|
    reject "the name #{text}", "[#{text}]", at: [1, 2]
  end
  allow "NaN", "NaN", Float::NAN, allow_nan: true
  allow "Infinity", "Infinity", Float::INFINITY, allow_nan: true
  allow "minus Infinity", "-Infinity", -Float::INFINITY, allow_nan: true
  allow "the three names in an array", "[NaN,Infinity,-Infinity]", [Float::NAN, Float::INFINITY, -Float::INFINITY],
        allow_nan: true
  reject "minus NaN", "[-NaN]", with: { allow_nan: true }
  reject "plus Infinity", "[+Infinity]", with: { allow_nan: true }, at: [1, 2]
  reject "nan in lowercase", "[nan]", with: { allow_nan: true }, at: [1, 2]
  reject "inf", "[inf]", with: { allow_nan: true }, at: [1, 2]
  reject "NaN with a letter more", "[NaNs]", with: { allow_nan: true }
  reject "half of Infinity", "[Inf]", with: { allow_nan: true }, at: [1, 2]
  reject "minus half of Infinity", "[-Inf]", with: { allow_nan: true }

  # Each printable character that begins no value.
  ("!".."~").grep_v(/[-"\[{0-9tfnNI]/).each do |char|
    reject "a value that begins with #{char}", "[#{char}1]", at: [1, 2] unless "]}/".include?(char)
    reject "#{char} as the text", char unless char == "/"
  end
  (0x80..0xFF).step(16) do |byte|
    reject format("byte %02X as a value", byte), "[#{byte.chr}]".force_encoding("UTF-8"), at: [1, 2]
  end
  reject "a letter of two bytes as a value", "[é]", at: [1, 2]
  reject "a letter of three bytes as a value", "[日]", at: [1, 2]
  reject "an emoji as a value", "[😀]", at: [1, 2]
  reject "a string in single quotes", "'a'", at: [1, 1]
  reject "a string in backquotes", "`a`", at: [1, 1]
  reject "a regular expression", "[/a/]"
  reject "a symbol", "[:a]", at: [1, 2]
  reject "an expression", "[1+1]", at: [1, 3]
  reject "a call", "[f(1)]", at: [1, 2]
end
