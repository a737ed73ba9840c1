// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.conversion;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.LineJournal;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.internal.source.ParquetSampleWriter;
import dev.falcon.data.internal.source.SampleWriter;
import dev.falcon.data.internal.source.WebDatasetWriter;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputKind;
import dev.falcon.data.work.Replacement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Writes a dataset in another format: {@code 00000.tar} (or {@code .parquet}) and so on in the
 * source's order, {@code rejects.parquet} if rows were rejected, and last {@code conversion.json}.
 * An interrupted run resumes after its last complete file; the result is identical. Holds one
 * sample in memory at a time, or for Parquet one row group.
 */
public final class DatasetConverter {
  /** The name of the summary's file. */
  public static final String SUMMARY = "conversion.json";

  private static final String COMMAND = "data convert";

  private static final Pattern OWN_FILES =
      Pattern.compile(
          "[0-9]{5,}\\.(tar|parquet)|rejects\\.parquet|conversion\\.(json|journal)|samples\\.spool");

  /** Recognises a conversion's folder. */
  private static final OutputKind KIND =
      OutputKind.of(
          "a conversion",
          OutputKind.json(SUMMARY, "/provenance/command", COMMAND),
          OutputKind.json(Journal.FILE_NAME, "/command", COMMAND),
          OutputKind.empty(Journal.FILE_NAME));

  private final ConversionRequest request;
  private final SampleSource source;
  private final Progress.Task task;
  private final Journal journal;
  private List<Reject> pendingRejects = new ArrayList<>();
  private SampleWriter writer;
  private int written;

  private DatasetConverter(
      ConversionRequest request, SampleSource source, Journal journal, Progress.Task task) {
    this.request = request;
    this.source = source;
    this.journal = journal;
    this.task = task;
  }

  /** Returns whether a folder holds a finished conversion. */
  public static boolean isComplete(Path folder) {
    return Folders.exists(folder.resolve(SUMMARY))
        && !Folders.exists(folder.resolve(Journal.FILE_NAME));
  }

  /** Converts the dataset, or resumes its conversion. */
  public static Conversion convert(ConversionRequest request, Progress progress) {
    requirePlace(request);
    return replacement(folder -> {})
        .of(
            request.output(),
            request.overwrite(),
            place -> FolderLock.holding(place, () -> locked(request.into(place), progress)));
  }

  /**
   * Returns the rule for replacing a finished conversion.
   *
   * @param more removes what a caller has added to the folder
   */
  public static Replacement replacement(Consumer<Path> more) {
    return new Replacement(
        KIND,
        SUMMARY,
        folder -> {
          more.accept(folder);
          discard(folder);
        });
  }

  private static Conversion locked(ConversionRequest request, Progress progress) {
    prepare(request);
    if (request.order().isEmpty()) {
      return run(request, request.source(), progress);
    }
    try (OrderedSource ordered = ordered(request, progress)) {
      return run(request, ordered, progress);
    }
  }

  private static OrderedSource ordered(ConversionRequest request, Progress progress) {
    SampleSource source = request.source();
    try (Progress.Task task = progress.begin("reading", source.knownSamples(), "samples")) {
      return new OrderedSource(
          source, request.order().orElseThrow(), spool(request), () -> task.advance(1));
    }
  }

  private static Path spool(ConversionRequest request) {
    return request.output().resolve("samples.spool" + AtomicFile.TEMPORARY_SUFFIX);
  }

  private static Conversion run(ConversionRequest request, SampleSource source, Progress progress) {
    Provenance provenance = provenance(request, source);
    Journal journal = Journal.open(request.output(), Json.line(provenance));
    long known = request.order().map(SampleOrder::size).orElse(-1);
    try (Progress.Task task = progress.begin("converting", known, "samples")) {
      DatasetConverter converter = new DatasetConverter(request, source, journal, task);
      try {
        converter.run();
      } finally {
        converter.abandon();
      }
      return converter.finish(provenance);
    }
  }

  private void run() {
    List<Journal.Entry> done = journal.entries();
    Journal.Entry last = done.isEmpty() ? null : done.get(done.size() - 1);
    done.forEach(entry -> task.advance(entry.shard().samples()));
    int first = last == null ? 0 : last.sourceShard();
    for (int shard = first; shard < source.shards(); shard++) {
      boolean resumed = last != null && shard == first;
      readShard(shard, resumed ? last.samplesRead() : 0, resumed ? last.rejectsRead() : 0);
    }
    if (writer != null) {
      endFile(source.shards(), 0, 0);
    }
  }

  private void readShard(int shard, long samplesToSkip, long rejectsToSkip) {
    String name = source.shardName(shard);
    long[] rejectsRead = {0};
    try (SampleReader reader =
        source.open(
            shard,
            reject -> {
              if (++rejectsRead[0] > rejectsToSkip) {
                pendingRejects.add(reject);
              }
            })) {
      for (long samplesRead = 1; reader.hasNext(); samplesRead++) {
        Sample sample = reader.next();
        if (samplesRead > samplesToSkip) {
          write(sample, name);
          if (written == request.samplesPerShard()) {
            endFile(shard, samplesRead, rejectsRead[0]);
          }
        }
      }
    }
  }

