# frozen_string_literal: true

# Translations in a JSON file, with plurals and interpolation; a broken file and
# its error.

require "i18n"
require "tmpdir"

Dir.mktmpdir do |folder|
  path = File.join(folder, "en.json")
  File.write(path, JSON.generate({ en: { hi: "Hi %{name} ü", n: { one: "1", other: "%{count}" }, list: [1, nil, "x"] } }))
  I18n.load_path = [path]
  say I18n.t(:hi, name: "Ada"), I18n.t(:n, count: 3), I18n.t(:list).inspect
  File.write(path, "{broken")
  I18n.reload!
  say attempt { I18n.t(:hi) }.gsub(folder, "")
end
