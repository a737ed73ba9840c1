package dev.falcon.data.scenes;

import dev.falcon.data.AtomicFile;
import dev.falcon.data.FalconException;
import dev.falcon.data.Json;
import dev.falcon.data.ParquetSampleWriter;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.SampleReader;
import dev.falcon.data.SampleWriter;
import dev.falcon.data.WebDatasetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes Scenes as a dataset: shards {@code 00000.tar} or {@code 00000.parquet} and so on, {@code
 * truth/} with all true pairs, and last {@code scenes.json}, by which a finished dataset is known.
 *
 * <p>Shards are drawn and written in parallel; their bytes depend on the request alone. A shard is
 * streamed; the truth takes about a kilobyte a caption.
 */
public final class ScenesGenerator {
  /** The summary's file. */
  public static final String SUMMARY = "scenes.json";

  /** What this class writes beside the summary, also where a killed run left it unfinished. */
  private static final Pattern SHARD =
      Pattern.compile(
          "[0-9]{5,}\\.(tar|parquet)(" + Pattern.quote(AtomicFile.TEMPORARY_SUFFIX) + ")?");

  private ScenesGenerator() {}

  /** Generates the dataset. */
  public static ScenesSummary generate(ScenesRequest request, Progress progress) {
    prepare(request);
    Scenes world = new Scenes(request.config());
    ScenesSource source =
        new ScenesSource(world, request.split(), request.count(), request.samplesPerShard());
    Provenance provenance = provenance(request);
    try (Progress.Task task = progress.begin("generating", request.count(), "samples")) {
      IntStream.range(0, source.shards())
          .parallel()
          .forEach(shard -> writeShard(request, source, shard, task));
    }
    Long truePairs = null;
    MatchStatistics matches = null;
    if (request.truth() != null) {
      SceneTruth truth = SceneTruth.of(world, request.split(), request.count());
      matches = truth.statistics();
      truePairs =
          truth.write(request.output().resolve("truth"), request.truth(), provenance, progress);
    }
    ScenesSummary summary =
        new ScenesSummary(
            request.split(),
            request.count(),
            request.count() * request.config().captionsPerImage(),
            source.shards(),
            truePairs,
            matches,
            provenance);
    Json.write(request.output().resolve(SUMMARY), summary);
    return summary;
  }

  private static void writeShard(
      ScenesRequest request, ScenesSource source, int shard, Progress.Task task) {
    String name = String.format(Locale.ROOT, "%05d.%s", shard, request.layout().extension());
    Path file = request.output().resolve(name);
    try (SampleReader samples = source.open(shard, reject -> {});
        SampleWriter writer = writer(request.layout(), file)) {
      while (samples.hasNext()) {
        writer.write(samples.next());
        task.advance(1);
      }
      writer.commit();
    }
  }

  private static SampleWriter writer(ScenesRequest.Layout layout, Path file) {
    return switch (layout) {
      case WEBDATASET -> new WebDatasetWriter(file);
      case PARQUET -> new ParquetSampleWriter(file);
    };
  }

  private static Provenance provenance(ScenesRequest request) {
    Map<String, Object> options = new TreeMap<>();
    options.put("split", request.split());
    options.put("count", request.count());
    options.put("format", request.layout().name().toLowerCase(Locale.ROOT));
    options.put("samples-per-shard", request.samplesPerShard());
    options.put("truth", request.truth() == null ? "none" : request.truth().label());
    options.put("world", request.config());
    return Provenance.of("data generate scenes", request.config().seed(), options, List.of());
  }

  /** Makes sure that nothing but what is written now will be taken for the dataset. */
  private static void prepare(ScenesRequest request) {
    Path folder = request.output();
    if (!Files.exists(folder)) {
      return;
    }
    try {
      List<Path> present = new ArrayList<>();
      try (Stream<Path> children = Files.list(folder)) {
        children.forEach(present::add);
      }
      if (!present.isEmpty() && !request.overwrite()) {
        throw new FalconException(
            folder + ": exists and is not empty; name another folder or pass --overwrite");
      }
      // The summary goes first: without it, what remains is not taken for a finished dataset.
      Files.deleteIfExists(folder.resolve(SUMMARY));
      SceneTruth.delete(folder.resolve("truth"));
      for (Path file : present) {
        if (SHARD.matcher(file.getFileName().toString()).matches()) {
          Files.delete(file);
        }
      }
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be made ready: " + e.getMessage(), e);
    }
  }
}