  private void write(Sample sample, String shard) {
    if (writer == null) {
      Path file = request.output().resolve(fileName());
      writer =
          switch (request.format()) {
            case WEBDATASET -> new WebDatasetWriter(file);
            case PARQUET -> new ParquetSampleWriter(file);
          };
    }
    Optional<String> refusal = writer.refusal(sample);
    if (refusal.isPresent() && request.order().isPresent()) {
      throw new FalconException(
          request.output() + ": sample '" + sample.key() + "': " + refusal.get());
    }
    if (refusal.isPresent()) {
      pendingRejects.add(new Reject(shard, sample.key(), refusal.get()));
      return;
    }
    writer.write(sample);
    written++;
    task.advance(1);
  }

  private String fileName() {
    return String.format(
        Locale.ROOT, "%05d.%s", journal.entries().size(), request.format().extension());
  }

  private void endFile(int sourceShard, long samplesRead, long rejectsRead) {
    String name = fileName();
    if (written > 0) {
      writer.commit();
      writer.close();
      Conversion.Shard shard =
          new Conversion.Shard(name, written, Sha256.of(request.output().resolve(name)));
      journal.add(new Journal.Entry(shard, pendingRejects, sourceShard, samplesRead, rejectsRead));
      pendingRejects = new ArrayList<>();
    } else {
      writer.close();
    }
    writer = null;
    written = 0;
  }

  /** Removes temporary files of an interrupted writer. */
  private void abandon() {
    if (writer != null) {
      writer.close();
    }
  }

  private Conversion finish(Provenance provenance) {
    List<Reject> rejects = new ArrayList<>();
    List<Conversion.Shard> shards = new ArrayList<>();
    for (Journal.Entry entry : journal.entries()) {
      shards.add(entry.shard());
      rejects.addAll(entry.rejects());
    }
    rejects.addAll(pendingRejects);
    if (!rejects.isEmpty()) {
      Rejects.write(request.output().resolve(Rejects.FILE_NAME), rejects);
    }
    Conversion conversion =
        new Conversion(
            request.format().name().toLowerCase(Locale.ROOT),
            shards.stream().mapToLong(Conversion.Shard::samples).sum(),
            rejects.size(),
            shards,
            provenance);
    RecordFile.write(request.output().resolve(SUMMARY), conversion);
    Folders.remove(spool(request));
    journal.delete(); // last, since until then the same command completes the rest
    return conversion;
  }

  private static Provenance provenance(ConversionRequest request, SampleSource source) {
    Map<String, Object> options = new TreeMap<>(request.options());
    options.put("format", request.format().name().toLowerCase(Locale.ROOT));
    options.put("samples-per-shard", request.samplesPerShard());
    return Provenance.of(COMMAND, 0, options, Provenance.Input.as(InputRole.DATA, source.inputs()));
  }

  private static void prepare(ConversionRequest request) {
    Path folder = request.output();
    List<Path> all = Folders.list(folder);
    List<Path> present =
        all.stream()
            .filter(child -> !child.endsWith(FolderLock.FILE_NAME))
            .filter(child -> !AtomicFile.isLeftover(child))
            .toList();
    Path unfinished = folder.resolve(Journal.FILE_NAME);
    boolean begun = Folders.exists(unfinished);
    boolean done = Folders.exists(folder.resolve(SUMMARY));
    if (request.overwrite() && (done || (begun && !isOf(unfinished, request)))) {
      discard(folder);
    } else if (!present.isEmpty() && !begun) {
      throw OutputKind.exists(folder);
    }
    Folders.remove(spool(request)); // left by an interrupted run
  }

  /**
   * Returns whether a journal is of this request, as far as it is known before the data are read.
   */
  private static boolean isOf(Path journal, ConversionRequest request) {
    return request.order().isEmpty()
        && LineJournal.lines(journal).stream()
            .findFirst()
            .filter(Json.line(provenance(request, request.source()))::equals)
            .isPresent();
  }

  /** Removes a conversion, finished or not; other files in the folder stay. */
  private static void discard(Path folder) {
    // If this run is interrupted, its remains are recognised and not mistaken for a dataset.
    Path unfinished = folder.resolve(Journal.FILE_NAME);
    AtomicFile.write(unfinished, "");
    Folders.remove(folder.resolve(SUMMARY));
    Folders.list(folder).stream()
        .filter(file -> isOwn(file) && !file.equals(unfinished))
        .forEach(Folders::remove);
    Folders.remove(unfinished);
  }

  /**
   * Refuses a folder that must not be written: one with other files, or one that contains the
   * dataset.
   */
  public static void requirePlace(ConversionRequest request) {
    KIND.require(request.output(), request.source().files());
  }

  private static boolean isOwn(Path file) {
    String name = file.getFileName().toString();
    String whole =
        name.endsWith(AtomicFile.TEMPORARY_SUFFIX)
            ? name.substring(0, name.length() - AtomicFile.TEMPORARY_SUFFIX.length())
            : name;
    return OWN_FILES.matcher(whole).matches();
  }
}
