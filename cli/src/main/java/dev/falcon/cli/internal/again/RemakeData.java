// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.again;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.internal.option.ReadingFlags;
import dev.falcon.data.InputRole;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.verify.FoundInputs;
import java.nio.file.Path;
import java.util.List;

/** Builds the command lines of commands that make datasets. */
final class RemakeData {
  private static final List<String> PRESETS = List.of("standard", "easy", "hard");

  private RemakeData() {}

  /** Adds the flags for reading a dataset, under the names that {@link ReadingFlags} records. */
  static RemakeOptions reading(RemakeOptions words) {
    words.take("shard-keys").ifPresent(given -> words.word("--shard-keys"));
    return words.recorded(
        "input-format",
        "image-col",
        "caption-col",
        "caption-lines",
        "anchor-col",
        "positive-image-col",
        "key-col",
        "image-id-col",
        "label-col",
        "csv-separator",
        "input-split");
  }

  static void generate(RecordedRequest request, RemakeOptions words) {
    JsonNode world = Json.mapper().valueToTree(words.take("world").orElse(""));
    long seed = request.recorded().provenance().seed();
    int captions = world.path("captions_per_image").asInt(1);
    int size = world.path("drawing").path("image_size").asInt();
    String preset =
        PRESETS.stream()
            .filter(
                name ->
                    Json.line(world)
                        .equals(
                            Json.line(
                                ScenesConfig.preset(name)
                                    .withSeed(seed)
                                    .withImageSize(size)
                                    .withCaptionsPerImage(captions))))
            .findFirst()
            .orElseThrow(
                () -> new RequestException("its world is not that of any preset of this release"));
    words
        .recorded("split", "count", "format", "samples-per-shard", "truth")
        .recorded("questions-per-image", "statements")
        .flag("--preset", preset)
        .flag("--image-size", size)
        .flag("--captions-per-image", captions)
        .flag("--seed", seed);
  }

  static void convert(RecordedRequest request, RemakeOptions words, FoundInputs inputs) {
    reading(words).declared().recorded("format", "samples-per-shard");
    if (words.take("templates").isPresent()) {
      words
          .recorded("captions-per-image", "generality", "most-true", "colours", "seed")
          .flag("--truth", truth(request.recorded().output()));
    }
    request.pictures(words);
    words.word(inputs.dataset(InputRole.DATA));
  }

  private static String truth(Path output) {
    for (String format : List.of("parquet", "jsonl")) {
      if (Folders.exists(output.resolve("truth/pairs." + format))) {
        return format;
      }
    }
    return "none";
  }
}
