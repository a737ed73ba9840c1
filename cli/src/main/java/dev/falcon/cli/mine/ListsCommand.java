// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.internal.builtin.Demo;
import dev.falcon.cli.internal.option.DatasetOpener;
import dev.falcon.cli.internal.option.Effect;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.cli.internal.option.SharedCommand;
import dev.falcon.cli.internal.option.Tasks;
import dev.falcon.cli.internal.process.Engines;
import dev.falcon.cli.internal.table.ListTable;
import dev.falcon.data.RequestException;
import dev.falcon.data.Warning;
import dev.falcon.data.file.Folders;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.constraint.OwnReliability;
import dev.falcon.mining.corpus.Batching;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusResult;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.SearchCost;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.corpus.SearchEngine;
import dev.falcon.mining.lists.ListLayout;
import dev.falcon.mining.lists.ListPage;
import dev.falcon.mining.plan.ShardResult;
import dev.falcon.mining.report.DataOfStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code falcon lists}: mines lists of negatives from a whole corpus. */
@Command(
    name = "lists",
    abbreviateSynopsis = true,
    mixinStandardHelpOptions = true,
    description = {
      "Mine hard negatives as lists: for every query, items of a whole corpus.",
      "",
      "Searches all items exactly in one direction, leaves out those that are or may be positives"
          + " of the query, and writes the file that a trainer reads. The bytes are the same on any"
          + " machine.",
      ""
    })
public final class ListsCommand implements Callable<Integer> {
  private final Demo demo;
  private final DatasetOpener datasets;

  @Mixin(name = "Queries and corpus:")
  private CorpusFlags corpus;

  @Mixin(name = "What is left out:")
  private FilterFlags filters;

  @Mixin(name = "How many are false:")
  private WithholdFlags withhold;

  @Mixin(name = "What is written:")
  private ListOutputFlags written;

  @Mixin(name = "Where it runs:")
  private RunFlags run;

  @Effect(without = "--from")
  @Option(
      names = "--dry-run",
      description = "Say what the search takes of time, memory and disk, and write nothing.")
  private boolean dryRun;

  @Mixin private RejectFlags rejects;
  @Mixin private OutputOptions output;
  @Spec private CommandSpec spec;

  /**
   * Creates the command.
   *
   * @param demo what is searched if no store is named
   * @param datasets opens the data of pages and judges
   */
  public ListsCommand(Demo demo, DatasetOpener datasets) {
    this.demo = demo;
    this.datasets = datasets;
  }

  /**
   * The lists of one direction.
   *
   * @param page the page that shows them
   */
  private record Mining(CorpusRequest request, ListLayout layout, Optional<Paged> page) {}

  /**
   * The page that shows the lists.
   *
   * @param data the data that contain its pictures
   */
  private record Paged(Path file, Optional<SampleSource> data) {}

  @Override
  public Integer call() {
    if (written.html().isEmpty() && !filters.judgedByModel()) {
      corpus.requireNoDataset();
    }
    Optional<Shard> shard = Optional.ofNullable(run.shard()).map(Tasks::shard);
    if (run.spark() != null) {
      requireOnSpark();
    }
    List<CorpusRequest.Sides> sides =
        corpus.sides(() -> demo.store(output.progress(), output::note), filters.judge());
    List<Mining> minings = new ArrayList<>();
    for (CorpusRequest.Sides each : sides) {
      UnaryOperator<Path> place =
          path -> sides.size() == 1 ? path : beside(path, each.direction().label());
      CorpusRequest request = request(each, place);
      boolean judged = filters.judgeUses().contains(Judging.Use.SCORES);
      ListLayout layout = written.layout(place, judged, each.direction());
      layout.requireTexts(each);
      Optional<Paged> page = written.html().map(file -> new Paged(place.apply(file), data(each)));
      page.ifPresent(asked -> requirePage(asked, layout, request));
      minings.add(new Mining(request, layout, page));
    }
    output.detail("similarities: " + CorpusMiner.kernel() + ", " + run.threads() + " threads");
    CorpusMiner miner = miner();
    if (dryRun) {
      return cost(miner, minings);
    }
    return shard.map(task -> share(miner, minings, task)).orElseGet(() -> mine(miner, minings));
  }

  private CorpusMiner miner() {
    CorpusMiner here = new CorpusMiner(output.progress(), output::note, run.device());
    return run.spark() == null
        ? here
        : here.searching(
            Engines.named(SearchEngine.class, "spark").lists(run.spark(), output::note));
  }

  private void requireOnSpark() {
    if (filters.estimatesWeight()) {
      run.requireWeightHere();
    }
    run.requireProcessor("--spark computes on the executors' processors");
    if (run.shard() != null) {
      throw new RequestException("--spark searches all parts; omit --shard");
    }
  }

  private Optional<SampleSource> data(CorpusRequest.Sides sides) {
    return corpus
        .dataset()
        .map(name -> datasets.open(name, corpus.imageRoot(), sides.queries(), sides.corpus()));
  }

