# frozen_string_literal: true

# ruby rdoc_comments.rb FOLDER FILE...: every documented method of the files and
# its comment, as RDoc sees them, as a JSON object.
require "json"
require "rdoc"

options = RDoc::Options.new
options.parse(["--quiet", "--dry-run", "--force-output", "--op", ARGV.shift, *ARGV])
rdoc = RDoc::RDoc.new
rdoc.document(options)

members = rdoc.store.all_classes_and_modules.flat_map { |mod| mod.method_list + mod.attributes }
comments = members.each_with_object({}) do |member, found|
  name = member.full_name.sub(/::([^:#]+)\z/, '.\1') # RDoc writes A::b for A.b
  text = (member.is_alias_for || member).comment.to_s
  found[name] = text
  found["#{name}="] = text if member.is_a?(RDoc::Attr) && member.rw.include?("W")
end
puts JSON.generate(comments)
