// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.mine;

import dev.falcon.cli.internal.option.NamedInput;
import dev.falcon.cli.internal.option.OutputOptions;
import dev.falcon.cli.internal.option.RejectFlags;
import dev.falcon.cli.internal.option.SharedCommand;
import dev.falcon.cli.internal.table.AuditTable;
import dev.falcon.cli.internal.table.ListTable;
import dev.falcon.cli.internal.table.MiningTable;
import dev.falcon.cli.internal.table.PartsTable;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.work.OutputFile;
import dev.falcon.mining.PlanMerge;
import dev.falcon.mining.audit.AuditTasks;
import dev.falcon.mining.audit.Auditor;
import dev.falcon.mining.corpus.CorpusMiner;
import dev.falcon.mining.corpus.CorpusResult;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.onnx.embed.EmbedParts;
import dev.falcon.onnx.embed.MergedStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code falcon merge}: completes the work of several tasks. */
@Command(
    name = "merge",
    mixinStandardHelpOptions = true,
    description = {
      "Merge what several tasks made with --shard: a store of embed, a plan of mine, lists, or"
          + " an audit of audit-fn.",
      "",
      "Checks that all parts exist, belong to one request and are unchanged; reports the tasks of"
          + " missing ones as a list for the scheduler. For a plan, writes plan.json and, with"
          + " --out, also one file with the bytes of a single run. For a store, writes its shards"
          + " and store.json. For an audit, counts the results.",
      "",
      "If the work is already complete, checks and reports it, with the same exit code: 0, or 3 if"
          + " rows were rejected.",
      ""
    })
public final class MergeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FOLDER", description = "The folder that is the --out of the tasks.")
  private Path folder;

  @Option(
      names = {"--out", "-o"},
      paramLabel = "FILE",
      description = "For a plan: also write one file; its extension determines the format.")
  private Path out;

  @Spec private CommandSpec spec;
  @Mixin private RejectFlags rejects;
  @Mixin private OutputOptions output;

  @Override
  public Integer call() {
    NamedInput.requireLocal(folder, "merge");
    if (Folders.isFile(folder)) {
      throw new RequestException(folder + ": is a file; name the folder that the tasks share");
    }
    if (EmbedParts.isHere(folder)) {
      return mergeStore();
    }
    if (AuditTasks.isBegun(folder)) {
      return mergeAudit();
    }
    if (CorpusMiner.isBegun(folder) && SharedCommand.isIn(folder)) {
      requireNoFile("a folder of candidates");
      return run(
          "lists",
          SharedCommand.keptIn(folder, folder),
          folder,
          file ->
              OutputFile.isIn(/* path= */ folder, file.toAbsolutePath().normalize().getParent()));
    }
    if (out == null && Auditor.isComplete(folder)) {
      return auditOf(Auditor.checked(folder));
    }
    Optional<CorpusResult> lists = CorpusMiner.ended(folder);
    if (out == null && lists.isPresent()) {
      output.result(
          lists.get(),
          ListTable.warnings(lists.get()),
          () -> ListTable.of(lists.get(), OptionalInt.empty()));
      return rejects.code(!lists.get().rejects().isEmpty());
    }
    NamedInput.requireThere(folder); // complete lists have no folder of parts
    MiningResult result =
        out == null ? PlanMerge.finish(folder) : PlanMerge.toFile(folder, out, output.overwrite());
    output.result(
        result,
        MiningTable.warnings(result),
        () -> MiningTable.of(result, MiningTable.Rows.ANY, OptionalInt.empty()));
    return rejects.code(!result.rejects().isEmpty());
  }

  /**
   * Merges an audit after all blocks are judged: repeats the tasks' own command, which finds the
   * blocks and counts.
   */
  private int mergeAudit() {
    requireNoFile("an audit");
    AuditTasks tasks = new AuditTasks(folder);
    tasks.requireAll();
    return run(
        "audit-fn",
        SharedCommand.keptIn(tasks.workFolder(), tasks.folder()),
        tasks.folder(),
        out -> OutputFile.isIn(out, tasks.folder()));
  }

  /** Reports the result of an audit that an earlier merge has completed. */
  private int auditOf(Auditor.Outcome audit) {
    output.result(
        audit.result(),
        AuditTable.warnings(audit.result(), folder),
        () -> AuditTable.of(audit.result(), folder, output.verbose()));
    return rejects.code(!audit.rejects().isEmpty());
  }

  /**
   * Repeats the tasks' command without a task: it finds their parts and completes the work. The
   * folder may come from elsewhere, and anybody can write a command into it. So only the command of
   * such tasks is repeated, only for this folder, and it replaces files only if this command may.
   *
   * @param name the name of the tasks' command
   * @param shared the folder of these tasks
   * @param isHere tests whether an output is in its place by this folder
   */
  private int run(String name, SharedCommand kept, Path shared, Predicate<Path> isHere) {
    List<String> command = kept.arguments();
    CommandLine tasks = spec.root().commandLine().getSubcommands().get(name);
    if (command.isEmpty() || !command.get(0).equals(name)) {
      throw new FalconException(
          shared + ": holds another command than " + name + ", whose tasks share such a folder");
    }
    String[] arguments = command.subList(1, command.size()).toArray(String[]::new);
    ParseResult parsed = tasks.parseArgs(arguments);
    Object written = parsed.matchedOptionValue("--out", (Object) null); // a name or a path
    if (written != null && !isHere.test(Path.of(written.toString()))) {
      throw new FalconException(
          shared + ": holds a command that writes elsewhere, into " + written);
    }
    boolean replaces = parsed.matchedOptionValue("--overwrite", false);
    if (replaces && !output.overwrite()) {
      throw new RequestException(
          shared + ": its tasks may replace what is there; give --overwrite here, too");
    }
    int code = tasks.execute(arguments);
    return code == RejectFlags.REJECTED ? rejects.code(true) : code;
  }

  private void requireNoFile(String what) {
    if (out != null) {
      throw new RequestException(
          "--out applies to plans; " + what + " stays in its folder, " + folder);
    }
  }

  private int mergeStore() {
    requireNoFile("a store");
    MergedStore store = EmbedParts.merge(folder, output.progress());
    output.result(store, PartsTable.warnings(store), () -> PartsTable.of(store));
    return rejects.code(store.rejects() > 0);
  }
}
