// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import dev.falcon.data.Provenance;
import dev.falcon.data.store.internal.SharedDigests;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/**
 * The files that tasks leave for each other: digests of a store's files and checksums of its rows.
 */
final class SharedFiles {
  private final Path folder;
  private final SharedDigests digests;
  private final RowContents contents;
  private List<Provenance.Input> inputs; // null before they are needed
  private RowSums sums; // likewise

  SharedFiles(Path folder, SharedDigests digests, RowContents contents) {
    this.folder = folder;
    this.digests = digests;
    this.contents = contents;
  }

  /** Returns the part of each row that the tasks read. */
  RowContents contents() {
    return contents;
  }

  /** Returns the digests of the store's files, which are computed or looked up once. */
  synchronized List<Provenance.Input> digests(List<String> names, List<Path> files) {
    if (inputs == null) {
      inputs = digests.of(names, files);
    }
    return inputs;
  }

  /** Returns the digest of one file, computed or looked up. */
  String sha256(String name, Path file) {
    return digests.of(name, file).sha256();
  }

  /** Returns the checksums of the rows. */
  synchronized RowSums sums(Supplier<String> identity) {
    if (sums == null) {
      sums = new RowSums(folder.resolve(identity.get() + ".sums"), contents);
    }
    return sums;
  }
}
