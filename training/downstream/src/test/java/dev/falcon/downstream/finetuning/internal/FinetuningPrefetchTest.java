// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.finetuning.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Progress;
import dev.falcon.downstream.config.FinetuneConfig;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.finetuning.FinetuneRequest;
import dev.falcon.downstream.finetuning.FinetuneResult;
import dev.falcon.downstream.finetuning.Finetuner;
import dev.falcon.downstream.finetuning.TinyTasks;
import dev.falcon.downstream.internal.task.FinetuningTask;
import dev.falcon.downstream.internal.task.TaskProvider;
import dev.falcon.downstream.internal.task.TaskProvider.TaskMaterials;
import dev.falcon.training.PretendedDevice;
import dev.falcon.training.internal.start.Origin;
import dev.falcon.training.internal.store.Checkpoints;
import dev.falcon.training.run.RunFolder;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fine-tuning whose pictures are copied ahead, as on a device. */
class FinetuningPrefetchTest {
  @TempDir private Path folder;

  private FinetuneResult ahead(FinetuneConfig config, BooleanSupplier stop) {
    FinetuneRequest request = request(config, "ahead", stop);
    Origin origin =
        Origin.open(
            Path.of(config.start().checkpoint()),
            config.model().imageSize(),
            config.task().framework());
    TaskMaterials materials =
        new TaskMaterials(config, origin, request.cache(), request.progress(), request.stop());
    RunFolder run = new RunFolder(request.out());
    int before = PretendedDevice.arrays().size();
    try (FinetuningTask task = ((TaskProvider) config.task()).open(materials);
        FinetuningRun tuning =
            FinetuningRun.open(
                request,
                run,
                origin.config(),
                task,
                Checkpoints.interrupted(run, false),
                torch -> true)) {
      run.begin(false, FinetuneReader.write(config), task.rejects());
      return tuning.train();
    } finally {
      assertThat(PretendedDevice.arrays()).as("what the run leaves behind").hasSize(before);
    }
  }

  private FinetuneRequest request(FinetuneConfig config, String name, BooleanSupplier stop) {
    return new FinetuneRequest(
        config, folder.resolve(name), false, folder.resolve("cache"), Progress.NONE, stop);
  }

  /** Two pictures an example, which a second network looks at, too. */
  @Test
  void nothingChangesButWhenPicturesAreCopied() {
    Path pretrained = TinyTasks.prepare(folder);
    FinetuneConfig config =
        FinetuneReader.read(
            "nlvr",
            "scenes-tiny",
            null,
            TinyTasks.keys(folder, pretrained, "nlvr", "distillation.weight=0.4"));
    FinetuneResult whole = Finetuner.finetune(request(config, "whole", () -> false));

    AtomicInteger asked = new AtomicInteger();
    FinetuneResult stopped = ahead(config, () -> asked.incrementAndGet() == 6);
    assertThat(stopped.finished()).isFalse();
    assertThat(stopped.steps()).isBetween(1L, whole.steps() - 1);
    FinetuneResult result = ahead(config, () -> false);

    assertThat(result.finished()).isTrue();
    assertThat(folder.resolve("ahead/metrics.jsonl"))
        .hasSameBinaryContentAs(folder.resolve("whole/metrics.jsonl"));
    assertThat(result.checkpoint()).hasSameBinaryContentAs(whole.checkpoint());
  }
}
