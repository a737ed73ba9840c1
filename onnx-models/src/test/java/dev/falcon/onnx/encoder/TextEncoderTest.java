// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.encoder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.onnx.TestGraph;
import dev.falcon.onnx.TinyModel;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TokenBatch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captions of at most 20 tokens, through graphs that tell by their vectors how long they came. */
class TextEncoderTest {
  private static final List<String> CAPTIONS =
      List.of("red", "green green green green green green green green green", "blue blue");

  @TempDir private Path folder;
  private TinyModel model;

  @BeforeEach
  void write() {
    model =
        new TinyModel(folder)
            .config(
                "tokenizer_config.json", "{\"model_max_length\": 20, \"pad_token\": \"[PAD]\"}");
  }

  /**
   * A caption's vector: the sum of its tokens' rows, and its length behind a factor.
   *
   * @param lengthsPart so little that it passes for rounding, or more
   */
  private void graph(float lengthsPart) {
    float[] table = {0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .output("text_embeds", TestGraph.FLOAT, -1, 3)
        .floats("table", new long[] {TinyModel.TOKENS, 3}, table)
        .floats("part", new long[] {1}, lengthsPart)
        .longs("one", 1)
        .longs("second", 1)
        .node("Gather", "table input_ids", "rows")
        .node("ReduceSum", "rows second", "sum", "keepdims", 0)
        .node("Shape", "input_ids", "shape")
        .node("Gather", "shape one", "length")
        .node("Cast", "length", "places", "to", TestGraph.FLOAT)
        .node("Mul", "places part", "little")
        .node("Add", "sum little", "text_embeds")
        .write(model.folder().resolve("text_model.onnx"));
  }

  /** The lengths that captions came in, by what their vectors have where no token has anything. */
  private List<Long> lengths(float lengthsPart) {
    try (TextEncoder encoder = ModelFolder.open(model.folder()).openTextEncoder(Sessions.onCpu())) {
      float[] vectors = encoder.encode(CAPTIONS);
      List<Long> lengths = new ArrayList<>();
      for (int row = 0; row < CAPTIONS.size(); row++) {
        float least = Math.min(vectors[row * 3], vectors[row * 3 + 2]);
        lengths.add(Math.round((double) least / lengthsPart));
      }
      return lengths;
    }
  }

  @Test
  void paddingThatIsNotLookedAtIsLeftOut() {
    graph(1e-6f);
    assertThat(lengths(1e-6f)).containsExactly(4L, 12L, 4L);
  }

  @Test
  void theFullLengthIsAvailableOnRequest() {
    graph(1e-6f);
    model.config("falcon.json", "{\"padding\": \"max_length\"}");
    assertThat(lengths(1e-6f)).containsExactly(20L, 20L, 20L);
  }

  @Test
  void aGraphThatLooksAtPaddingGetsIt() {
    graph(1e-4f);
    assertThat(lengths(1e-4f)).containsExactly(20L, 20L, 20L);
  }

  @Test
  void aGraphThatTakesTheFullLengthAloneGetsIt() {
    new TestGraph()
        .input("input_ids", TestGraph.INT64, -1, -1)
        .output("text_embeds", TestGraph.FLOAT, -1, 3)
        .floats("table", new long[] {TinyModel.TOKENS, 3}, new float[TinyModel.TOKENS * 3])
        .floats("places", new long[] {1, 20, 3}, ones(60))
        .longs("second", 1)
        .node("Gather", "table input_ids", "rows")
        .node("Add", "rows places", "placed")
        .node("ReduceSum", "placed second", "text_embeds", "keepdims", 0)
        .write(model.folder().resolve("text_model.onnx"));
    try (TextEncoder encoder = ModelFolder.open(model.folder()).openTextEncoder(Sessions.onCpu())) {
      assertThat(encoder.encode(CAPTIONS)).containsOnly(20f);
    }
  }

  private static float[] ones(int count) {
    float[] ones = new float[count];
    Arrays.fill(ones, 1);
    return ones;
  }

  @Test
  void groupsHaveACaptionsRowsInTheirOrder() {
    int[] ids = new int[3 * 20];
    int[] mask = new int[3 * 20];
    int[] lengths = {9, 0, 16};
    for (int row = 0; row < 3; row++) {
      for (int place = 0; place < lengths[row]; place++) {
        ids[row * 20 + place] = 100 * row + place;
        mask[row * 20 + place] = 1;
      }
    }
    TokenBatch batch = new TokenBatch(3, 20, ids, mask);
    List<LengthGroups.Group> groups = LengthGroups.of(batch, 3);
    assertThat(groups).hasSize(3);
    assertThat(groups.get(0).rows()).containsExactly(1);
    assertThat(groups.get(0).batch().length()).as("a caption of nothing").isEqualTo(4);
    assertThat(groups.get(1).rows()).containsExactly(0);
    assertThat(groups.get(1).batch().ids()).startsWith(0, 1, 2).contains(8).doesNotContain(9);
    assertThat(groups.get(1).batch().mask()).hasSize(12);
    assertThat(groups.get(2).rows()).containsExactly(2);
    assertThat(groups.get(2).batch().ids()).hasSize(16).endsWith(215);
  }

  @Test
  void aRunOfTheGraphHasNoMoreCaptionsThanAllowed() {
    graph(1e-6f);
    try (TextEncoder encoder = ModelFolder.open(model.folder()).openTextEncoder(Sessions.onCpu())) {
      TokenBatch six =
          encoder.pipeline().encode(Stream.of(CAPTIONS, CAPTIONS).flatMap(List::stream).toList());
      List<LengthGroups.Group> groups = LengthGroups.of(six, 3);
      assertThat(groups.stream().map(group -> group.rows().length)).containsExactly(3, 1, 2);
      assertThat(LengthGroups.uncut(six, 4).stream().map(group -> group.rows().length))
          .containsExactly(4, 2);
      assertThat(encoder.encode(six, 3)).isEqualTo(encoder.encode(six));
    }
  }
}
