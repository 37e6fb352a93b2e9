# frozen_string_literal: true

module Jacinth
  class Type
    # The formats of Type.string, which have the names of JSON Schema, and "ip", which is either
    # kind of address. The time of a check is linear in the length of the text.
    module Format # :nodoc:
      OCTET = "(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
      LABEL = "(?!-)[A-Za-z0-9-]{1,63}(?<!-)"
      ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
      MAILBOX = "(?:#{ATOM}(?:\\.#{ATOM})*|\"(?:[ !#-\\[\\]-~]|\\\\[ -~])*\")".freeze
      # Characters of a URI: without separators, of a user and a host, of a segment of the path.
      PLAIN = "A-Za-z0-9._~!$&'()*+,;=\\-"
      HOST = "(?:[#{PLAIN}]|%\\h{2})".freeze
      SEGMENT = "(?:[#{PLAIN}:@]|%\\h{2})".freeze
      AUTHORITY = "//(?:(?:[#{PLAIN}:]|%\\h{2})*@)?(?:\\[(?<ip>[^\\]]*)\\]|#{HOST}*)" \
                  "(?::[0-9]*)?(?:/#{SEGMENT}*)*".freeze
      ABSOLUTE = "/(?:#{SEGMENT}+(?:/#{SEGMENT}*)*)?".freeze
      REST = "(?:\\?(?:#{SEGMENT}|[/?])*)?(?:\\#(?:#{SEGMENT}|[/?])*)?".freeze
      DAYS = "(?:[0-9]+Y(?:[0-9]+M(?:[0-9]+D)?)?|[0-9]+M(?:[0-9]+D)?|[0-9]+D)"
      HOURS = "T(?:[0-9]+H(?:[0-9]+M(?:[0-9]+S)?)?|[0-9]+M(?:[0-9]+S)?|[0-9]+S)"
      PATTERNS = Ractor.make_shareable(
        {
          "uuid" => /\A\h{8}-\h{4}-\h{4}-\h{4}-\h{12}\z/,
          "ipv4" => /\A#{OCTET}(?:\.#{OCTET}){3}\z/,
          "ipv6" => /\A[\h:.]{2,45}\z/,
          "ip" => /\A[\h:.]{2,45}\z/,
          "hostname" => /\A#{LABEL}(?:\.#{LABEL})*\z/,
          "email" => /\A#{MAILBOX}@(?:\[(?:IPv6:)?([^\]]*)\]|#{LABEL}(?:\.#{LABEL})*)\z/,
          "uri" => %r{\A[A-Za-z][A-Za-z0-9+.-]*:(?:#{AUTHORITY}|#{ABSOLUTE}|#{SEGMENT}+(?:/#{SEGMENT}*)*)?#{REST}\z},
          "uri-reference" => %r{\A(?:#{AUTHORITY}|#{ABSOLUTE}|(?:[#{PLAIN}@]|%\h{2})+(?:/#{SEGMENT}*)*)?#{REST}\z},
          "duration" => /\AP(?:#{DAYS}(?:#{HOURS})?|#{HOURS}|[0-9]+W)\z/,
          "time" => /\A([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))\z/,
          "date" => /\A([0-9]{4})-([0-9]{2})-([0-9]{2})\z/,
          "date-time" => /\A([0-9-]{10})[Tt](.+)\z/,
          "json-pointer" => %r{\A(?:/(?:[^~/]|~[01])*)*\z}
        }
      )
      LATER_IP = /\Av\h+\.[#{PLAIN}:]+\z/
      # The greatest lengths of texts: longer ones are refused at once.
      LONGEST = Ractor.make_shareable({ "hostname" => 253, "email" => 254 })
      private_constant :OCTET, :LABEL, :ATOM, :MAILBOX, :PLAIN, :HOST, :SEGMENT, :AUTHORITY, :ABSOLUTE, :REST,
                       :DAYS, :HOURS, :PATTERNS, :LATER_IP, :LONGEST

      # A format and, if it is not nil, a Regexp, in the place of a Regexp.
      Check = Struct.new(:format, :regexp) # :nodoc:
      class Check # :nodoc:
        def match?(text) = Format.match?(format, text) && (regexp.nil? || regexp.match?(text))
      end
      private_constant :Check

      class << self
        # Returns the name of a format in JSON Schema for a Symbol or String. Raises
        # ArgumentError for an unknown one.
        def canonical(given)
          name = given.to_s.tr("_", "-") if given.is_a?(::Symbol) || given.is_a?(::String)
          return name if known?(name)

          raise ArgumentError, ChoiceText.text("format", PATTERNS.keys.map { |one| one.tr("-", "_").to_sym }, given)
        end

        def known?(name) = PATTERNS.key?(name)

        # Returns an object whose match? checks the format and the Regexp, of which one can be
        # nil; nil without both.
        def check(format, regexp) = format ? Check.new(format, regexp).freeze : regexp

        def match?(name, text)
          return false if text.size > LONGEST.fetch(name, text.size)

          case name
          when "ipv6" then ipv6?(text)
          when "ip" then PATTERNS["ipv4"].match?(text) || ipv6?(text)
          when "email" then email?(text)
          when "uri" then uri?("uri", text)
          when "uri-reference" then uri?("uri", text) || uri?("uri-reference", text)
          when "date", "time", "date-time" then __send__(:"#{name.tr('-', '_')}?", text)
          else PATTERNS.fetch(name).match?(text)
          end
        end

        private

        # RFC 4291: eight groups, or fewer with one "::"; an IPv4 address can be the last two.
        def ipv6?(text)
          return false unless PATTERNS["ipv6"].match?(text)

          parts = text.split("::", -1)
          return groups(text) == 8 if parts.size == 1
          return false if parts.size > 2 || parts[0].include?(".")

          counts = parts.map { |part| part.empty? ? 0 : groups(part) }
          counts.all? && counts.sum < 8
        end

        # Returns the number of groups of 16 bits, or nil.
        def groups(text)
          *groups, last = text.split(":", -1)
          return unless groups.all?(/\A\h{1,4}\z/)
          return groups.size + 2 if PATTERNS["ipv4"].match?(last)

          groups.size + 1 if last.match?(/\A\h{1,4}\z/)
        end

        # RFC 5321, without comments.
        def email?(text)
          match = PATTERNS["email"].match(text) or return false
          literal = match[1] or return true
          return ipv6?(literal) if text.end_with?("[IPv6:#{literal}]")

          PATTERNS["ipv4"].match?(literal)
        end

        # RFC 3986.
        def uri?(name, text)
          match = PATTERNS[name].match(text) or return false
          literal = match[:ip] or return true
          ipv6?(literal) || LATER_IP.match?(literal)
        end

        # RFC 3339.
        def date?(text)
          match = PATTERNS["date"].match(text) or return false
          year, month, day = match.captures.map(&:to_i)
          leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
          day.between?(1, [0, 31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].fetch(month, 0))
        end

        # RFC 3339. A leap second is the last one of a month in UTC, in 1972 or later, as for the type Time.
        def date_time?(text)
          match = PATTERNS["date-time"].match(text) or return false
          return false unless date?(match[1]) && time?(match[2])
          return true unless match[2][6, 2] == "60"

          minute = ::Time.utc(*text.scan(/[0-9]+/).first(5)) - (60 * offset(PATTERNS["time"].match(match[2])))
          minute.year >= 1972 && (minute + 86_400).day == 1
        end

        # RFC 3339. A leap second is the last one of a day in UTC.
        def time?(text)
          match = PATTERNS["time"].match(text) or return false
          hour, minute, second, = match.values_at(1, 2, 3).map(&:to_i)
          hours, minutes = match.values_at(5, 6).map(&:to_i)
          return false if [hour, hours].max > 23 || [minute, minutes].max > 59 || second > 60

          second < 60 || ((hour * 60) + minute - offset(match)) % 1440 == 1439
        end

        # Returns the offset of a time in minutes.
        def offset(match) = ((match[5].to_i * 60) + match[6].to_i) * (match[4] == "-" ? -1 : 1)
      end
    end
    private_constant :Format
  end
end
