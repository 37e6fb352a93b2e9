# frozen_string_literal: true

module Jacinth
  module Command
    # Replaces a file by a new one. Readers see the old text or the new text, and
    # the old file stays if writing fails.
    module Replacement # :nodoc:
      class << self
        # Yields a new file in the same folder, then gives it the name of the file
        # at path. The new file gets the permissions of the old one and, if the
        # system allows it, its owner and group. A symbolic link stays a link.
        # Raises SystemCallError.
        def write(path)
          path = File.realpath(path)
          stat = File.stat(path)
          raise Errno::EISDIR, path if stat.directory?
          raise Errno::EINVAL, path unless stat.file?
          raise Errno::EACCES, path unless stat.writable?

          temporary_file(path) do |file|
            yield file
            copy_attributes(file, stat)
            file.fsync
            file.close # Windows renames only closed files
            File.rename(file.path, path)
          end
          sync_folder(File.dirname(path))
        end

        # Yields the IO to write to: the file, or an IO that compresses into it.
        def compressed(file, gzip)
          return yield(file) unless gzip

          writer = Zlib::GzipWriter.new(file)
          result = yield(writer)
          writer.finish
          result
        end

        private

        # Yields a new file in the folder of path, and removes it unless it was
        # renamed.
        def temporary_file(path)
          name = File.join(File.dirname(path), ".jacinth-#{Process.pid}-#{rand(36**8).to_s(36)}")
          flags = File::WRONLY | File::CREAT | File::EXCL | File::BINARY
          File.open(name, flags, 0o600, encoding: Encoding::BINARY) do |file|
            yield file
          ensure
            begin
              file.close # Windows deletes only closed files
            ensure
              discard(name)
            end
          end
        end

        def discard(name)
          File.unlink(name)
        rescue Errno::ENOENT
          nil # it was renamed
        end

        # Owner and group are set one by one, because only root can change the owner,
        # whereas a member of a group can change the group to it. Without the old owner
        # or group, the file loses the set-ID bit of that one. A new group gets no more
        # permissions than all other users have.
        def copy_attributes(file, stat)
          mode = stat.mode & 0o7777
          mode &= ~0o4000 unless chown?(file, stat.uid, nil)
          mode &= ~0o2070 | ((mode & 0o007) << 3) unless chown?(file, nil, stat.gid)
          file.chmod(mode)
        end

        # True if the file has this owner (or group) now.
        def chown?(file, uid, gid)
          file.chown(uid, gid)
          true
        rescue SystemCallError
          false
        end

        # Writes the folder to the disk, so that the new name survives a power failure.
        def sync_folder(folder)
          File.open(folder, mode: "rb", &:fsync)
        rescue Errno::EACCES, Errno::EINVAL, Errno::EISDIR, Errno::EBADF, Errno::ENOTSUP
          nil # the system cannot do this for a folder, or the folder cannot be read
        end
      end
    end
    private_constant :Replacement
  end
end
