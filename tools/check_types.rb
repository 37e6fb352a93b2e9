# frozen_string_literal: true

require_relative "checkout"
Checkout.use

require "jacinth"
require "jacinth/command"
require "rbs"

# Compares sig/ with the library: each public method has a signature, and each
# signature a method. Then does the same for the drop-in, whose signatures are loaded
# only on request.
#
#     bin/setup types -- ruby tools/check_types.rb
class CheckTypes
  SIGNATURES = Pathname(File.join(Checkout::ROOT, "sig"))

  # The methods that the drop-in adds to core classes.
  PATCHES = [[Object, :to_json], [Kernel, :JSON]].freeze

  # hidden: folders that begin with _, too, which are not loaded with a gem.
  def initialize(hidden: false)
    loader = RBS::EnvironmentLoader.new
    RBS::FileFinder.each_file(SIGNATURES, skip_hidden: !hidden) { |path| loader.add(path: path) }
    @env = RBS::Environment.from_loader(loader).resolve_type_names
    @builder = RBS::DefinitionBuilder.new(env: @env)
  end

  # Returns the faults without the drop-in.
  def plain_faults
    found = faults
    early = ["JSON"].select { |name| @env.class_alias_decls.key?(type_name(name)) }
    early += PATCHES.filter_map { |mod, name| "#{mod}##{name}" if definition(:build_instance, mod).methods[name] }
    found + early.map { |name| "#{name}: has a signature without the drop-in" }
  end

  # Returns the faults after require "jacinth/json".
  def dropin_faults
    alias_of = @env.normalize_module_name(type_name("JSON"))
    found = []
    same = JSON.equal?(Jacinth) && alias_of.to_s == "::Jacinth"
    found << "JSON: #{JSON}, and by its signature #{alias_of}" unless same
    PATCHES.each { |mod, name| found.concat(patch_faults(mod, name)) }
    found
  end

  private

  def faults
    modules_below(Jacinth).flat_map do |mod|
      instance = definition(:build_instance, mod)
      single = definition(:build_singleton, mod)
      next ["#{mod}: no signature"] unless instance

      there = mod.method(:public_method_defined?)
      compare("#{mod}#", declared(instance, mod), instances(mod), there) +
        compare("#{mod}.", declared(single, mod), singles(mod), mod.method(:respond_to?))
    end
  end

  # Owner, visibility and arity of one method, by the signature and in truth.
  def patch_faults(mod, name)
    signature = definition(:build_instance, mod).methods[name] or return ["#{mod}##{name}: no signature"]
    method = mod.instance_method(name)
    required = signature.method_types.map { |type| type.type.required_positionals.size }.min
    declared = [signature.defined_in.to_s, signature.private?, required]
    owner = "::#{method.owner}".sub(/\A::JSON\b/, "::Jacinth") # the drop-in names modules as json does
    truth = [owner, mod.private_method_defined?(name),
             method.arity.negative? ? -method.arity - 1 : method.arity]
    declared == truth ? [] : ["#{mod}##{name}: #{truth}, and by its signature #{declared}"]
  end

  def compare(prefix, declared, defined, there)
    absent = declared.reject { |name| there.call(name) }
    (defined - declared).map { |name| "#{prefix}#{name}: no signature" } +
      absent.map { |name| "#{prefix}#{name}: a signature, but no such method" }
  end

  def definition(way, mod)
    @builder.public_send(way, type_name(mod))
  rescue RuntimeError
    nil
  end

  def type_name(mod) = RBS::TypeName.parse("::#{mod}")

  # Public methods that the signature of mod itself brings.
  def declared(definition, mod)
    own = definition.methods.select { |_, method| method.defined_in.to_s == "::#{mod}" }
    own.filter_map { |name, method| name if method.public? }
  end

  def instances(mod) = public_names(mod.public_instance_methods(false))

  # A Struct's class methods are Struct's.
  def singles(mod)
    return [] if mod.is_a?(Class) && mod < Struct

    public_names(mod.singleton_methods(false) - %i[new])
  end

  # Names with a leading _ and :nodoc: ones are not public.
  def public_names(names)
    @hidden ||= Dir[File.join(Checkout::ROOT, "lib/**/*.rb")].flat_map do |path|
      File.read(path, encoding: "UTF-8").scan(/def (?:self\.)?([^\s(;]+).*# :nodoc:/).flatten
    end
    names.reject { |name| name.start_with?("_") || @hidden.include?(name.to_s) }
  end

  def modules_below(mod)
    inner = mod.constants(false).map { |name| mod.const_get(name) }.grep(Module)
    inner.select! { |other| other.name.to_s.start_with?("#{mod}::") }
    [mod, *inner.uniq.flat_map { |other| modules_below(other) }].uniq
  end
end

if $PROGRAM_NAME == __FILE__
  faults = CheckTypes.new.plain_faults
  require "jacinth/json"
  faults += CheckTypes.new(hidden: true).dropin_faults
  puts faults
  exit faults.empty?
end
