// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * Computes one digest for a list of files. Two lists have the same digest if the files have equal
 * names and contents in the same order.
 */
public final class DataHash {
  private DataHash() {}

  /** Returns the digest of files, from their recorded names and digests. */
  public static String of(List<Provenance.Input> inputs) {
    MessageDigest digest = Sha256.digest();
    for (Provenance.Input input : inputs) {
      String line = input.name() + '\t' + input.bytes() + '\t' + input.sha256() + '\n';
      digest.update(line.getBytes(StandardCharsets.UTF_8));
    }
    return Sha256.hex(digest);
  }
}
