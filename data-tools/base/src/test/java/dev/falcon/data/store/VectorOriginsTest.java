// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.Provenance.Input;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VectorOriginsTest {
  @TempDir private Path folder;

  private EmbeddingStore store(String name, String runtime, Input... models) {
    StoreOptions options =
        new StoreOptions(
            StoreLayout.ARROW,
            VectorType.FLOAT32,
            2,
            10,
            false,
            false,
            Provenance.of("embed", 0, Map.of(), List.of(models))
                .computedBy("onnxruntime", runtime));
    try (StoreWriter writer = StoreWriter.open(folder.resolve(name), options, false)) {
      float[] vector = {1, 0};
      writer.append("a", Optional.empty(), Optional.empty(), vector, 0, vector, 0);
      writer.finish();
    }
    return EmbeddingStore.openAnySide(folder.resolve(name));
  }

  private static Input graph(String name, char digit) {
    return new Input(name, 1, String.valueOf(digit).repeat(64)).as(InputRole.MODEL);
  }

  @Test
  void namesTheFileInWhichTwoModelsDiffer() {
    EmbeddingStore queries = store("q", "1.29.0", graph("text.onnx", '1'), graph("a.json", '5'));
    EmbeddingStore corpus = store("c", "1.30.0", graph("text.onnx", '2'), graph("a.json", '5'));

    assertThat(VectorOrigins.warning(queries, corpus))
        .hasValue(
            queries.folder()
                + " and "
                + corpus.folder()
                + " were embedded by different models (the files text.onnx differ); their cosines"
                + " mean nothing unless both models share one space");
    assertThat(VectorOrigins.warning(queries, store("d", "1.29.0", graph("doc.onnx", '1'))))
        .get()
        .asString()
        .contains("different models (no file in common)");
  }

  @Test
  void namesTheVersionsOfOneModelsRuntime() {
    EmbeddingStore queries = store("q", "1.29.0", graph("text.onnx", '1'));
    EmbeddingStore corpus = store("c", "1.30.0", graph("text.onnx", '1'), graph("image.onnx", '2'));

    assertThat(VectorOrigins.warning(queries, corpus))
        .get()
        .asString()
        .endsWith(
            " were embedded by onnxruntime 1.29.0 and 1.30.0, so equal inputs may have slightly"
                + " different vectors");
  }

  @Test
  void saysNothingOfOneModelOrWhatIsUnknown() {
    EmbeddingStore queries = store("q", "1.30.0", graph("text.onnx", '1'));

    assertThat(VectorOrigins.warning(queries, store("c", "1.30.0", graph("text.onnx", '1'))))
        .isEmpty();
    assertThat(VectorOrigins.warning(queries, store("u", "1.29.0"))).isEmpty();
  }
}
