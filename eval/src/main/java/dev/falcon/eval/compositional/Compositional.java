// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.compositional.internal.PictureSamples;
import dev.falcon.eval.compositional.internal.SuiteFolder;
import dev.falcon.eval.compositional.internal.SuiteMatching;
import dev.falcon.eval.compositional.internal.SuitePairScores;
import dev.falcon.eval.compositional.internal.SuitePairs;
import dev.falcon.eval.compositional.internal.SuiteVectors;
import dev.falcon.eval.compositional.internal.TablePictures;
import dev.falcon.eval.compositional.suite.CompositionalSuite;
import dev.falcon.eval.compositional.suite.SuiteItem;
import dev.falcon.eval.internal.vectors.ImagePass;
import dev.falcon.onnx.matcher.MatchScorer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Evaluates a model on a compositional suite. Each picture and each caption is encoded once,
 * however many items name it. Memory: the vectors of all pictures and captions, and the items.
 */
public final class Compositional {
  private static final String COMMAND = "eval compositional";

  /** Recognises the folder of such results. */
  private static final OutputKind KIND =
      new OutputKind(
          "results of a compositional suite",
          List.of(OutputKind.json(CompositionalResult.NAME, "/provenance/command", COMMAND)),
          Compositional::isLeft);

  /** Returns whether a file is one that a killed run leaves. */
  private static boolean isLeft(Path file) {
    return ImagePass.isCache(file)
        || ItemTable.isOne(file, ItemTable.NAME)
        || (file.endsWith(ClipBenchmarkFiles.FOLDER)
            && ItemTable.isOne(file.resolveSibling(ItemTable.NAME), ItemTable.NAME));
  }

  private final CompositionalRequest request;
  private final CompositionalSuite suite;
  private final Optional<EmbeddingModel> embedder;
  private final Optional<MatchScorer> matcher;
  private final String model;
  private final Progress progress;
  private Optional<Set<Integer>> seen = Optional.empty(); // pictures in the training data

  /**
   * Prepares a run.
   *
   * @param embedder the model; empty if the suite's table gives the scores
   * @param matcher the matching model, if it scores pairs
   * @param model the model's name
   */
  public Compositional(
      CompositionalRequest request,
      Optional<EmbeddingModel> embedder,
      Optional<MatchScorer> matcher,
      String model,
      Progress progress) {
    this.request = request;
    this.suite = request.suite();
    this.embedder = embedder;
    this.matcher = matcher;
    this.model = model;
    this.progress = progress;
  }

  /**
   * The result of a run.
   *
   * @param result the result
   * @param rejects the rows and images that could not be used
   */
  public record Outcome(CompositionalResult result, List<Reject> rejects) {
    public Outcome {
      rejects = List.copyOf(rejects);
    }

    /** Returns whether every item of the suite has a score. */
    public boolean isComplete() {
      return rejects.isEmpty() && result.unscored() == 0;
    }
  }

  /**
   * Scores all items.
   *
   * @throws RequestException if a result exists already or the folder is foreign
   */
  public Outcome run() {
    if (request.outputDir().isEmpty()) {
      return measured();
    }
    Path folder = request.outputDir().get();
    KIND.require(folder, request.inputs());
    return FolderLock.holding(folder, this::measured);
  }

  private Outcome measured() {
    request.outputDir().ifPresent(this::refuseOldResult);
    Optional<SampleSource> source =
        request.order() == ScoredBy.TABLE ? Optional.empty() : Optional.of(source());
    SuiteScores scores = source.map(this::ofModel).orElseGet(() -> SuiteScores.ofTable(suite));
    seen = request.trainedOn().map(trained -> trained.among(suite.pictures(), source));
    List<ItemOutcome> items = new ArrayList<>();
    Map<String, List<ItemOutcome>> bySubset = new TreeMap<>();
    Map<String, Integer> missing = new TreeMap<>();
    for (SuiteItem item : suite.items()) {
      Optional<ItemOutcome> outcome = scores.outcome(item);
      outcome.ifPresent(items::add);
      outcome.ifPresent(
          judged -> bySubset.computeIfAbsent(item.subset(), none -> new ArrayList<>()).add(judged));
      missing.merge(item.subset(), outcome.isPresent() ? 0 : 1, Integer::sum);
    }
    List<Reject> rejects = new ArrayList<>(suite.rejects());
    source.ifPresent(pictures -> rejects.addAll(missing(scores, pictures)));
    if (items.isEmpty()) {
      throw new FalconException(
          suite.description().name() + ": no item can be judged; " + rejects.get(0).reason());
    }
    CompositionalResult result = result(source, items, bySubset, missing, rejects.size());
    request.outputDir().ifPresent(folder -> write(folder, result, items, bySubset, rejects));
    return new Outcome(result, rejects);
  }

  private SampleSource source() {
    return request
        .images()
        .<SampleSource>map(data -> new PictureSamples(data, "", suite.pictures()))
        .orElseGet(this::pictures);
  }

  private SampleSource pictures() {
    return suite.images().isEmpty()
        ? new SuiteFolder(request.imageRoot(), suite.pictures())
        : new TablePictures(suite.images(), suite.pictures());
  }

  private SuiteScores ofModel(SampleSource source) {
    SuitePairs pairs = SuitePairs.of(suite);
    if (matcher.isPresent()) {
      SuitePairScores scores =
          SuiteMatching.of(
              suite, pairs, source, matcher.get(), request.order() == ScoredBy.MATCH, progress);
      return SuiteScores.of(suite, scores, Optional.empty());
    }
    ImagePass pass =
        new ImagePass(embedder.orElseThrow(), request.outputDir().map(ImagePass::cache));
    SuiteVectors vectors = SuiteVectors.of(suite, source, embedder.get(), pass, progress);
    return SuiteScores.of(suite, vectors.cosines(pairs), Optional.of(vectors));
  }

