# frozen_string_literal: true

module Jacinth
  class Type
    module Pattern # :nodoc:
      # The names of Unicode properties in the patterns of Ruby and of ECMA-262.
      module Properties # :nodoc:
        # Returns a Hash from the first name of a property to its other names.
        def self.names(list)
          Ractor.make_shareable(list.to_h { |names| names.split("=").then { |name, *others| [name, others] } })
        end
        private_class_method :names

        # General categories by their short names. Ruby accepts both forms, without
        # regard to case; ECMA-262 distinguishes case.
        CATEGORIES = names(%w[
          L=Letter LC=Cased_Letter Lu=Uppercase_Letter Ll=Lowercase_Letter Lt=Titlecase_Letter
          Lm=Modifier_Letter Lo=Other_Letter M=Mark=Combining_Mark Mn=Nonspacing_Mark Mc=Spacing_Mark
          Me=Enclosing_Mark N=Number Nd=Decimal_Number=digit Nl=Letter_Number No=Other_Number
          P=Punctuation=punct Pc=Connector_Punctuation Pd=Dash_Punctuation Ps=Open_Punctuation
          Pe=Close_Punctuation Pi=Initial_Punctuation Pf=Final_Punctuation Po=Other_Punctuation S=Symbol
          Sm=Math_Symbol Sc=Currency_Symbol Sk=Modifier_Symbol So=Other_Symbol Z=Separator Zs=Space_Separator
          Zl=Line_Separator Zp=Paragraph_Separator C=Other Cc=Control=cntrl Cf=Format Cn=Unassigned
          Co=Private_Use Cs=Surrogate
        ])
        # Properties of characters that are true or false, by their long names.
        BINARY = names(%w[
          ASCII ASCII_Hex_Digit=AHex Alphabetic=Alpha Any Assigned Bidi_Control=Bidi_C Case_Ignorable=CI Cased
          Changes_When_Casefolded=CWCF Changes_When_Casemapped=CWCM Changes_When_Lowercased=CWL
          Changes_When_Titlecased=CWT Changes_When_Uppercased=CWU Dash Default_Ignorable_Code_Point=DI
          Deprecated=Dep Diacritic=Dia Emoji Emoji_Component=EComp Emoji_Modifier=EMod
          Emoji_Modifier_Base=EBase Emoji_Presentation=EPres Extended_Pictographic=ExtPict Extender=Ext
          Grapheme_Base=Gr_Base Grapheme_Extend=Gr_Ext Hex_Digit=Hex IDS_Binary_Operator=IDSB
          IDS_Trinary_Operator=IDST ID_Continue=IDC ID_Start=IDS Ideographic=Ideo Join_Control=Join_C
          Logical_Order_Exception=LOE Lowercase=Lower Math Noncharacter_Code_Point=NChar
          Pattern_Syntax=Pat_Syn Pattern_White_Space=Pat_WS Quotation_Mark=QMark Radical Regional_Indicator=RI
          Sentence_Terminal=STerm Soft_Dotted=SD Terminal_Punctuation=Term Unified_Ideograph=UIdeo
          Uppercase=Upper Variation_Selector=VS White_Space=space XID_Continue=XIDC XID_Start=XIDS
        ])
        # Returns a name as Ruby compares it.
        def self.fold(name) = name.downcase.delete("_ -")
        private_class_method :fold

        # The name that both languages have, by each name of ECMA-262, and by the names
        # of Ruby.
        COMMON = Ractor.make_shareable([CATEGORIES, BINARY].flat_map do |names|
          names.flat_map { |common, others| [common, *others].map { |name| [name, common] } }
        end.to_h)
        FOLDED = COMMON.transform_keys { |name| fold(name) }.update("xdigit" => "ASCII_Hex_Digit")
        Ractor.make_shareable(FOLDED)
        # Names that Ruby has, and that are not scripts.
        OTHERS = %w[alnum blank graph print word newline].freeze
        SCRIPT = /\A[A-Z][a-z]+(?:_[A-Z]?[a-z]+)*\z/
        private_constant :CATEGORIES, :BINARY, :COMMON, :FOLDED, :OTHERS, :SCRIPT

        class << self
          # Returns Ruby's name of a property for the one of ECMA-262, or nil.
          def to_ruby(text)
            name, value = text.split("=", 2)
            case name
            when "General_Category", "gc" then COMMON[value] if CATEGORIES.key?(COMMON[value])
            when "Script", "sc" then value if script?(value)
            else COMMON[name] if value.nil?
            end
          end

          # Returns ECMA-262's name of a property for the one of Ruby, or nil. Scripts
          # are left out: many validators do not know their names.
          def to_ecma(name) = FOLDED[fold(name)]

          private

          def script?(name)
            folded = fold(name.to_s)
            SCRIPT.match?(name) && !FOLDED.key?(folded) && !OTHERS.include?(folded) && known?(name)
          end

          def known?(name)
            Regexp.new("\\p{#{name}}")
            true
          rescue RegexpError
            false
          end
        end
      end
      private_constant :Properties
    end
  end
end
