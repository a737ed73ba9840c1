package dev.falcon.cli.internal.again;

import dev.falcon.data.verify.RecordedOutput;
import dev.falcon.data.verify.Verification;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A request to make a recorded output again.
 *
 * @param recorded the output
 * @param found the verification, which has found the paths of its inputs
 * @param made the file or folder to write
 * @param imageRoot the folder of a table's pictures, which records do not name
 */
public record RecordedRequest(
    RecordedOutput recorded, Verification found, Path made, Optional<Path> imageRoot) {

  /** Adds the folder of a table's pictures. */
  void pictures(OptionWords words) {
    imageRoot.ifPresent(folder -> words.flag("--image-root", folder));
  }
}
