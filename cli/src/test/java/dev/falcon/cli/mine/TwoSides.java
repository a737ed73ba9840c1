// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.data.sample.Sample;
import dev.falcon.data.source.SampleSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Small datasets of pairs of pictures, and the lists that pair their samples. */
final class TwoSides {
  private TwoSides() {}

  /** Writes pairs of Scenes' pictures under the keys k0, k1 and so on. */
  static Path pictures(Path folder, int count, int seed) throws IOException {
    List<Sample> samples = new ArrayList<>();
    SampleSources.open("scenes:test,count=" + 2 * count + ",seed=" + seed)
        .forEach(samples::add, reject -> {});
    StringBuilder rows = new StringBuilder("key,image,positive_image\n");
    for (int i = 0; i < count; i++) {
      Files.write(folder.resolve(i + "a.png"), samples.get(i).image().orElseThrow());
      Files.write(folder.resolve(i + "b.png"), samples.get(count + i).image().orElseThrow());
      rows.append(String.format(Locale.ROOT, "k%d,%da.png,%db.png\n", i, i, i));
    }
    return Files.writeString(folder.resolve("pictures.csv"), rows);
  }

  /** Writes a list of each first side with the second side of every other sample. */
  static Path others(Path folder, int count) throws IOException {
    StringBuilder pairs = new StringBuilder("image_key,text_key\n");
    for (int first = 0; first < count; first++) {
      for (int second = 0; second < count; second++) {
        if (first != second) {
          pairs.append(String.format(Locale.ROOT, "k%d,k%d\n", first, second));
        }
      }
    }
    return Files.writeString(folder.resolve("pairs.csv"), pairs);
  }
}
