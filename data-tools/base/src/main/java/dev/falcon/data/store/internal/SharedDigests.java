// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store.internal;

import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.work.Shard;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The digests of a store's files, shared by tasks: the first task to reach a file hashes it and
 * stores the digest for all. The other tasks compare only cheap properties: the file's length, its
 * modification time, and a digest of its first and last {@value #END} bytes. A file that differs in
 * any of these is hashed again.
 *
 * @param folder the folder of the digests
 * @param task this task; it hashes its own files first
 * @param again whether to hash every file, even if another task has done so
 */
public record SharedDigests(Path folder, Shard task, boolean again) {
  private static final int END = 1 << 16;
  private static final int NAME_LENGTH = 16;

  /** A file as seen by a task, and the digest of its content. */
  record Seen(Look look, String sha256) {}

  /**
   * The cheap properties of a file.
   *
   * @param modified the modification time in milliseconds since 1970
   * @param ends the digest of its first and last bytes
   */
  record Look(String name, long bytes, long modified, String ends) {}

  /**
   * Returns the digests of files, in order.
   *
   * @param names the names of the files, in the same order
   */
  public List<Provenance.Input> of(List<String> names, List<Path> files) {
    int first = (int) ((long) files.size() * task.index() / task.count());
    Provenance.Input[] inputs = new Provenance.Input[files.size()];
    IntStream.range(0, inputs.length)
        .parallel()
        .map(i -> (i + first) % inputs.length)
        .forEach(i -> inputs[i] = of(names.get(i), files.get(i)));
    return List.of(inputs);
  }

  /** Returns the digest of one file. */
  public Provenance.Input of(String name, Path file) {
    try {
      Look look = look(name, file);
      Path left = left(name);
      if (!again && Folders.exists(left)) {
        Seen seen = Json.read(left, Seen.class);
        if (seen.look().equals(look)) {
          return new Provenance.Input(name, look.bytes(), seen.sha256());
        }
      }
      Seen seen = new Seen(look, Sha256.of(file));
      Folders.make(folder);
      Json.writeAttempt(left, seen);
      return new Provenance.Input(name, look.bytes(), seen.sha256());
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private Path left(String name) {
    String digest = Sha256.of(name.getBytes(StandardCharsets.UTF_8));
    return folder.resolve(digest.substring(0, NAME_LENGTH) + ".digest");
  }

  private static Look look(String name, Path file) throws IOException {
    long modified = Files.getLastModifiedTime(file).toMillis();
    try (FileChannel channel = FileChannel.open(file)) {
      long bytes = channel.size();
      MessageDigest ends = Sha256.digest();
      ByteBuffer end = ByteBuffer.allocate((int) Math.min(END, bytes));
      for (long from : new long[] {0, bytes - end.capacity()}) {
        FileReads.fill(channel, from, end.clear());
        ends.update(end.flip());
      }
      return new Look(name, bytes, modified, Sha256.hex(ends));
    }
  }
}
