// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.datacomp.run;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.DataHash;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.Rejects;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.datacomp.RunFile;
import dev.falcon.eval.datacomp.SampleOutcomes;
import dev.falcon.eval.datacomp.Suite;
import dev.falcon.eval.datacomp.Task;
import dev.falcon.eval.datacomp.TaskReport;
import dev.falcon.eval.internal.task.Prompts;
import dev.falcon.eval.internal.task.ResultFolder;
import dev.falcon.eval.internal.task.TaskRunner;
import dev.falcon.eval.internal.task.TaskRunners;
import dev.falcon.eval.internal.vectors.FileHashes;
import dev.falcon.eval.internal.vectors.ImagePass;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Evaluates a model on DataComp's tasks. The result of each task is written as soon as it is
 * finished. A run that was stopped resumes with the next task, and within a task with the next
 * shard.
 */
public final class DataComp {
  private final DataCompRequest request;
  private final EmbeddingModel embedder;
  private final String modelName;
  private final Progress progress;

  /**
   * Prepares a run.
   *
   * @param modelName the model's name in tables
   */
  public DataComp(
      DataCompRequest request, EmbeddingModel embedder, String modelName, Progress progress) {
    this.request = request;
    this.embedder = embedder;
    this.modelName = modelName;
    this.progress = progress;
  }

  /**
   * The result of a run.
   *
   * @param run the content of {@code run.json}
   * @param reused the keys of the tasks whose results existed already
   * @param rejects the samples that could not be used, of the tasks that this run evaluated
   */
  public record Result(RunFile run, List<String> reused, List<Reject> rejects) {
    public Result {
      reused = List.copyOf(reused);
      rejects = List.copyOf(rejects);
    }
  }

  /**
   * Runs the unfinished tasks.
   *
   * @throws dev.falcon.data.RequestException if a pattern names no task
   * @throws FalconException if existing data are invalid, if the output folder holds results of
   *     another model, or if another run is writing there; nothing has been computed in these cases
   */
  public Result run() {
    ResultFolder.KIND.require(request.outputDir(), List.of(request.dataDir()));
    Map<Task, TaskRunner> found = new LinkedHashMap<>();
    List<RunFile.Missing> missing = new ArrayList<>();
    find(found, missing);
    return ResultFolder.REPLACEMENT.locked(
        request.outputDir(), request.overwrite(), place -> run(place, found, missing));
  }

  /**
   * Runs the tasks, whose vectors are kept in the request's folder.
   *
   * @param place the folder for the results
   */
  private Result run(Path place, Map<Task, TaskRunner> found, List<RunFile.Missing> missing) {
    ResultFolder folder =
        ResultFolder.open(
            Folders.make(place), embedder.fingerprint(), modelName, request.overwrite());
    Path cache = ImagePass.cache(request.outputDir());
    FileHashes hashes = new FileHashes(cache);
    TaskRunner.Tools tools =
        TaskRunner.Tools.of(embedder, cache, hashes, progress, request.countOtherRegion());
    List<String> reused = new ArrayList<>();
    List<Reject> rejects = new ArrayList<>();
    Set<Provenance.Input> data = new LinkedHashSet<>();
    for (Map.Entry<Task, TaskRunner> entry : found.entrySet()) {
      Task task = entry.getKey();
      List<Provenance.Input> inputs = entry.getValue().inputs(hashes);
      TaskInputs asked = asked(task, entry.getValue(), inputs);
      hashes.save();
      data.addAll(inputs);
      folder.begin(provenance(data), missing);
      if (folder.has(task, asked.inputsSha256())) {
        reused.add(task.key());
        continue;
      }
      TaskRunner.Outcome outcome = entry.getValue().run(tools);
      SampleOutcomes.write(place, task.key(), outcome.outcomes());
      folder.add(report(task, asked, outcome));
      rejects.addAll(outcome.rejects());
    }
    if (!rejects.isEmpty()) {
      Rejects.write(place.resolve(Rejects.FILE_NAME), rejects);
    }
    return new Result(folder.end(), reused, rejects);
  }

  private void find(Map<Task, TaskRunner> found, List<RunFile.Missing> missing) {
    if (!Folders.isFolder(request.dataDir())) {
      throw new FalconException(
          request.dataDir() + ": is no folder; it must hold the datasets' folders");
    }
    for (Task task : Suite.matching(request.tasks())) {
      Optional<TaskRunner> runner = TaskRunners.find(task, request.dataDir());
      if (runner.isPresent()) {
        found.put(task, runner.get());
      } else {
        missing.add(
            new RunFile.Missing(
                task.key(), task.name(), "no folder " + task.folder() + " in the data directory"));
      }
    }
    if (!missing.isEmpty() && request.onMissing() == DataCompRequest.OnMissing.FAIL) {
      throw new FalconException(
          request.dataDir()
              + ": lacks "
              + missing.stream().map(RunFile.Missing::key).collect(Collectors.joining(", "))
              + "; add these, or leave out what is missing");
    }
    if (found.isEmpty()) {
      throw new FalconException(
          request.dataDir()
              + ": holds none of the "
              + missing.size()
              + " tasks asked for; the first one's folder would be "
              + Suite.find(missing.get(0).key()).orElseThrow().folder());
    }
  }

  private Provenance provenance(Collection<Provenance.Input> data) {
    Map<String, Object> options = new TreeMap<>();
    options.put("tasks", request.tasks());
    options.put("on-missing", request.onMissing().name().toLowerCase(Locale.ROOT));
    options.put("fmow-other", request.countOtherRegion());
    return embedder.recorded(
        Provenance.of("eval datacomp", 0, options, Provenance.Input.as(InputRole.DATA, data)));
  }

  /** The part of a report that is known before the task runs. */
  private record TaskInputs(
      String inputsSha256,
      String dataSha256,
      String promptsSha256,
      List<String> duplicateClassNames) {}

  private TaskInputs asked(Task task, TaskRunner runner, List<Provenance.Input> inputFiles) {
    String data = DataHash.of(inputFiles);
    List<Prompts> prompts = runner.prompts();
    String texts = prompts.isEmpty() ? "" : joinedHash(prompts);
    List<String> duplicates =
        prompts.stream().flatMap(p -> p.duplicates().stream()).distinct().toList();
    String option =
        task.protocol() == Task.Protocol.FMOW && !request.countOtherRegion() ? "no Other" : "";
    String inputs =
        String.join("\n", Suite.VERSION, embedder.fingerprint(), task.key(), data, texts, option);
    return new TaskInputs(
        Sha256.of(inputs.getBytes(StandardCharsets.UTF_8)), data, texts, duplicates);
  }

  private static String joinedHash(List<Prompts> prompts) {
    String hashes = prompts.stream().map(Prompts::sha256).collect(Collectors.joining("\n"));
    return prompts.size() == 1 ? hashes : Sha256.of(hashes.getBytes(StandardCharsets.UTF_8));
  }

  private static TaskReport report(Task task, TaskInputs asked, TaskRunner.Outcome outcome) {
    return new TaskReport(
        task.key(),
        task.name(),
        asked.inputsSha256(),
        asked.dataSha256(),
        asked.promptsSha256(),
        outcome.samples(),
        outcome.classes(),
        outcome.rejects().size(),
        asked.duplicateClassNames(),
        outcome.equalClassVectors(),
        outcome.tieBudget(),
        outcome.metrics().withMain(task.mainMetric()));
  }
}
