package dev.falcon.data.scenes.generate;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.FolderLock;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.ParallelWrites;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.question.ScenesQuestions;
import dev.falcon.data.scenes.truth.MatchStatistics;
import dev.falcon.data.scenes.truth.SceneTruth;
import dev.falcon.data.truth.TruePairs;
import dev.falcon.data.writer.ParquetSampleWriter;
import dev.falcon.data.writer.SampleWriter;
import dev.falcon.data.writer.WebDatasetWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Writes Scenes as a dataset: shards {@code 00000.tar} or {@code 00000.parquet} and so on, {@code
 * truth/} with all true pairs, and last {@code scenes.json}, by which a finished dataset is known.
 *
 * <p>Shards are drawn and written in parallel; their bytes depend on the request alone. A shard is
 * streamed; the truth takes about a kilobyte a caption. A run that was killed goes on with the
 * shards that are missing, to the same bytes.
 */
public final class ScenesGenerator {
  /** The summary's file. */
  public static final String SUMMARY = "scenes.json";

  /** What lies in the summary's place until all is written: the request. */
  private static final String UNFINISHED = "scenes.unfinished.json";

  /** What this class writes beside the summary, also where a killed run left it unfinished. */
  private static final Pattern SHARD =
      Pattern.compile(
          "[0-9]{5,}\\.(tar|parquet)(" + Pattern.quote(AtomicFile.TEMPORARY_SUFFIX) + ")?");

  private ScenesGenerator() {}

  /**
   * Generates the dataset, or goes on with it.
   *
   * @throws FalconException if the folder holds something else, or another run writes there
   */
  public static ScenesSummary generate(ScenesRequest request, Progress progress) {
    if (Files.isRegularFile(request.output())) {
      throw new RequestException(request.output() + ": is a file; name a folder for the dataset");
    }
    return FolderLock.holding(request.output(), () -> locked(request, progress));
  }

  private static ScenesSummary locked(ScenesRequest request, Progress progress) {
    Provenance provenance = provenance(request);
    prepare(request, Json.pretty(provenance));
    Scenes world = new Scenes(request.config());
    ScenesSource source =
        new ScenesSource(world, request.split(), request.count(), request.samplesPerShard());
    try (Progress.Task task = progress.begin("generating", request.count(), "samples")) {
      ParallelWrites.each(source.shards(), shard -> writeShard(request, source, shard, task));
    }
    Long truePairs = null;
    MatchStatistics matches = null;
    if (request.truth() != null) {
      SceneTruth truth = SceneTruth.of(world, request.split(), request.count());
      matches = truth.statistics();
      truePairs =
          truth.write(request.output().resolve("truth"), request.truth(), provenance, progress);
    }
    ScenesRequest.Asked asked = request.asked();
    ScenesQuestions questions = new ScenesQuestions(world, request.split(), request.count());
    if (!asked.equals(ScenesRequest.Asked.NOTHING)) {
      questions.writeImages(request.output(), progress);
    }
    Integer written =
        asked.questionsPerImage() == 0
            ? null
            : (Integer) questions.writeQuestions(request.output(), asked.questionsPerImage());
    Integer statements =
        asked.sentences() == 0
            ? null
            : (Integer) questions.writeStatements(request.output(), asked.sentences());
    ScenesSummary summary =
        new ScenesSummary(
            request.split(),
            request.count(),
            request.count() * request.config().captionsPerImage(),
            source.shards(),
            truePairs,
            matches,
            written,
            statements,
            provenance);
    Json.write(request.output().resolve(SUMMARY), summary);
    Folders.remove(request.output().resolve(UNFINISHED));
    return summary;
  }

  private static void writeShard(
      ScenesRequest request, ScenesSource source, int shard, Progress.Task task) {
    String name = String.format(Locale.ROOT, "%05d.%s", shard, request.layout().extension());
    Path file = request.output().resolve(name);
    if (Files.exists(file)) {
      // An earlier run's: shards appear whole.
      long first = (long) shard * request.samplesPerShard();
      task.advance(Math.min(request.samplesPerShard(), request.count() - first));
      return;
    }
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
    // Left out where nothing is asked, so that such a dataset is the same as ever.
    if (request.asked().questionsPerImage() > 0) {
      options.put("questions-per-image", request.asked().questionsPerImage());
    }
    if (request.asked().sentences() > 0) {
      options.put("statements", request.asked().sentences());
    }
    return Provenance.of("data generate scenes", request.config().seed(), options, List.of());
  }

  /**
   * Makes sure that nothing but what is written for this request will be taken for the dataset.
   *
   * @param description tells this request from others
   */
  private static void prepare(ScenesRequest request, String description) {
    Path folder = request.output();
    Path unfinished = folder.resolve(UNFINISHED);
    if (Files.exists(folder.resolve(SUMMARY))) {
      Folders.remove(unfinished); // a run was stopped before it could
    }
    List<Path> all = Folders.list(folder);
    List<Path> present =
        all.stream()
            .filter(child -> !child.endsWith(FolderLock.FILE_NAME))
            .filter(child -> !AtomicFile.isLeftover(child))
            .toList();
    boolean begun = Files.exists(unfinished);
    if (begun && !request.overwrite()) {
      if (!text(unfinished).equals(description)) {
        throw new FalconException(
            folder
                + ": holds an unfinished dataset of another request ("
                + UNFINISHED
                + " says which); give its options to finish it, or --overwrite to begin anew");
      }
      return;
    }
    if (!present.isEmpty() && !request.overwrite()) {
      throw new RequestException(
          folder + ": exists and is not empty; name another folder or pass --overwrite");
    }
    // The summary goes first: without it, what remains is not taken for a finished dataset.
    Folders.remove(folder.resolve(SUMMARY));
    TruePairs.delete(folder.resolve("truth"));
    ScenesQuestions.delete(folder);
    all.stream()
        .filter(file -> SHARD.matcher(file.getFileName().toString()).matches())
        .forEach(Folders::remove);
    AtomicFile.write(unfinished, description);
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
