# frozen_string_literal: true

module Jacinth
  module Command
    # A file that is written anew: readers see the old text or the new one, and
    # the old one stays where writing fails.
    module Replacement # :nodoc:
      class << self
        # Yields a file beside the one at path, which it then takes the place of:
        # with its permissions, and its owner where that may be given. A symbolic
        # link stays one. Raises SystemCallError.
        def write(path)
          path = File.realpath(path)
          stat = File.stat(path)
          raise Errno::EISDIR, path if stat.directory?
          raise Errno::EINVAL, path unless stat.file?
          raise Errno::EACCES, path unless stat.writable?

          beside(path) do |file|
            yield file
            keep(file, stat)
            file.fsync
            File.rename(file.path, path)
          end
        end

        # Yields what is written to: the file, or what compresses into it.
        def compressed(file, gzip)
          return yield(file) unless gzip

          writer = Zlib::GzipWriter.new(file)
          result = yield(writer)
          writer.finish
          result
        end

        private

        # A new file in the same folder, which is gone again unless it was renamed.
        def beside(path)
          name = File.join(File.dirname(path), ".jacinth-#{Process.pid}-#{rand(36**8).to_s(36)}")
          flags = File::WRONLY | File::CREAT | File::EXCL | File::BINARY
          File.open(name, flags, 0o600, encoding: Encoding::BINARY) do |file|
            yield file
          ensure
            discard(name)
          end
        end

        def discard(name)
          File.unlink(name)
        rescue Errno::ENOENT
          nil # it has the name of the old one now
        end

        # Only root may give files away, and no other owner's file is to have
        # the bits that let programs run as their owner.
        def keep(file, stat)
          file.chown(stat.uid, stat.gid)
          file.chmod(stat.mode & 0o7777)
        rescue SystemCallError
          file.chmod(stat.mode & 0o777)
        end
      end
    end
    private_constant :Replacement
  end
end
