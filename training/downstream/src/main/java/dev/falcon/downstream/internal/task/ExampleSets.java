// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.internal.task;

import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneConfig.ExamplesConfig;
import dev.falcon.downstream.config.FinetuneConfig.FilesConfig;
import dev.falcon.training.internal.input.PixelFormat;
import dev.falcon.training.internal.input.TrainingData.DataIdentity;
import dev.falcon.training.internal.start.Origin;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The training examples and the evaluated sets: the held-out set and then the test set, if they are
 * named.
 */
public record ExampleSets<E>(
    Examples<E> train, Map<String, Examples<E>> held, ExamplesConfig config) {
  /**
   * Reads all sets.
   *
   * @param reader reads the examples in files
   */
  public static <E> ExampleSets<E> open(
      FinetuneConfig config,
      ExampleKind<E> kind,
      Function<FilesConfig, List<E>> reader,
      Examples.Reading reading) {
    ExamplesConfig data = config.data();
    if (!data.train().present()) {
      throw new RequestException(
          "data.train.files must name what is trained on: a file of " + kind.noun() + "s");
    }
    Map<String, FilesConfig> files = new LinkedHashMap<>();
    files.put("held", data.held());
    files.put("test", data.test());
    files.values().removeIf(set -> !set.present());
    // All faults of the files are reported before an image is read.
    List<E> toTrain = reader.apply(data.train());
    Map<String, List<E>> toJudge = new LinkedHashMap<>();
    files.forEach((name, set) -> toJudge.put(name, reader.apply(set)));
    Map<String, Examples<E>> held = new LinkedHashMap<>();
    toJudge.forEach(
        (name, some) -> held.put(name, Examples.toJudge(kind, some, files.get(name), reading)));
    return new ExampleSets<>(Examples.toTrain(kind, toTrain, data.train(), reading), held, data);
  }

  /**
   * Returns the files of a set.
   *
   * @param set {@code held} or {@code test}
   */
  public FilesConfig files(String set) {
    return set.equals("held") ? config.held() : config.test();
  }

  /** Returns the pictures of examples as the network's input. */
  public ShownPictures shown(Examples<E> examples, PixelFormat format) {
    return new ShownPictures(examples.pictures(), examples.images(), format, config.augment());
  }

  /**
   * Returns the normalised pictures of examples to be evaluated.
   *
   * @param each the number of pictures per example
   * @return the first pictures of all examples, then the second ones, and so on [each x count x 3 x
   *     size x size]
   */
  public static float[] pixels(ShownPictures pictures, int from, int count, int each) {
    int length = pictures.format().length();
    float[] pixels = new float[each * count * length];
    IntStream.range(0, each * count)
        .parallel()
        .forEach(
            at -> pictures.pixels((from + at % count) * each + at / count, pixels, at * length));
    return pixels;
  }

  /**
   * Returns the identity of these examples and of the network that is trained on them.
   *
   * @param besides further inputs that determine the result
   */
  public DataIdentity identity(Origin origin, Tokens tokens, String besides) {
    MessageDigest digest = Sha256.digest();
    String start = origin.identity() + tokens.json() + besides;
    digest.update(start.getBytes(StandardCharsets.UTF_8));
    train.digest(digest);
    held.values().forEach(set -> set.digest(digest));
    return new DataIdentity(Sha256.hex(digest), tokens.json());
  }

  /** Returns the unusable training examples. */
  public List<Reject> rejects() {
    return train.rejects();
  }
}