  private CorpusRequest request(CorpusRequest.Sides sides, UnaryOperator<Path> place) {
    return new CorpusRequest(
        sides,
        filters.known(corpus.positives(), sides),
        filters.search(
            written.candidates().map(place), corpus.from().map(place), () -> data(sides)),
        filters.filters(() -> ownWeight(sides)),
        written.selection(),
        withhold.settings(sides.direction(), filters.deep(), corpus.from().isPresent()),
        written.batches().batching(place),
        run.execution(),
        output.overwrite());
  }

  /** Returns the estimated weight of own similarities. Two stores show no reliability. */
  private float ownWeight(CorpusRequest.Sides sides) {
    EmbeddingStore store = sides.queries();
    boolean ofCaptions = sides.direction() == SearchDirection.TEXT_TEXT && !store.hasAnchors();
    boolean known = sides.oneStore() && sides.direction() != SearchDirection.IMAGE_IMAGE;
    return OwnWeight.estimated(
        !known || !store.hasImageIds()
            ? OptionalDouble.empty()
            : ofCaptions ? OwnReliability.ofTexts(store) : OwnReliability.of(store),
        output);
  }

  /** Returns the file of one of several directions, such as {@code lists.text-image.parquet}. */
  private static Path beside(Path file, String direction) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return file.resolveSibling(
        dot > 0
            ? name.substring(0, dot) + "." + direction + name.substring(dot)
            : name + "." + direction);
  }

  private int cost(CorpusMiner miner, List<Mining> minings) {
    List<SearchCost> costs = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Mining mining : minings) {
      SearchCost cost = miner.cost(mining.request(), new ListPage(mining.layout()));
      costs.add(cost);
      text.append(ListTable.of(mining.request().sides().direction(), cost, run.threads()));
    }
    output.result(costs.size() == 1 ? costs.get(0) : costs, text::toString);
    return 0;
  }

  private int share(CorpusMiner miner, List<Mining> minings, Shard task) {
    List<ShardResult> results = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Mining mining : minings) {
      Path file = mining.layout().file();
      ShardResult result = output.resumable(() -> miner.mineShard(mining.request(), file, task));
      if (result.missing() > 0 || !Folders.exists(file)) {
        SharedCommand.of(spec).keepIn(CorpusMiner.work(file));
      }
      results.add(result);
      text.append(ListTable.of(result, CorpusMiner.work(file)));
    }
    output.result(results.size() == 1 ? results.get(0) : results, text::toString);
    return 0; // falcon merge reports rejected rows, once
  }

  private int mine(CorpusMiner miner, List<Mining> minings) {
    boolean rejected = false;
    List<JsonNode> results = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Mining mining : minings) {
      ListPage page = new ListPage(mining.layout());
      CorpusResult result = output.resumable(() -> miner.mine(mining.request(), page));
      mining
          .page()
          .ifPresent(
              asked ->
                  page.write(
                      asked.file(),
                      result.summary(),
                      mining.request().sides(),
                      asked.data().map(datasets::pictures)));
      List<String> warnings = ListTable.warnings(result);
      results.add(OutputOptions.withWarnings(result, warnings));
      text.append(
          ListTable.of(result, OptionalInt.of(mining.request().sides().corpus().dimension())));
      warnings.forEach(line -> text.append(Warning.line(line)).append('\n'));
      rejected |= !result.rejects().isEmpty();
    }
    output.result(results.size() == 1 ? results.get(0) : results, text::toString);
    return rejects.code(rejected);
  }

  private void requirePage(Paged page, ListLayout layout, CorpusRequest request) {
    if (run.shard() != null) {
      throw new RequestException("--html shows whole lists, not a task's share of them");
    }
    List<Path> inputs = new ArrayList<>(request.read());
    page.data().map(SampleSource::files).ifPresent(inputs::addAll);
    output.requireFile(page.file(), inputs);
    page.data()
        .ifPresent(
            data -> DataOfStore.require(data, request.sides().queries(), request.sides().corpus()));
    List<Path> files = new ArrayList<>(layout.beside());
    files.add(layout.file());
    request.search().candidates().ifPresent(files::add);
    request.batching().map(Batching::file).ifPresent(files::add);
    page.data()
        .map(SampleSource::files)
        .ifPresent(read -> files.forEach(each -> OutputFile.requireNotRead(each, read)));
    Path file = page.file().toAbsolutePath().normalize();
    if (files.stream().anyMatch(other -> other.toAbsolutePath().normalize().equals(file))) {
      throw new RequestException(page.file() + ": is a file of lists; name another for the page");
    }
    if (Folders.exists(layout.file()) && !output.overwrite()) {
      throw new RequestException(
          layout.file()
              + ": already exists, and a page shows lists as they are mined; name another file, or"
              + " --overwrite it");
    }
  }
}
