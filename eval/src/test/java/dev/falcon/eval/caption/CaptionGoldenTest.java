// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.file.Json;
import dev.falcon.eval.Golden;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The metrics against what the usual evaluation gives, and its tokens. */
class CaptionGoldenTest {
  private final JsonNode golden =
      Json.readTree(Golden.folder("frameworks").resolve("captions/golden.json"));

  private static List<String> split(JsonNode text) {
    return Arrays.asList(text.textValue().split(" ", -1));
  }

  private static ScoredCaption caption(JsonNode hypothesis, JsonNode references) {
    List<List<String>> words = new ArrayList<>();
    references.forEach(reference -> words.add(split(reference)));
    return new ScoredCaption(split(hypothesis), words);
  }

  private List<ScoredCaption> corpus() {
    List<ScoredCaption> corpus = new ArrayList<>();
    golden
        .get("corpus")
        .forEach(item -> corpus.add(caption(item.get("hypothesis"), item.get("references"))));
    return corpus;
  }

  private List<ScoredCaption> small() {
    List<ScoredCaption> corpus = new ArrayList<>();
    JsonNode small = golden.get("small");
    for (String key : List.of("x", "y", "z")) {
      corpus.add(
          caption(small.get("hypotheses").get(key).get(0), small.get("references").get(key)));
    }
    return corpus;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static void assertEach(double[] values, JsonNode expected) {
    assertThat(values).hasSize(expected.size());
    for (int i = 0; i < values.length; i++) {
      assertThat(values[i]).isCloseTo(expected.get(i).doubleValue(), within(1e-12));
    }
  }

  @Test
  void ciderIsTheReferences() {
    assertEach(CiderD.of(corpus()), golden.at("/cider_d/each"));
    assertThat(mean(CiderD.of(corpus())))
        .isCloseTo(golden.at("/cider_d/corpus").doubleValue(), within(1e-12));
    assertEach(CiderD.of(small()), golden.at("/small/cider_d/each"));
    JsonNode single = golden.get("single");
    assertThat(CiderD.of(List.of(caption(single.get("hypothesis"), single.get("references")))))
        .containsExactly(single.get("cider_d").doubleValue());
  }

  @Test
  void bleuIsTheReferences() {
    assertEach(Bleu.of(corpus()), golden.at("/bleu/corpus"));
    assertEach(Bleu.of(small()), golden.at("/small/bleu"));
    List<ScoredCaption> corpus = corpus();
    for (int i = 0; i < corpus.size(); i++) {
      double[] scores = Bleu.of(corpus.get(i));
      for (int n = 0; n < scores.length; n++) {
        assertThat(scores[n])
            .isCloseTo(golden.at("/bleu/each").get(n).get(i).doubleValue(), within(1e-12));
      }
    }
  }

  @Test
  void rougeIsTheReferences() {
    assertEach(corpus().stream().mapToDouble(RougeL::of).toArray(), golden.at("/rouge_l/each"));
    assertThat(RougeL.of(corpus()))
        .isCloseTo(golden.at("/rouge_l/corpus").doubleValue(), within(1e-12));
    assertEach(
        small().stream().mapToDouble(RougeL::of).toArray(), golden.at("/small/rouge_l/each"));
  }

  @Test
  void wordsAreTheReferences() {
    JsonNode captions =
        Json.readTree(Golden.folder("frameworks").resolve("captions/ptb.json")).get("captions");
    assertThat(captions).hasSizeGreaterThanOrEqualTo(50);
    for (JsonNode caption : captions) {
      assertThat(String.join(" ", PtbTokenizer.words(caption.get("raw").textValue())))
          .isEqualTo(caption.get("kept").textValue());
    }
  }
}
