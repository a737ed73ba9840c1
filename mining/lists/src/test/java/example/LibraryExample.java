// SPDX-License-Identifier: Apache-2.0
package example;

import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.mining.Plans;
import dev.falcon.mining.lists.Lists;
import java.nio.file.Path;
import java.util.Random;

public final class LibraryExample {
  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    try (StoreWriter writer = StoreWriter.to(folder.resolve("vectors"), 64)) {
      Random random = new Random(1);
      for (int row = 0; row < 320; row++) {
        float[] image = new float[64]; // yours come from your model
        float[] text = new float[64];
        for (int k = 0; k < 64; k++) {
          image[k] = (float) random.nextGaussian();
          text[k] = image[k] + (float) random.nextGaussian();
        }
        writer.append("sample-" + row, "image-" + row, "caption " + row, image, text);
      }
      writer.finish();
    }
    EmbeddingStore store = EmbeddingStore.open(folder.resolve("vectors"));
    Plans.of(store)
        .quantiles("0.9")
        .searchSpace(160)
        .batchSize(32)
        .to(folder.resolve("plan.parquet"));
    Lists.of(store, "text-image")
        .negatives(4)
        .relativeMargin(0.05)
        .to(folder.resolve("lists.parquet"));
  }
}
