// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parts of a model that run, and give what is of no use. */
class ModelVerifierTest {
  @TempDir private Path folder;

  @BeforeEach
  void pictures() {
    new TinyModel(folder).vision("vision_model.onnx", "image_embeds");
  }

  private List<ModelVerification.Check> checks() {
    return ModelVerifier.verify(ModelFolder.open(folder), Optional.empty(), Sessions.onCpu())
        .checks();
  }

  /** The sum of its tokens' rows, which are the same in every place. */
  private void captions(int width, float value) {
    float[] table = new float[TinyModel.TOKENS * width];
    Arrays.fill(table, value);
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .output("text_embeds", TestGraph.FLOAT, -1, width)
        .floats("table", new long[] {TinyModel.TOKENS, width}, table)
        .longs("second", 1)
        .node("Gather", "table input_ids", "rows")
        .node("ReduceSum", "rows second", "text_embeds", "keepdims", 0)
        .write(folder.resolve("text_model.onnx"));
  }

  @Test
  void vectorsOfTwoLengthsAreOfTwoModels() {
    captions(2, 1);
    assertThat(checks())
        .contains(
            new ModelVerification.Check(
                "vectors", false, "pictures give 3 numbers and captions 2; not of one model"));
  }

  @Test
  void vectorsAreNumbers() {
    captions(3, Float.NaN);
    assertThat(checks())
        .contains(new ModelVerification.Check("texts", false, "gives NaN for an ordinary input"));
  }
}
