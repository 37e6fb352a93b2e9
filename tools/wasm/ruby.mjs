// A `ruby` command for ruby.wasm, in the folder where npm has installed @ruby/wasm-wasi
// and a @ruby/VERSION-wasm-wasi:
//
//   node ruby.mjs [-w] [-I FOLDER]... [-e CODE | FILE] [--] [ARGUMENT...]
//
// The program has the environment, but for options of other Rubies. It sees the folder of / with the working folder (/home,
// if that is /home/ada/jacinth), those with the folders of -I, and /tmp: Ruby resolves links
// from the first part of a path.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { WASI } from "node:wasi";

// Node 20 crashes if it finishes incremental marking while the memory of the module grows.
setFlagsFromString("--no-incremental-marking");

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const { RubyVM } = createRequire(import.meta.url)("@ruby/wasm-wasi");
const text = (string) => `'${string.replace(/[\\']/g, "\\$&")}'`;

const rest = process.argv.slice(2);
const options = [];
const top = (folder) => "/" + folder.split("/")[1];
const folders = new Set([top(process.cwd()), "/tmp"]);
let program;
while (rest[0]?.startsWith("-") && rest[0] !== "--") {
  const option = rest.shift();
  if (option.startsWith("-I")) {
    const folder = path.resolve(option.slice(2) || rest.shift());
    options.push("-I" + folder);
    folders.add(top(folder));
  } else if (option === "-e") program = `eval(${text(rest.shift())}, TOPLEVEL_BINDING, "-e", 1)`;
  else options.push(option);
}
program ??= `load($0 = ${text(path.resolve(rest.shift()))})`;
if (rest[0] === "--") rest.shift();

// The Ruby of the module runs no block of at_exit.
const boot = `
  Dir.chdir(${text(process.cwd())})
  blocks = []
  Kernel.prepend(Module.new do
    define_method(:at_exit) { |&block| blocks.push(block); block }
    private :at_exit
  end)
  status = 0
  run = lambda do |&step|
    step.call
  rescue SystemExit => e
    status = e.status
  rescue Exception => e
    warn e.full_message(highlight: false)
    status = 1
  end
  run.call { ${program} }
  run.call { blocks.pop.call } until blocks.empty?
  [$stdout, $stderr].each(&:flush)
  status`;

const release = path.join(here, "node_modules/@ruby");
const package_ = readdirSync(release).find((name) => /^(\d|head)/.test(name));
const module = await WebAssembly.compile(readFileSync(path.join(release, package_, "dist/ruby+stdlib.wasm")));
const { RUBYOPT, RUBYLIB, ...env } = process.env;
const wasi = new WASI({
  version: "preview1",
  env,
  preopens: Object.fromEntries([...folders].map((folder) => [folder, folder])),
  returnOnExit: false,
});
const { vm } = await RubyVM.instantiateModule({
  module,
  wasip1: wasi,
  args: ["ruby", ...options, "-e_=0", "--", ...rest],
});
process.exitCode = Number(vm.eval(boot).toString());
