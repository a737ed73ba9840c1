package dev.falcon.cli.mine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.cli.internal.option.SharedCommand;
import dev.falcon.cli.internal.table.ListTable;
import dev.falcon.data.RequestException;
import dev.falcon.data.Warning;
import dev.falcon.data.file.Shard;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.Miner;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.corpus.Batching;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusResult;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.PartSearch;
import dev.falcon.mining.corpus.SearchDirection;
import dev.falcon.mining.plan.ShardResult;
import dev.falcon.mining.report.DataOfStore;
import dev.falcon.mining.report.ListColumns;
import dev.falcon.mining.report.ListLayout;
import dev.falcon.mining.report.ListPage;
import dev.falcon.mining.request.MiningRequest.Execution;
import dev.falcon.onnx.session.Device;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs {@code falcon mine --output negatives --corpus}: converts its flags to a request, and its
 * result to text.
 *
 * @param elsewhere searches for parts outside this process
 * @param embeddings opens the store of the queries
 * @param pictures opens the data of the store, if they are named
 */
record CorpusMining(
    CorpusFlags corpus,
    ListFlags what,
    VetoFlags vetoes,
    SpaceFlags space,
    Execution execution,
    Device device,
    Optional<PartSearch> elsewhere,
    OutputOptions output,
    RejectFlags rejects,
    Supplier<EmbeddingStore> embeddings,
    Supplier<Optional<SampleSource>> pictures) {

  int call(
      Optional<Path> out,
      Optional<TableFormat> format,
      Optional<Shard> shard,
      Optional<Path> html,
      CommandSpec spec) {
    ListColumns columns = ListColumns.of(what.columns());
    Path file = out.orElseGet(() -> defaultFile(columns, format));
    EmbeddingStore asks = corpus.queries().map(EmbeddingStore::openAnySide).orElseGet(embeddings);
    EmbeddingStore searched = corpus.corpus().map(EmbeddingStore::openAnySide).orElse(asks);
    List<SearchDirection> directions = corpus.directions();
    List<Mining> minings = new ArrayList<>();
    for (SearchDirection direction : directions) {
      UnaryOperator<Path> place =
          path -> directions.size() == 1 ? path : beside(path, direction.label());
      CorpusRequest request =
          request(columns, new CorpusRequest.Sides(asks, searched, direction), place);
      ListLayout layout = layout(columns, place.apply(file), format, direction);
      layout.requireTexts(request.sides());
      Optional<Paged> paged = html.map(page -> new Paged(place.apply(page), pictures.get()));
      paged.ifPresent(page -> requirePage(page, layout, request, shard));
      minings.add(new Mining(request, layout, paged));
    }
    CorpusMiner here = new CorpusMiner(output.progress(), output::note, device);
    CorpusMiner miner = elsewhere.map(here::searching).orElse(here);
    output.detail("similarities: " + Miner.kernel() + ", " + execution.threads() + " threads");
    return shard
        .map(task -> share(miner, minings, task, spec))
        .orElseGet(() -> mine(miner, minings));
  }

  private record Mining(CorpusRequest request, ListLayout layout, Optional<Paged> paged) {}

  /** Returns the file of one of several directions, such as {@code lists.text-image.parquet}. */
  private static Path beside(Path file, String direction) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return file.resolveSibling(
        dot > 0
            ? name.substring(0, dot) + "." + direction + name.substring(dot)
            : name + "." + direction);
  }

  private int share(CorpusMiner miner, List<Mining> minings, Shard task, CommandSpec spec) {
    List<ShardResult> results = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    for (Mining mining : minings) {
      Path file = mining.layout().file();
      ShardResult result = output.resumable(() -> miner.mineShard(mining.request(), file, task));
      if (result.missing() > 0 || !Files.exists(file)) {
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
          .paged()
          .ifPresent(
              asked ->
                  page.write(
                      asked.file(), result.summary(), mining.request().sides(), asked.pictures()));
      List<String> warnings = ListTable.warnings(result);
      results.add(OutputOptions.withWarnings(result, warnings));
      text.append(ListTable.of(result));
      warnings.forEach(line -> text.append(Warning.line(line)).append('\n'));
      rejected |= !result.rejects().isEmpty();
    }
    output.result(results.size() == 1 ? results.get(0) : results, text::toString);
    return rejects.code(rejected);
  }

  /**
   * The page that shows the lists.
   *
   * @param pictures the data that contain its pictures
   */
  private record Paged(Path file, Optional<SampleSource> pictures) {}

  private void requirePage(
      Paged page, ListLayout layout, CorpusRequest request, Optional<Shard> shard) {
    if (shard.isPresent()) {
      throw new RequestException("--html shows whole lists, not a task's share of them");
    }
    List<Path> inputs = new ArrayList<>(request.read());
    page.pictures().map(SampleSource::files).ifPresent(inputs::addAll);
    output.requireFile(page.file(), inputs);
    page.pictures()
        .ifPresent(
            data -> DataOfStore.require(data, request.sides().queries(), request.sides().corpus()));
    List<Path> written = new ArrayList<>(layout.beside());
    written.add(layout.file());
    request.search().candidates().ifPresent(written::add);
    request.batching().map(Batching::file).ifPresent(written::add);
    Path file = page.file().toAbsolutePath().normalize();
    if (written.stream().anyMatch(other -> other.toAbsolutePath().normalize().equals(file))) {
      throw new RequestException(page.file() + ": is a file of lists; name another for the page");
    }
    if (Files.exists(layout.file()) && !output.overwrite()) {
      throw new RequestException(
          layout.file()
              + ": already exists, and a page shows lists as they are mined; name another file, or"
              + " --overwrite it");
    }
  }

  private static Path defaultFile(ListColumns columns, Optional<TableFormat> format) {
    boolean table = columns.form() == ListColumns.Form.TABLE;
    String extension =
        table ? format.map(TableFormat::label).orElse(columns.extension()) : columns.extension();
    return Path.of("negatives." + extension);
  }

  private CorpusRequest request(
      ListColumns columns, CorpusRequest.Sides sides, UnaryOperator<Path> place) {
    return new CorpusRequest(
        sides,
        new CorpusRequest.Known(
            corpus.positives(),
            vetoes.veto(),
            vetoes.exclusions().orElseGet(() -> usualExclusions(sides))),
        corpus.search(place, pictures),
        new ListFilters(
            vetoes.corpusMargin(() -> OwnWeight.estimated(sides, output)),
            corpus.marginTo(),
            vetoes.maxScore(),
            corpus.minScore()),
        new ListSelection(
            what.negatives(),
            vetoes.rangeMin(),
            vetoes.rangeMax(),
            corpus.sampling(),
            corpus
                .shortLists()
                .orElse(columns == ListColumns.N_TUPLE ? ShortLists.DROP : ShortLists.KEEP),
            space.seed()),
        corpus.withholding(sides.direction()),
        corpus.batching(place, space),
        execution,
        output.overwrite());
  }

  /**
   * Returns the usual exclusions. A trainer sees texts, whatever names them in the lists, so only
   * one of several equal texts may be listed.
   */
  private static Set<Exclusion> usualExclusions(CorpusRequest.Sides sides) {
    return sides.corpus().hasCaptions() ? Set.of(Exclusion.SAME_CAPTION) : Set.of();
  }

  private ListLayout layout(
      ListColumns columns, Path file, Optional<TableFormat> format, SearchDirection direction) {
    boolean table = columns.form() == ListColumns.Form.TABLE;
    return new ListLayout(
        columns,
        file,
        table ? format.orElseGet(() -> TableFormat.ofFile(file)) : TableFormat.JSONL,
        what.negatives(),
        what.texts(),
        what.scores(),
        corpus.judgeUses().contains(Judging.Use.SCORES),
        corpus.imagePath(),
        direction);
  }
}
