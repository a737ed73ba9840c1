// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.finetune;

import dev.falcon.cli.internal.option.Effect;
import dev.falcon.data.file.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Help.Visibility;
import picocli.CommandLine.Option;

/** Flags for files of questions or statements. */
final class ExampleFlags {
  @Option(
      names = "--train",
      paramLabel = "FILE",
      showDefaultValue = Visibility.NEVER,
      description = "Training data; may be given several times.")
  private List<Path> train = new ArrayList<>();

  @Option(
      names = "--held",
      paramLabel = "FILE",
      showDefaultValue = Visibility.NEVER,
      description = "Data to evaluate on between epochs and at the end.")
  private List<Path> held = new ArrayList<>();

  @Option(
      names = "--test",
      paramLabel = "FILE",
      showDefaultValue = Visibility.NEVER,
      description = "Further data to evaluate on; answers or labels may be missing.")
  private List<Path> test = new ArrayList<>();

  @Effect(with = {"--train", "--held", "--test"})
  @Option(
      names = "--images",
      paramLabel = "DIR",
      description = "The root folder of the images that the files name.")
  private Path images;

  @Effect(with = "--held")
  @Option(names = "--held-images", paramLabel = "DIR", description = "The same for --held.")
  private Path heldImages;

  @Effect(with = "--test")
  @Option(names = "--test-images", paramLabel = "DIR", description = "The same for --test.")
  private Path testImages;

  /** Returns the keys that the flags set. */
  List<String> keys() {
    List<String> keys = new ArrayList<>();
    add(keys, "train", train, images);
    add(keys, "held", held, heldImages == null ? images : heldImages);
    add(keys, "test", test, testImages == null ? images : testImages);
    return keys;
  }

  private static void add(List<String> keys, String set, List<Path> files, Path root) {
    if (!files.isEmpty()) {
      List<String> names = files.stream().map(Path::toString).toList();
      keys.add("data." + set + ".files=" + Json.line(names));
      if (root != null) {
        keys.add("data." + set + ".image_root=" + Json.line(root.toString()));
      }
    }
  }
}
