package example;

import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreLayout;
import dev.falcon.data.store.StoreOptions;
import dev.falcon.data.store.StoreWriter;
import dev.falcon.data.store.VectorType;
import dev.falcon.data.table.TableFormat;
import dev.falcon.mining.Miner;
import dev.falcon.mining.policy.QuantilePolicy;
import dev.falcon.mining.request.MiningOptions;
import dev.falcon.mining.request.MiningRequest;
import dev.falcon.mining.request.MiningResult;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

public final class LibraryExample {
  public static void main(String[] arguments) {
    Path folder = Path.of(arguments[0]);
    Provenance provenance = Provenance.of("my program", 0, Map.of(), List.of());
    StoreOptions store =
        new StoreOptions(
            StoreLayout.ARROW, VectorType.FLOAT32, 64, 10_000, false, false, provenance);
    Random random = new Random(1);
    try (StoreWriter writer = StoreWriter.open(folder.resolve("vectors"), store, false)) {
      for (int row = 0; row < 320; row++) {
        float[] image = new float[64]; // yours come from your model
        float[] text = new float[64];
        for (int k = 0; k < 64; k++) {
          image[k] = (float) random.nextGaussian();
          text[k] = image[k] + (float) random.nextGaussian();
        }
        writer.append("sample-" + row, Optional.empty(), Optional.empty(), image, 0, text, 0);
      }
      writer.finish();
    }
    MiningRequest request =
        new MiningRequest(
            EmbeddingStore.open(folder.resolve("vectors")),
            MiningOptions.of(new QuantilePolicy.Fixed(0.9)).withSizes(160, 32),
            folder.resolve("plan.parquet"),
            TableFormat.PARQUET,
            MiningRequest.Execution.automatic(),
            false);
    MiningResult result =
        new Miner(Sessions.onCpu(), Progress.NONE, System.err::println).mine(request);
    System.out.println(result.output() + ": " + result.summary().batches() + " batches");
  }
}
