// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReferenceTest {
  private static List<Double> scores(String table, String method) {
    return ComparisonReader.reference(table).rows().stream()
        .filter(row -> row.name().equals(method))
        .findFirst()
        .orElseThrow()
        .scores();
  }

  @Test
  void everyTableIsWhole() {
    for (String name : Reference.NAMES) {
      Reference table = ComparisonReader.reference(name);
      assertThat(table.title()).as(name).isNotEmpty();
      assertThat(table.rows().stream().filter(row -> row.name().contains("FALCON")))
          .as(name)
          .hasSize(1);
    }
  }

  @Test
  void figuresAreThoseOfThePaper() {
    assertThat(scores("coco-downstream", "MAFA")).containsExactly(75.16, 75.13, 71.13, 71.22);
    assertThat(scores("4m-zero-shot", "FALCON"))
        .containsExactly(74.1, 91.5, 95.9, 54.8, 79.8, 87.6);
    assertThat(scores("4m-fine-tuned", "GRIT-VLP"))
        .containsExactly(76.6, 93.4, 96.9, 59.6, 83.3, 89.9);
    assertThat(scores("4m-downstream", "ViLT")).isEqualTo(Arrays.asList(70.94, null, 75.24, 76.21));
    assertThat(scores("siglip2", "SigLIP-2 + FALCON"))
        .containsExactly(72.96, 91.00, 95.44, 54.15, 78.78, 86.49);
    assertThat(scores("convergence", "MAFA")).containsExactly(0.76);
  }

  @Test
  void refusesAFileThatIsNoTable() {
    assertThatThrownBy(() -> ComparisonReader.reference("table-9"))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("references must be of [coco-downstream,")
        .hasMessageEndingWith("; references=table-9");
    assertThatThrownBy(() -> new Reference(null, null, null, null))
        .isInstanceOf(RequestException.class)
        .hasMessageStartingWith("a reference must have a title, columns and rows");
    List<Reference.Row> rows = List.of(new Reference.Row("A", List.of(1.0)));
    assertThatThrownBy(() -> new Reference("T", null, List.of("x", "y"), rows))
        .isInstanceOf(RequestException.class)
        .hasMessage("T: a row must have a name of its own and 2 scores; name=A");
  }
}
