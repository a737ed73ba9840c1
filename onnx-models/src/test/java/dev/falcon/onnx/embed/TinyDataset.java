// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.embed;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import javax.imageio.ImageIO;

/** Samples in memory, in shards, beside rows that cannot be read. */
final class TinyDataset implements SampleSource {
  private final List<List<Sample>> shards = new ArrayList<>();
  private final Map<Integer, Reject> unreadable = new TreeMap<>(); // behind the shard's samples

  /** A picture of one colour, 0xRRGGBB. */
  static byte[] picture(int colour) {
    BufferedImage image = new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB);
    for (int pixel = 0; pixel < 4; pixel++) {
      image.setRGB(pixel % 2, pixel / 2, colour);
    }
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", png);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return png.toByteArray();
  }

  /** A sample of one colour with captions. */
  static Sample sample(String key, int colour, String... captions) {
    return Sample.of(key, picture(colour), List.of(captions));
  }

  /** A sample that names its image. */
  static Sample sampleOf(String key, String imageId, int colour, String... captions) {
    return new Sample(
        key,
        Optional.of(picture(colour)),
        List.of(captions),
        Optional.ofNullable(imageId),
        OptionalInt.empty(),
        new TreeMap<>(),
        Map.of());
  }

  /** So many samples with colours and captions of their own, in shards of a size. */
  static TinyDataset numbered(int count, int shardSize) {
    TinyDataset dataset = new TinyDataset();
    String[] words = {"red", "green", "blue", "mixed"};
    List<Sample> shard = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String caption = words[i % 4] + " " + words[i / 4 % 4];
      shard.add(sample("s" + i, 0x010203 + i * 0x030501, caption));
      if (shard.size() == shardSize) {
        dataset.shard(shard.toArray(Sample[]::new));
        shard.clear();
      }
    }
    if (!shard.isEmpty()) {
      dataset.shard(shard.toArray(Sample[]::new));
    }
    return dataset;
  }

  TinyDataset shard(Sample... samples) {
    shards.add(List.of(samples));
    return this;
  }

  /** Adds a row behind the last shard's samples that cannot be read. */
  TinyDataset unreadable(String key, String reason) {
    unreadable.put(shards.size() - 1, new Reject(shardName(shards.size() - 1), key, reason));
    return this;
  }

  @Override
  public String name() {
    return "tiny";
  }

  @Override
  public String format() {
    return "memory";
  }

  @Override
  public int shards() {
    return shards.size();
  }

  @Override
  public String shardName(int shard) {
    return "shard-" + shard;
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    SampleReader reader = new MemorySource("tiny", shards.get(shard)).open(0, rejects);
    return new SampleReader() {
      private boolean predicted;

      @Override
      public boolean hasNext() {
        if (!reader.hasNext() && !predicted && unreadable.containsKey(shard)) {
          predicted = true;
          rejects.accept(unreadable.get(shard));
        }
        return reader.hasNext();
      }

      @Override
      public Sample next() {
        return reader.next();
      }

      @Override
      public void close() {
        reader.close();
      }
    };
  }

  @Override
  public List<Provenance.Input> inputs() {
    return shards.stream()
        .flatMap(shard -> new MemorySource("tiny", shard).inputs().stream())
        .toList();
  }
}
