// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Provenance;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DifferenceTest {
  private static final Provenance RUN =
      Provenance.of("embed", 0, Map.of("captions", "ALL"), List.of());

  @Test
  void namesTheVersionsOfNativeLibrariesBeforeAnythingElse() {
    Provenance earlier = RUN.computedBy("onnxruntime", "1.29.0");
    Provenance now =
        RUN.withOptions(Map.of("captions", "FIRST")).computedBy("onnxruntime", "1.30.0");

    assertThat(Difference.between(earlier, now, "request.json"))
        .isEqualTo(
            "computed by onnxruntime 1.29.0, and this is onnxruntime 1.30.0, whose results differ"
                + " slightly; use the former, or overwrite it");
    assertThat(Difference.between(RUN, now, "request.json"))
        .startsWith("computed by no native library, and this is onnxruntime 1.30.0");
  }

  @Test
  void namesOptionsOfOneVersion() {
    assertThat(
            Difference.between(RUN, RUN.withOptions(Map.of("captions", "FIRST")), "request.json"))
        .isEqualTo("there {captions=ALL}; give its options, or overwrite it");
  }
}
