# frozen_string_literal: true

# The load path cache and the compile cache of JSON files, with json required
# after Bootsnap is on: JSON.load_file twice, with symbolize_names and freeze.

require "bootsnap"
require "tmpdir"

Dir.mktmpdir do |folder|
  Bootsnap.setup(
    cache_dir: folder, development_mode: true, load_path_cache: true, compile_cache_iseq: true,
    compile_cache_yaml: true, compile_cache_json: true
  )
  require "json"
  require "json/ext"
  require "json/common"
  path = File.join(folder, "data.json")
  File.write(path, '{"a":[1,2.5,null,{"ü":"</x>"}]}')
  2.times do
    say JSON.load_file(path).inspect, JSON.load_file(path, symbolize_names: true).inspect
    say JSON.load_file(path, freeze: true).frozen?
  end
  say JSON.generate(JSON.load_file(path)), JSON.pretty_generate([1])
  File.write(path, "{broken")
  say(attempt { JSON.load_file(path) })
end
