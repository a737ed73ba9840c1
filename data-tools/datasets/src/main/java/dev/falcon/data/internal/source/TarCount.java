// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import dev.falcon.data.file.Folders;
import dev.falcon.data.internal.source.TarReader.TarMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Counts the samples of tars by the headers of their members, whose contents are skipped. What a
 * second is too short for is estimated by its bytes.
 */
final class TarCount {
  private static final long NANOS = 1_000_000_000;

  private final long end;
  private long samples;
  private long bytes; // up to the last sample's

  private TarCount(long nanos) {
    this.end = System.nanoTime() + nanos;
  }

  /** Returns the number of samples; -1 for compressed, broken or unreadable tars. */
  static long of(List<Path> tars) {
    return of(tars, NANOS);
  }

  /** Returns the number that can be counted in a time, or is estimated by it. */
  static long of(List<Path> tars, long nanos) {
    TarCount count = new TarCount(nanos);
    long all = 0;
    boolean whole = true;
    try {
      for (Path tar : tars) {
        if (!Folders.isFile(tar)) {
          return -1; // a pipe can be read once only
        }
        all += Files.size(tar);
        whole = whole && count.add(tar);
      }
    } catch (IOException e) {
      return -1; // the reader of the samples reports it
    }
    if (whole) {
      return count.samples;
    }
    // The last one has only begun.
    return count.bytes == 0 ? -1 : Math.round((count.samples - 1.0) * all / count.bytes);
  }

  /** Counts a tar; returns whether its end was reached in time. */
  private boolean add(Path file) throws IOException {
    try (TarReader tar = new TarReader(Files.newInputStream(file))) {
      String key = "";
      long before = bytes;
      for (Optional<TarMember> member = tar.next(); member.isPresent(); member = tar.next()) {
        Optional<MemberName> name =
            member.filter(TarMember::regular).flatMap(each -> MemberName.of(each.name()));
        if (name.isPresent() && !name.get().key().equals(key)) {
          key = name.get().key();
          samples++;
          bytes = before + member.get().offset();
          if (System.nanoTime() > end) {
            return false;
          }
        }
      }
      bytes = before + Files.size(file);
      return true;
    }
  }
}
