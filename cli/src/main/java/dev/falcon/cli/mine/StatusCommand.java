// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.table.ListTable;
import dev.falcon.cli.internal.table.StatusTable;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.data.work.WorkStatus;
import dev.falcon.mining.PlanStatus;
import dev.falcon.mining.audit.AuditTasks;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.SearchRecall;
import dev.falcon.onnx.embed.EmbedParts;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code falcon status}: shows the state of work that several tasks share. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Show the progress of tasks with --shard, or of a run on Spark: a store of embed, a plan or"
          + " lists of mine, or an audit of audit-fn.",
      "",
      "Reads only the names and times of files. Shows how many parts are done, which tasks have"
          + " parts left, how fast parts were finished lately, and how long the rest will take at"
          + " that rate; for lists with a recall, its measurement on the candidates.",
      ""
    })
public final class StatusCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The folder that is the --out of the tasks.")
  private Path folder;

  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    NamedInput.requireLocal(folder, "status");
    if (folder.toString().isEmpty()) {
      throw new RequestException("the folder's name is empty; name the --out of the tasks");
    }
    if (!Folders.isFolder(folder)) {
      throw new RequestException(folder + ": is not a folder; name the --out of the tasks");
    }
    Stream<Function<Path, Optional<WorkStatus>>> kinds =
        Stream.of(EmbedParts::status, AuditTasks::status, CorpusMiner::status, PlanStatus::of);
    WorkStatus status =
        kinds
            .map(kind -> kind.apply(folder))
            .flatMap(Optional::stream)
            .findFirst()
            .orElseThrow(
                () ->
                    new FalconException(
                        Folders.exists(folder.resolve(StoreManifest.UNFINISHED_FILE_NAME))
                            ? folder
                                + ": is a store that one process embeds, or that it left"
                                + " unfinished; status shows work that tasks share, and the same"
                                + " falcon embed resumes"
                            : folder
                                + ": holds no work of tasks: no request.json, parts.json,"
                                + " plan.json or merged store"));
    Instant now = Instant.now();
    Optional<SearchRecall> recall = CorpusMiner.recall(folder);
    output.result(
        StatusTable.json(folder, status, recall, now),
        () -> StatusTable.of(folder, status, now) + recall.map(ListTable::recall).orElse(""));
    return 0;
  }
}
