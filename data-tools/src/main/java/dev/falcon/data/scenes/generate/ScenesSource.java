package dev.falcon.data.scenes.generate;

import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.LookaheadReader;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.ScenesConfig;
import dev.falcon.data.scenes.Split;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The generated world as a dataset: the first samples of a split, drawn as they are read. */
public final class ScenesSource implements SampleSource {
  /** Prefix of the names of such datasets. */
  public static final String PREFIX = "scenes:";

  /** Version of a world's bytes, incremented when equal parameters no longer give equal samples. */
  private static final int WORLD_VERSION = 1;

  private static final String STANDARD = "standard";
  private static final int TRAIN_COUNT = 4_800;
  private static final int OTHER_COUNT = 1_000;

  private final Scenes world;
  private final Split split;
  private final int count;
  private final int shardSamples;
  private final String options; // as in a name, each after a comma

  /**
   * @param count number of samples, at least 1
   * @param shardSamples number of samples per shard, at least 1
   */
  public ScenesSource(Scenes world, Split split, int count, int shardSamples) {
    this(world, split, count, shardSamples, "");
  }

  private ScenesSource(Scenes world, Split split, int count, int shardSamples, String options) {
    if (count < 1) {
      throw new RequestException("Scenes gives at least 1 sample; count=" + count);
    }
    if (shardSamples < 1) {
      throw new RequestException("a shard must have at least 1 sample; " + shardSamples);
    }
    this.world = world;
    this.split = split;
    this.count = count;
    this.shardSamples = shardSamples;
    this.options = options;
  }

  /**
   * Opens a dataset by name: {@code scenes:SPLIT[,NAME=VALUE…]} with the names {@code count} (by
   * default 4,800 for train, otherwise 1,000), {@code preset}, {@code seed}, {@code image-size} and
   * {@code captions-per-image}. {@code scenes:} alone is the standard world's train split.
   */
  public static ScenesSource open(String spec, int shardSamples) {
    String[] parts = spec.substring(PREFIX.length()).split(",", -1);
    Split split = parts[0].isEmpty() ? Split.TRAIN : Split.ofWord(parts[0]);
    Map<String, String> options = new TreeMap<>();
    for (int i = 1; i < parts.length; i++) {
      int equals = parts[i].indexOf('=');
      if (equals < 0) {
        throw new RequestException(spec + ": '" + parts[i] + "' is not NAME=VALUE");
      }
      options.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
    }
    String preset = options.getOrDefault("preset", STANDARD);
    options.remove("preset");
    ScenesConfig config = ScenesConfig.preset(preset);
    int count = split == Split.TRAIN ? TRAIN_COUNT : OTHER_COUNT;
    for (Map.Entry<String, String> option : options.entrySet()) {
      long value = wholeNumber(spec, option.getValue());
      switch (option.getKey()) {
        case "count" -> count = wholeInt(spec, value);
        case "seed" -> config = config.withSeed(value);
        case "image-size" -> config = config.withImageSize(wholeInt(spec, value));
        case "captions-per-image" -> config = config.withCaptionsPerImage(wholeInt(spec, value));
        default ->
            throw new RequestException(
                spec
                    + ": '"
                    + option.getKey()
                    + "' is none of count, preset, seed, image-size and captions-per-image");
      }
    }
    return new ScenesSource(
        new Scenes(config), split, count, shardSamples, options(preset, config, split, count));
  }

  /** The options that are not the defaults, by name: equal datasets have equal names. */
  private static String options(String preset, ScenesConfig config, Split split, int count) {
    ScenesConfig usual = ScenesConfig.preset(preset);
    Map<String, String> options = new TreeMap<>();
    if (!preset.equals(STANDARD)) {
      options.put("preset", preset);
    }
    if (count != (split == Split.TRAIN ? TRAIN_COUNT : OTHER_COUNT)) {
      options.put("count", Integer.toString(count));
    }
    if (config.seed() != usual.seed()) {
      options.put("seed", Long.toString(config.seed()));
    }
    if (config.drawing().imageSize() != usual.drawing().imageSize()) {
      options.put("image-size", Integer.toString(config.drawing().imageSize()));
    }
    if (config.captionsPerImage() != usual.captionsPerImage()) {
      options.put("captions-per-image", Integer.toString(config.captionsPerImage()));
    }
    return options.entrySet().stream()
        .map(option -> "," + option.getKey() + "=" + option.getValue())
        .collect(Collectors.joining());
  }

  private static long wholeNumber(String spec, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw new RequestException(spec + ": '" + value + "' is not a whole number");
    }
  }

  private static int wholeInt(String spec, long value) {
    if (value != (int) value) {
      throw new RequestException(spec + ": " + value + " is too large");
    }
    return (int) value;
  }

  /** The world. */
  public Scenes world() {
    return world;
  }

  /** The split. */
  public Split split() {
    return split;
  }

  /** Number of samples. */
  public int count() {
    return count;
  }

  @Override
  public String name() {
    return PREFIX + split.word();
  }

  @Override
  public String format() {
    return "scenes";
  }

  @Override
  public int shards() {
    return (count + shardSamples - 1) / shardSamples;
  }

  @Override
  public long knownSamples() {
    return count;
  }

  @Override
  public String shardName(int shard) {
    return Scenes.key(split, (long) shard * shardSamples);
  }

  @Override
  public SampleReader open(int shard, Consumer<Reject> rejects) {
    if (shard < 0 || shard >= shards()) {
      throw new IllegalArgumentException("there is no shard " + shard);
    }
    int start = shard * shardSamples;
    int end = (int) Math.min(count, (long) start + shardSamples);
    return new LookaheadReader() {
      private int next = start;

      @Override
      protected Optional<Sample> advance() {
        return next < end ? Optional.of(world.sample(split, next++)) : Optional.empty();
      }

      @Override
      public void close() {}
    };
  }

  /** One input: the parameters, which determine every byte. */
  @Override
  public List<Provenance.Input> inputs() {
    record Content(int worldVersion, Split split, int count, ScenesConfig world) {}
    byte[] content =
        Json.line(new Content(WORLD_VERSION, split, count, world.config()))
            .getBytes(StandardCharsets.UTF_8);
    return List.of(new Provenance.Input(name() + options, content.length, Sha256.of(content)));
  }
}
