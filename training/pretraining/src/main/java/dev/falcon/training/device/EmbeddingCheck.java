// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.device;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.mining.Miner;
import dev.falcon.mining.constraint.Constraints;
import dev.falcon.mining.policy.Composition;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Device;
import dev.falcon.onnx.session.Placement;
import dev.falcon.onnx.session.SessionSettings;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Compares the vectors of both devices, the plans mined from them, and where operators run. */
final class EmbeddingCheck {
  private static final int SAMPLES = 960;
  private static final int PLACED_SAMPLES = 64;
  private static final int BATCH = 32;

  private final DeviceCheckRequest request;
  private EmbeddingStore processor;
  private EmbeddingStore device;
  private double seconds;

  EmbeddingCheck(DeviceCheckRequest request) {
    this.request = request;
  }

  String parity() {
    processor = embed(Device.CPU, "vectors-cpu");
    embed(request.device(), "vectors-first"); // includes opening the device, and its first kernels
    long start = System.nanoTime();
    device = embed(request.device(), "vectors-device");
    seconds = (System.nanoTime() - start) / 1e9;
    float[][] ours = vectors(processor);
    float[][] theirs = vectors(device);
    double most = 0;
    for (int side = 0; side < ours.length; side++) {
      for (int i = 0; i < ours[side].length; i++) {
        double difference = Math.abs(ours[side][i] - theirs[side][i]);
        most = difference <= most ? most : difference; // a NaN stays
      }
    }
    return Bounds.within("largest difference", most, Bounds.EMBEDDING_TOLERANCE);
  }

  String mining() {
    if (device == null) {
      throw new FalconException("there are no vectors of the device");
    }
    List<Long> ours = plan(processor, "plan-cpu.jsonl");
    List<Long> theirs = plan(device, "plan-device.jsonl");
    int same = 0;
    for (int i = 0; i < ours.size(); i++) {
      same += ours.get(i).equals(theirs.get(i)) ? 1 : 0;
    }
    double share = (double) same / ours.size();
    String text =
        String.format(Locale.ROOT, "%.1f %% of the plan's rows are the same", 100 * share);
    if (!(share >= Bounds.SAME_ROWS)) {
      throw new FalconException(text);
    }
    return text;
  }

  /** Returns where the operators of the model's encoders run, from a profile of a few samples. */
  String placement() {
    Path records = Folders.make(request.work().resolve("records"));
    Sessions sessions =
        new Sessions(SessionSettings.on(request.device()).withRecords(records), request.notes());
    embed(sessions, PLACED_SAMPLES, "vectors-placed");
    return placed(sessions.device(), Placement.read(records));
  }

  /** Returns a description of where operators ran; fails if the CPU computed for another device. */
  static String placed(Device used, List<Placement> placements) {
    if (placements.isEmpty()) {
      throw new FalconException("ONNX Runtime recorded no operator");
    }
    List<String> lines = new ArrayList<>();
    boolean isWhole = true;
    for (Placement placement : placements) {
      boolean isElsewhere = used.kind() != Device.Kind.CPU && !placement.computedOnCpu().isEmpty();
      isWhole &= !isElsewhere;
      lines.add(
          placement + (isElsewhere ? " (computing: " + text(placement.computedOnCpu()) + ")" : ""));
    }
    String text = String.join("; ", lines);
    if (!isWhole) {
      throw new FalconException(text);
    }
    return text;
  }

  private static String text(Map<String, Integer> kinds) {
    return kinds.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  String rate() {
    if (device == null) {
      throw new FalconException("nothing was embedded");
    }
    return String.format(Locale.ROOT, "%.0f embedded", SAMPLES / seconds);
  }

  private EmbeddingStore embed(Device where, String name) {
    Sessions sessions =
        new Sessions(
            SessionSettings.on(where), where.equals(Device.CPU) ? note -> {} : request.notes());
    return embed(sessions, SAMPLES, name);
  }

  private EmbeddingStore embed(Sessions sessions, int samples, String name) {
    Path folder = request.work().resolve(name);
    Embedder.embed(
        EmbedRequest.of(
            SampleSources.open("scenes:train,count=" + samples),
            ModelFolder.open(request.model()),
            folder),
        sessions,
        request.progress());
    return EmbeddingStore.open(folder);
  }

  private static float[][] vectors(EmbeddingStore store) {
    int rows = (int) store.rows();
    float[] images = new float[rows * store.imageLength()];
    float[] texts = new float[rows * store.dimension()];
    store.readRange(0, rows, images, texts);
    return new float[][] {images, texts};
  }

  private List<Long> plan(EmbeddingStore store, String name) {
    Path file = request.work().resolve(name);
    MiningOptions usual = MiningOptions.of(new QuantilePolicy.Fixed(0.9f));
    MiningOptions options =
        new MiningOptions(
            Composition.of(new QuantilePolicy.Fixed(0.9f)),
            SAMPLES,
            BATCH,
            usual.levels(),
            usual.epochs(),
            usual.seed(),
            usual.keepRemainder(),
            Constraints.NONE,
            usual.shuffledShards());
    new Miner(Sessions.onCpu(), request.progress(), line -> {})
        .mine(
            new MiningRequest(
                store,
                options,
                file,
                TableFormat.JSONL,
                MiningRequest.Execution.automatic(),
                false));
    List<Long> rows = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int index = table.column(ColumnType.INT64, "index");
      while (table.next()) {
        rows.add(table.getLong(index));
      }
    }
    return rows;
  }
}