  /** Returns the images without a score, each with the reason. */
  private List<Reject> missing(SuiteScores scores, SampleSource source) {
    List<Reject> rejects = new ArrayList<>(scores.rejects());
    Set<String> listed = rejects.stream().map(Reject::key).collect(Collectors.toSet());
    Set<String> names = new HashSet<>();
    for (int picture : scores.missing()) {
      String name = suite.pictures().get(picture).name();
      if (!listed.contains(name) && names.add(name)) {
        rejects.add(new Reject(source.name(), name, "there is no sample with this key"));
      }
    }
    return rejects;
  }

  private CompositionalResult result(
      Optional<SampleSource> source,
      List<ItemOutcome> items,
      Map<String, List<ItemOutcome>> bySubset,
      Map<String, Integer> missing,
      int rejected) {
    List<SubsetResult> subsets = new ArrayList<>();
    missing.forEach(
        (subset, count) ->
            subsets.add(
                SubsetResult.of(
                    subset, bySubset.getOrDefault(subset, List.of()), count, threshold())));
    return new CompositionalResult(
        CompositionalResult.VERSION,
        provenance(),
        identity(),
        embedder.map(EmbeddingModel::fingerprint).orElse(""),
        request.order(),
        source.map(Compositional::images).orElse(""),
        suite.pictures().size(),
        suite.texts().size(),
        rejected,
        items.size(),
        missing.values().stream().mapToInt(count -> count).sum(),
        subsets.stream().mapToInt(SubsetResult::unscored).sum(),
        subsets.stream().mapToInt(SubsetResult::ties).sum(),
        SuiteAverages.of(bySubset, suite.description().categories()),
        seen.map(
            pictures ->
                CompositionalResult.Trained.of(
                    items.stream()
                        .collect(Collectors.partitioningBy(item -> isSeen(pictures, item))))),
        subsets,
        SuiteScores.tieBudget(items),
        suite.description().references(),
        suite.warnings());
  }

  /** Returns the score above which a pair matches, if the scores have such a meaning. */
  private Optional<Double> threshold() {
    return switch (request.order()) {
      case MATCH -> Optional.of(1 / 2.0);
      case TABLE -> suite.description().threshold();
      default -> Optional.empty();
    };
  }

  /** Returns whether any picture of an item was in the training data. */
  private static boolean isSeen(Set<Integer> pictures, ItemOutcome item) {
    return item.item().pictures().stream().anyMatch(pictures::contains);
  }

  private CompositionalResult.Identity identity() {
    Set<String> protocols =
        suite.items().stream()
            .map(item -> suite.protocol(item).label())
            .collect(Collectors.toSet());
    return new CompositionalResult.Identity(
        suite.description().name(),
        suite.description().title(),
        suite.digest(),
        protocols.size() == 1 ? protocols.iterator().next() : "mixed",
        suite.description().ties(),
        suite.description().average());
  }

  private static String images(SampleSource source) {
    String files =
        IntStream.range(0, source.shards())
            .mapToObj(shard -> Json.line(source.inputs(shard)))
            .collect(Collectors.joining("\n"));
    return Sha256.of(files.getBytes(StandardCharsets.UTF_8));
  }

  private Provenance provenance() {
    Map<String, Object> options = new TreeMap<>(request.options());
    options.put("score-by", request.order().label());
    if (request.clipBenchmark()) {
      options.put("clip-benchmark", true);
    }
    List<Provenance.Input> inputs = new ArrayList<>();
    suite
        .files()
        .forEach((name, file) -> inputs.add(Provenance.Input.of(name, file).as(InputRole.SUITE)));
    request
        .description()
        .ifPresent(file -> inputs.add(Provenance.Input.of(InputRole.CONFIGURATION, file)));
    request
        .images()
        .ifPresent(data -> inputs.addAll(Provenance.Input.as(InputRole.DATA, data.inputs())));
    request.trainedOn().ifPresent(trained -> inputs.addAll(trained.inputs()));
    Provenance provenance = Provenance.of(COMMAND, 0, options, inputs);
    return embedder.map(used -> used.recorded(provenance)).orElse(provenance);
  }

  private void refuseOldResult(Path folder) {
    Path file = folder.resolve(CompositionalResult.NAME);
    OutputFile.requireFree(file, request.overwrite());
  }

  private void write(
      Path folder,
      CompositionalResult result,
      List<ItemOutcome> items,
      Map<String, List<ItemOutcome>> bySubset,
      List<Reject> rejects) {
    Rejects.list(folder.resolve(Rejects.FILE_NAME), rejects);
    List<Path> files = new ArrayList<>();
    Path table = folder.resolve(ItemTable.NAME);
    ItemTable.write(
        table, suite, result, items, seen.map(pictures -> item -> isSeen(pictures, item)));
    files.add(table);
    if (request.clipBenchmark()) {
      String dataset = suite.description().clipBenchmark().orElse(suite.description().name());
      Path own = folder.resolve(ClipBenchmarkFiles.FOLDER);
      files.addAll(ClipBenchmarkFiles.write(own, dataset, model, bySubset));
    }
    RecordFile.write(folder.resolve(CompositionalResult.NAME), result, files);
  }
}
