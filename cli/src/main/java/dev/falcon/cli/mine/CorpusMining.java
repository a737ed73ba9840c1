package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.SharedCommand;
import dev.falcon.cli.internal.table.ListTable;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Shard;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.Miner;
import dev.falcon.mining.constraint.Exclusion;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusRequest;
import dev.falcon.mining.corpus.CorpusResult;
import dev.falcon.mining.corpus.Judging;
import dev.falcon.mining.corpus.ListFilters;
import dev.falcon.mining.corpus.ListSelection;
import dev.falcon.mining.corpus.ListSelection.ShortLists;
import dev.falcon.mining.corpus.SearchDirection.Side;
import dev.falcon.mining.plan.ShardResult;
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
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code falcon mine --output negatives --corpus}: converts its flags to a request, and its result
 * to text.
 */
record CorpusMining(
    CorpusFlags corpus,
    ListFlags what,
    VetoFlags vetoes,
    long seed,
    Execution execution,
    Device device,
    OutputOptions output,
    Supplier<EmbeddingStore> embeddings) {

  int call(
      Optional<Path> out,
      Optional<TableFormat> format,
      Optional<Shard> shard,
      Optional<Paged> paged,
      CommandSpec spec) {
    ListColumns columns = ListColumns.of(what.columns());
    Path file = out.orElseGet(() -> defaultFile(columns, format));
    CorpusRequest request = request(columns);
    ListLayout layout = layout(columns, file, format);
    layout.requireTexts(request.sides());
    paged.ifPresent(page -> requirePage(page, layout, request, shard));
    CorpusMiner miner = new CorpusMiner(output.progress(), output::note, device);
    output.detail("similarities: " + Miner.kernel() + ", " + execution.threads() + " threads");
    if (shard.isPresent()) {
      ShardResult result = output.resumable(() -> miner.mineShard(request, file, shard.get()));
      SharedCommand.of(spec).keepIn(CorpusMiner.work(file));
      output.result(result, () -> ListTable.of(result, CorpusMiner.work(file)));
      return result.rejects().isEmpty() ? 0 : 3;
    }
    ListPage page = new ListPage(layout);
    CorpusResult result = output.resumable(() -> miner.mine(request, page));
    paged.ifPresent(asked -> page.write(asked.file(), result.summary(), asked.pictures()));
    output.result(result, () -> ListTable.of(result));
    return result.rejects().isEmpty() ? 0 : 3;
  }

  /**
   * A page of the lists.
   *
   * @param pictures the data of its pictures
   */
  record Paged(Path file, Optional<SampleSource> pictures) {}

  private void requirePage(
      Paged page, ListLayout layout, CorpusRequest request, Optional<Shard> shard) {
    if (shard.isPresent()) {
      throw new RequestException("--html shows whole lists, not a task's share of them");
    }
    List<Path> inputs = new ArrayList<>(request.read());
    page.pictures().map(SampleSource::files).ifPresent(inputs::addAll);
    output.requireFile(page.file(), inputs);
    List<Path> written = new ArrayList<>(layout.beside());
    written.add(layout.file());
    request.search().candidates().ifPresent(written::add);
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

  private CorpusRequest request(ListColumns columns) {
    EmbeddingStore asks = corpus.queries().map(EmbeddingStore::openAnySide).orElseGet(embeddings);
    EmbeddingStore searched = corpus.corpus().map(EmbeddingStore::openAnySide).orElse(asks);
    CorpusRequest.Sides sides = new CorpusRequest.Sides(asks, searched, corpus.direction());
    return new CorpusRequest(
        sides,
        new CorpusRequest.Known(
            corpus.positives(),
            vetoes.veto(),
            vetoes.exclusions().orElseGet(() -> usualExclusions(columns, sides))),
        corpus.search(),
        new ListFilters(vetoes.margin(), corpus.marginTo(), vetoes.maxScore(), corpus.minScore()),
        new ListSelection(
            what.negatives(),
            vetoes.rangeMin(),
            vetoes.rangeMax(),
            corpus.sampling(),
            corpus
                .shortLists()
                .orElse(columns == ListColumns.N_TUPLE ? ShortLists.DROP : ShortLists.KEEP),
            seed),
        execution,
        output.overwrite());
  }

  /** Trainers on texts treat equal texts as different: only one of them may be listed. */
  private Set<Exclusion> usualExclusions(ListColumns columns, CorpusRequest.Sides sides) {
    boolean ofTexts =
        what.texts()
            || columns == ListColumns.FLAGEMBEDDING
            || columns == ListColumns.NEMO
            || columns == ListColumns.NEMO_INLINE;
    return ofTexts && sides.direction().corpus() == Side.TEXT && sides.corpus().hasCaptions()
        ? Set.of(Exclusion.SAME_CAPTION)
        : Set.of();
  }

  private ListLayout layout(ListColumns columns, Path file, Optional<TableFormat> format) {
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
        corpus.direction());
  }
}
