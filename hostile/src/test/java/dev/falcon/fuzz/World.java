// SPDX-License-Identifier: Apache-2.0
package dev.falcon.fuzz;

import dev.falcon.cli.Main;
import dev.falcon.data.file.Folders;
import dev.falcon.training.internal.input.PairFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A dataset, its store and what commands make of them; made at first use, once in a process. */
final class World {
  private static Path folder;
  private static Path pairs;

  private World() {}

  /** Where it lies. */
  static synchronized Path folder() {
    if (folder == null) {
      folder = made();
    }
    return folder;
  }

  /** A file of it, as a seed. */
  static FileInput.Made file(String name) {
    return factory -> List.of(Files.readAllBytes(folder().resolve(name)));
  }

  /** The dataset as training keeps it. */
  static synchronized Path pairs() {
    if (pairs == null) {
      pairs = PairFiles.make(folder().resolve("data"), folder().resolve("cache"));
    }
    return pairs;
  }

  private static Path made() {
    Path world;
    try {
      world = Files.createTempDirectory("falcon-world");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(world)));
    Path model = Path.of(System.getProperty("falcon.home"), "onnx-models", "scenes-tiny");
    String small = " --batch-size 8 --search-space 24 --quantiles 1 -q";
    for (String line :
        List.of(
            "data generate scenes --count 48 --samples-per-shard 24 --out @/data -q",
            "embed --input-dataset @/data --model " + model + " --out @/store -q",
            "embed --input-dataset @/data --model " + model + " --out @/parts --shard 0/2 -q",
            "mine --embeddings @/store --out @/plan.parquet" + small,
            "mine --embeddings @/store --out @/shards --shard 0/2" + small,
            "audit-fn --input-dataset @/data --embeddings @/store --quantiles 1 --max-pairs 20"
                + " --search-space 48 --out @/audit -q",
            "label @/audit --input-dataset @/data --labels @/labels --result -q",
            "lists --direction image-text --depth 5 --embeddings @/store"
                + " --out @/lists.jsonl --candidates @/candidates.parquet -q",
            "mine --embeddings @/store --out @/plan.csv" + small)) {
      StringWriter errors = new StringWriter();
      String[] arguments = line.replace("@", world.toString()).split(" ");
      int code = Main.run(new PrintWriter(new StringWriter()), new PrintWriter(errors), arguments);
      if (code != 0) {
        throw new IllegalStateException(line + ": " + errors);
      }
    }
    return world;
  }
}
