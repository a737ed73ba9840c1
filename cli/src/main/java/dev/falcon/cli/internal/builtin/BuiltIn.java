// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.builtin;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import java.nio.file.Path;
import java.util.Optional;

/** The names of what is included in Falcon: Scenes, and the model that is trained on it. */
public final class BuiltIn {
  /** The name of the default dataset. */
  public static final String DATASET = "scenes:train";

  private BuiltIn() {}

  /** Returns the included model folder. */
  public static Path modelFolder() {
    return folder()
        .orElseThrow(
            () ->
                new RequestException(
                    "no built-in model beside this launcher; name a model folder with --model"));
  }

  /** Returns the included model folder; empty if there is none. */
  public static Optional<Path> folder() {
    return Optional.ofNullable(System.getProperty("falcon.home"))
        .map(home -> Path.of(home, "onnx-models", "scenes-tiny"))
        .filter(Folders::isFolder);
  }
}
