// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.device;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.Json;
import dev.falcon.training.Exporter;
import dev.falcon.training.Trainer;
import dev.falcon.training.config.ConfigReader;
import dev.falcon.training.run.CheckpointChoice;
import dev.falcon.training.run.ExportRequest;
import dev.falcon.training.run.ExportResult;
import dev.falcon.training.run.TrainRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.BooleanSupplier;

/**
 * Checks a small FALCON run on both devices: its first step, its memory, and its exported model.
 */
final class TrainingCheck {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int PAIRS = 480;
  private static final int BATCH = 16;
  private static final List<String> SMALL =
      List.of(
          "data.scenes.pairs=" + PAIRS,
          "data.scenes.held_images=32",
          "train.batch_size=" + BATCH,
          "method.search_space=240",
          "start.image_encoder=random",
          "evaluation.every_epochs=0",
          "evaluation.rerank=0",
          "checkpoint.keep=1");

  private final DeviceCheckRequest request;
  private final List<Long> resident = new ArrayList<>();
  private Path run;
  private double seconds;

  TrainingCheck(DeviceCheckRequest request) {
    this.request = request;
  }

  String step() {
    JsonNode ours = firstStep(train("cpu", "run-cpu", 1, new ArrayList<>()));
    long start = System.nanoTime();
    run = train(request.device().toString(), "run-device", request.steps(), resident);
    seconds = (System.nanoTime() - start) / 1e9;
    JsonNode theirs = firstStep(run);
    double most = 0;
    for (String number : List.of("itc", "itm", "mlm", "gradient_norm")) {
      double our = ours.get(number).asDouble();
      double difference = Math.abs(theirs.get(number).asDouble() - our) / Math.abs(our);
      most = difference <= most ? most : difference; // a NaN stays
    }
    return Bounds.within("largest relative difference", most, Bounds.STEP_TOLERANCE);
  }

  String memory() {
    requireRun();
    if (resident.isEmpty()) {
      return "not reported by this system";
    }
    long quarter = resident.get(resident.size() / 4);
    long end = resident.get(resident.size() - 1);
    String text =
        String.format(
            Locale.ROOT,
            "%d MiB after %d steps, %d MiB after %d",
            quarter,
            resident.size() / 4,
            end,
            resident.size());
    if (end - quarter > Bounds.GROWTH) {
      throw new FalconException(text);
    }
    return text;
  }

  String export() {
    requireRun();
    ExportResult exported =
        Exporter.export(
            new ExportRequest(
                run, CheckpointChoice.parse("newest"), request.work().resolve("model"), false));
    double most =
        exported.differences().values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
    return Bounds.within("largest difference", most, Exporter.TOLERANCE);
  }

  String rate() {
    requireRun();
    return String.format(Locale.ROOT, "%.0f trained on", BATCH * request.steps() / seconds);
  }

  private void requireRun() {
    if (run == null) {
      throw new FalconException("nothing was trained");
    }
  }

  private Path train(String device, String name, int steps, List<Long> memory) {
    List<String> keys = new ArrayList<>(SMALL);
    keys.add("device=" + device);
    keys.add("train.epochs=" + (steps / (PAIRS / BATCH) + 1));
    int[] taken = {0};
    BooleanSupplier stop =
        () -> {
          residentMebibytes().ifPresent(memory::add);
          return ++taken[0] >= steps;
        };
    Path folder = request.work().resolve(name);
    Trainer.train(
        new TrainRequest(
            ConfigReader.read("scenes-tiny", keys),
            folder,
            false,
            request.work().resolve("cache"),
            request.progress(),
            stop,
            request.notes()));
    return folder;
  }

  private static JsonNode firstStep(Path folder) {
    return Json.readTree(folder.resolve("metrics.jsonl")); // which ends with the first line
  }

  /** Returns the resident memory of this process in MiB; empty if the system does not report it. */
  private static OptionalLong residentMebibytes() {
    try {
      return Files.readAllLines(STATUS).stream()
          .filter(line -> line.startsWith("VmRSS:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) >> 10)
          .findFirst();
    } catch (IOException e) {
      return OptionalLong.empty();
    }
  }
}
