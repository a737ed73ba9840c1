// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.again;

import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.verify.Verification;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A request to make a recorded output again.
 *
 * @param recorded the output
 * @param found the verification, which has found the paths of its inputs
 * @param made the file or folder to write
 * @param imageRoot the folder of a table's pictures, which records do not name
 * @param programs the programs that the user allows to run, by the flags that name them; a record
 *     alone is never a reason to run a program, since anybody can write one
 */
public record RecordedRequest(
    RecordedOutput recorded,
    Verification found,
    Path made,
    Optional<Path> imageRoot,
    Map<String, Path> programs) {

  /** Adds the folder of a table's pictures. */
  void pictures(RemakeOptions words) {
    imageRoot.ifPresent(folder -> words.flag("--image-root", folder));
  }
}
