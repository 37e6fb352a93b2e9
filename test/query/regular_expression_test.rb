# frozen_string_literal: true

require_relative "support"

# I-Regexps (RFC 9485).
class QueryRegularExpressionTest < Minitest::Test
  def matching(pattern, *texts)
    Jacinth.query({ "p" => pattern, "t" => texts }, "$.t[?match(@, $.p)]")
  end

  # A pattern, texts that it matches, and texts that it does not match.
  MATCHES = [
    ["", [""], ["a"]], ["abc", ["abc"], ["ab", "abcd", "ABC", ""]], ["a|b|", ["a", "b", ""], %w[c ab]],
    ["a*", ["", "a", "aaa"], %w[b ab]], ["a+", %w[a aa], ["", "b"]],
    ["ab?c", %w[ac abc], %w[abbc]], ["a{2}", %w[aa], %w[a aaa]], ["a{2,3}", %w[aa aaa], %w[a aaaa]], ["a{2,}", %w[aa aaaa], %w[a]],
    ["a{0}b", %w[b], %w[ab]], ["a{0,1}", ["", "a"], %w[aa]],
    ["a{02,003}", %w[aa aaa], %w[a]], ["(ab)*", ["", "abab"], %w[aba]], ["(a|b)+c", %w[abac], %w[c ab]],
    ["((a)(b|(c)))", %w[ab ac], %w[a]], ["()", [""], ["a"]], ["(a*)*b", %w[aab b], %w[aa]],
    [".", %w[a é] + ["\u2028", "\u{1F600}", "\t"], ["", "ab", "\n", "\r"]], ["\\.", ["."], ["a"]], ["\\n\\r\\t", ["\n\r\t"], ["nrt"]],
    ["\\(\\)\\*\\+\\-\\?\\[\\\\\\]\\^\\{\\|\\}", ["()*+-?[\\]^{|}"], []],
    ["[abc]", %w[a b c], %w[d ab]], ["[^abc]", %w[d é] + ["\n"], %w[a]], ["[a-c]", %w[a b c], %w[d -]], ["[a-cx-z]+", %w[ay], %w[d]],
    ["[-a]", %w[- a], %w[b]], ["[a-]", %w[- a], %w[b]],
    ["[^-a]", %w[b], %w[- a]], ["[.*+?(){}|$]+", ["|.*+?(){}$"], %w[a]], ["[\\]\\[\\\\\\-\\^]+", ["][\\-^"], %w[a]],
    ["[^^]", %w[a], %w[^]], ["[a^]", %w[^ a], %w[b]], ["[^]", ["^"], ["a", ""]],
    ["[\\n-\\r]", ["\n", "\v", "\r"], ["\t"]], ["[é-ü]", %w[ê], %w[e]], ["[\u{1F600}-\u{1F64F}]", ["\u{1F601}"], ["\u{1F650}"]],
    ["\\p{L}+", %w[aéÄ中], %w[1]], ["\\P{L}", %w[1 -], %w[a]],
    ["\\p{Lu}\\p{Ll}", %w[Äé], %w[éÄ]], ["[\\p{Nd}_]+", %w[1_2], %w[a]], ["[^\\p{L}]", %w[1], %w[a]], ["[\\P{L}a]", %w[1 a], %w[b]],
    ["\\p{Zs}\\p{Sc}\\p{Pd}", [" $-"], %w[abc]], ["\\p{Cn}", ["\u0378"], %w[a]],
    ["^abc$", ["abc"], ["^abc$"]], ["a^b", [], ["ab", "a^b"]], ["(^a|b)c", %w[ac bc], %w[c]], ["a$|ab", %w[a ab], %w[b]],
    ["-,/:;<=>@#!~%&'\"`_ ", ["-,/:;<=>@#!~%&'\"`_ "], []]
  ].freeze

  def test_matches
    MATCHES.each do |pattern, texts, others|
      assert_equal texts, matching(pattern, *texts, *others), pattern
      assert_equal texts, Jacinth.query([*texts, *others], "$[?match(@, '#{pattern.gsub(/['\\]/) { |char| "\\#{char}" }}')]"), pattern
    end
  end

  INVALID = [
    "(", ")", "a)", "(a", "[", "]", "[]", "[a", "{", "}", "a{", "a{}", "a{1", "a{,1}", "a{2,1}", "a{1}{2}", "*", "+a", "?", "a**",
    "a+?", "a*?", "|*", "(*a)", "\\", "\\a", "\\d", "\\w", "\\1", "\\u0061", "\\$", "\\/", "\\p", "\\p{}", "\\p{X}", "\\p{Lx}",
    "\\p{IsLatin}", "\\p{Cs}", "\\p{Alpha}", "[z-a]", "[a-\\p{L}]", "[\\p{L}-z]", "[[a]]", "[a-b-c]", "[a--]", "[\\d]", "(?:a)",
    "(?=a)", "(?i)a", "a|*"
  ].freeze

  def test_invalid_patterns_match_nothing
    INVALID.each do |pattern|
      assert_equal [], matching(pattern, "", "a", "b", "aa", pattern), pattern
      assert_equal [], Jacinth.query({ "p" => pattern, "t" => ["", "a", pattern] }, "$.t[?search(@, $.p)]"), pattern
    end
  end

  def test_search_finds_a_part
    found = ->(pattern, *texts) { Jacinth.query({ "p" => pattern, "t" => texts }, "$.t[?search(@, $.p)]") }

    assert_equal %w[ab xab abx xabx], found.call("ab", "ab", "xab", "abx", "xabx", "a", "")
    assert_equal ["", "a"], found.call("", "", "a")
    assert_equal %w[ab abx], found.call("^ab", "ab", "xab", "abx", "x\nab")
    assert_equal %w[ab xab], found.call("ab$", "ab", "xab", "abx", "ab\nx")
    assert_equal ["", "ab"], found.call("^$|^ab$", "", "ab", "abab")
    assert_equal %w[aab], found.call("a{2}b", "aab", "ab")
  end

  # Against Ruby's engine, which takes the same patterns of these parts.
  def test_random_patterns_match_as_in_ruby
    random = seeded
    part = lambda do |depth|
      case random.rand(depth.zero? ? 2 : 6)
      when 0, 1 then ["a", "b", "[ab]", "[^a]", ".", "\\p{Lu}"].sample(random: random)
      when 2 then "(#{part.call(depth - 1)}|#{part.call(depth - 1)})"
      when 3 then "(#{part.call(depth - 1)})#{%w[* + ? {2} {1,2} {0,3} {2,}].sample(random: random)}"
      else part.call(depth - 1) + part.call(depth - 1)
      end
    end
    scaled(300).times do
      pattern = part.call(4)
      texts = Array.new(20) { Array.new(random.rand(6)) { %w[a b c A].sample(random: random) }.join }

      assert_equal texts.grep(capture_regexp("\\A(?:#{pattern})\\z")), matching(pattern, *texts), seed_note
      assert_equal texts.grep(capture_regexp(pattern)), Jacinth.query({ "p" => pattern, "t" => texts }, "$.t[?search(@, $.p)]"), seed_note
    end
  end

  def capture_regexp(source)
    regexp = nil
    capture_warnings { regexp = Regexp.new(source) }
    regexp
  end

  # Patterns for which an engine that tries one alternative after the other takes longer than anyone waits.
  def test_no_pattern_takes_long
    long = "a" * 20_000

    ["(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*.*)*b", "(a?){50}a{50}b", "((a+)+)+b", "a*a*a*a*a*a*a*a*b"].each do |pattern|
      assert_equal [], matching(pattern, long), pattern
    end
    assert_equal [long], matching("((a+)+)+", long)
  end

  def test_too_large_patterns_are_an_error
    ["a{100000}", "((a{100}){100}){100}", "(((a{0,0}){999999}){999999}){999999}", "#{'(' * 101}a#{')' * 101}", "a{99999999999999999999}",
     "a" * 100_000].each do |pattern|
      assert_equal "the regular expression is too large", assert_raises(Jacinth::QueryError, pattern[0, 20]) {
        matching(pattern, "a")
      }.message
      assert_raises(Jacinth::QueryError) { Jacinth::Query.new("$[?match(@, '#{pattern}')]") }
    end
    assert_equal ["a" * 4000], matching("a{4000}", "a" * 4000, "a" * 3999)
  end

  def test_invalid_text_matches_nothing
    assert_equal [], matching(".*", "\xFF", "\xFF".b, "a\xC3")
    assert_equal ["é".encode("UTF-16LE")], matching("é", "é".encode("UTF-16LE"))
    assert_equal [], matching("\xFF", "a", "\xFF")
  end

  def test_many_patterns_and_many_states_are_matched
    texts = Array.new(500) { |i| { "t" => "x#{i}", "p" => "x#{i}" } }

    assert_equal texts, Jacinth.query(texts, "$[?match(@.t, @.p)]")
    assert_equal [], matching("(a|b)*a(a|b){12}c", *Array.new(200) { |i| i.to_s(2).tr("01", "ab") * 10 })
  end

  # The pattern reaches two to the power of 12 sets of instructions.
  def test_few_sets_of_instructions_are_kept
    query = Jacinth::Query
    matcher = query.const_get(:Matcher).new(query.const_get(:RegularExpression).new("(a|b)*a(a|b){11}", whole: true))
    random = Random.new(1)
    matcher.match?(Array.new(20_000) { %w[a b].sample(random: random) }.join)
    kept = {}.compare_by_identity
    waiting = [matcher.instance_variable_get(:@first)]
    while (set = waiting.pop)
      waiting.concat(set.following.values) unless kept.key?(set)
      kept[set] = true
    end

    assert_operator kept.size, :<, 2_500
  end
end
