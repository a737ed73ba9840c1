// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.ParallelWrites;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.internal.source.ParquetSampleWriter;
import dev.falcon.data.internal.source.SampleWriter;
import dev.falcon.data.internal.source.WebDatasetWriter;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.TruePairs;
import dev.falcon.data.scenes.MatchStatistics;
import dev.falcon.data.scenes.SceneTruth;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.Replacement;
import dev.falcon.data.work.WorkRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Writes Scenes as a dataset: shards {@code 00000.tar} or {@code 00000.parquet} and so on, {@code
 * truth/} with all true pairs, and last {@code scenes.json}, which marks a finished dataset.
 *
 * <p>Shards are drawn and written in parallel; their bytes depend on the request alone. Shards are
 * streamed; the truth takes about a kilobyte per caption. An interrupted run resumes with the
 * missing shards; the result is identical.
 */
public final class ScenesGenerator {
  /** The name of the summary's file. */
  public static final String SUMMARY = "scenes.json";

  /** The file that takes the summary's place until everything is written. It holds the request. */
  private static final String UNFINISHED = "scenes.unfinished.json";

  /** The files that this class writes beside the summary, finished or not. */
  private static final Pattern SHARD =
      Pattern.compile(
          "[0-9]{5,}\\.(tar|parquet)(" + Pattern.quote(AtomicFile.TEMPORARY_SUFFIX) + ")?");

  private static final String COMMAND = "data generate scenes";
  private static final String QUESTIONS = "questions-per-image";
  private static final String STATEMENTS = "statements";

  /** Recognises the folder of a generated dataset. */
  private static final OutputKind KIND =
      OutputKind.of(
          "a generated dataset",
          OutputKind.json(SUMMARY, "/provenance/command", COMMAND),
          OutputKind.json(UNFINISHED, "/command", COMMAND));

  private static final Replacement REPLACEMENT =
      new Replacement(KIND, SUMMARY, ScenesGenerator::discard);

  private ScenesGenerator() {}

  /**
   * Generates the dataset, or resumes it.
   *
   * @throws FalconException if the folder has other contents, or another run is writing there
   */
  public static ScenesSummary generate(ScenesRequest request, Progress progress) {
    KIND.require(request.output(), List.of());
    return REPLACEMENT.locked(
        request.output(),
        request.overwrite(),
        place -> made(request.into(Folders.make(place)), progress));
  }

  private static ScenesSummary made(ScenesRequest request, Progress progress) {
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
    Path record = request.output().resolve(SUMMARY);
    RecordFile.write(record, summary, files(request.output()));
    Folders.remove(request.output().resolve(UNFINISHED));
    return summary;
  }

  private static List<Path> files(Path output) {
    Set<String> others = Set.of(SUMMARY, UNFINISHED, FolderLock.FILE_NAME);
    return Folders.files(output).stream()
        .filter(file -> !others.contains(file.getFileName().toString()))
        .toList();
  }

  private static void writeShard(
      ScenesRequest request, ScenesSource source, int shard, Progress.Task task) {
    String name = String.format(Locale.ROOT, "%05d.%s", shard, request.layout().extension());
    Path file = request.output().resolve(name);
    if (Folders.exists(file)) {
      // Left by an earlier run; shards are written atomically.
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
    // Omitted if there are no questions, so that older datasets stay the same.
    if (request.asked().questionsPerImage() > 0) {
      options.put(QUESTIONS, request.asked().questionsPerImage());
    }
    if (request.asked().sentences() > 0) {
      options.put(STATEMENTS, request.asked().sentences());
    }
    return Provenance.of(COMMAND, request.config().seed(), options, List.of());
  }

  /**
   * Prepares the folder so that only files of this request become part of the dataset.
   *
   * @param description identifies the request
   */
  private static void prepare(ScenesRequest request, String description) {
    Path folder = request.output();
    Path unfinished = folder.resolve(UNFINISHED);
    Path summary = folder.resolve(SUMMARY);
    if (Folders.exists(summary)) {
      Folders.remove(unfinished); // a run was stopped before it could do so
    }
    List<Path> present =
        Folders.list(folder).stream()
            .filter(child -> !child.endsWith(FolderLock.FILE_NAME))
            .filter(child -> !AtomicFile.isLeftover(child))
            .toList();
    WorkRequest asked = new WorkRequest(unfinished, description);
    WorkRequest.Found begun = asked.find(request.overwrite(), () -> ofAnother(folder));
    if (begun == WorkRequest.Found.EQUAL) {
      return;
    }
    if (!present.isEmpty() && !request.overwrite()) {
      throw OutputKind.exists(folder);
    }
    if (!present.isEmpty()) {
      discard(folder);
    }
    asked.begin();
  }

  /** Removes a dataset, finished or not; other files in the folder stay. */
  private static void discard(Path folder) {
    Path unfinished = folder.resolve(UNFINISHED);
    Path summary = folder.resolve(SUMMARY);
    if (!Folders.exists(unfinished) && !Folders.exists(summary)) {
      return;
    }
    String earlier =
        Folders.exists(unfinished)
            ? text(unfinished)
            : Json.pretty(Json.readTree(summary).get("provenance"));
    // If this run is interrupted, its remains are recognised and not mistaken for a dataset: no
    // request has this description.
    AtomicFile.write(unfinished, "\n" + earlier.strip());
    Folders.remove(summary);
    TruePairs.delete(folder.resolve("truth"));
    if (earlier.contains(QUESTIONS) || earlier.contains(STATEMENTS)) {
      ScenesQuestions.delete(folder);
    }
    Folders.list(folder).stream()
        .filter(file -> SHARD.matcher(file.getFileName().toString()).matches())
        .forEach(Folders::remove);
    Folders.remove(unfinished);
  }

  private static RequestException ofAnother(Path folder) {
    return new RequestException(
        folder
            + ": holds an unfinished dataset of another request ("
            + UNFINISHED
            + " says which); give its options to finish it, or overwrite it");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
