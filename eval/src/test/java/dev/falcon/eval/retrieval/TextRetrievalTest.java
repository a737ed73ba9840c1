// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Json;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.LetterEmbedder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Texts that search texts, against a naive second implementation and numbers of trec_eval. */
class TextRetrievalTest {
  @TempDir private Path folder;
  private final LetterEmbedder embedder = new LetterEmbedder("letters");

  private Path write(String name, String content) throws IOException {
    return Files.writeString(folder.resolve(name), content);
  }

  private TextRetrieval.Outcome run(Path queries, Path corpus, Path qrels, Optional<Path> out) {
    TextRetrievalRequest request =
        new TextRetrievalRequest(
            SampleSources.open(queries.toString()),
            SampleSources.open(corpus.toString()),
            qrels,
            out,
            false);
    return new TextRetrieval(request, embedder, Progress.NONE).run();
  }

  private TextRetrievalResult run(Path queries, Path corpus, Path qrels) {
    return run(queries, corpus, qrels, Optional.empty()).result();
  }

  @Test
  void measuresAsANaiveImplementationDoes() throws IOException {
    Random random = new Random(3);
    StringBuilder documents = new StringBuilder();
    StringBuilder queries = new StringBuilder();
    StringBuilder qrels = new StringBuilder("query-id\tcorpus-id\tscore\n");
    Map<String, String> texts = new HashMap<>();
    Map<String, Map<String, Integer>> grades = new HashMap<>();
    List<String> order = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      String title = i % 3 == 0 ? "" : letters(random, 2);
      String text = letters(random, 5);
      documents.append(
          "{\"_id\": \"d" + i + "\", \"title\": \"" + title + "\", \"text\": \"" + text + "\"}\n");
      texts.put("d" + i, (title + " " + text).strip());
      order.add("d" + i);
    }
    for (int i = 0; i < 40; i++) {
      String text = letters(random, 4);
      queries.append("{\"_id\": \"q" + i + "\", \"text\": \"" + text + "\"}\n");
      texts.put("q" + i, text);
      for (int j = 0; j < 12; j++) {
        String document = "d" + random.nextInt(300);
        int grade = random.nextInt(4);
        if (grades.computeIfAbsent("q" + i, q -> new HashMap<>()).putIfAbsent(document, grade)
            == null) {
          qrels.append("q" + i + "\t" + document + "\t" + grade + "\n");
        }
      }
    }
    TextRetrievalResult result =
        run(
            write("queries.jsonl", queries.toString()),
            write("corpus.jsonl", documents.toString()),
            write("test.tsv", qrels.toString()));
    assertThat(result.documents()).isEqualTo(300);
    assertThat(result.queries()).isEqualTo(40);
    assertThat(result.scores().values()).hasSize(6);
    naive(texts, order, grades)
        .forEach(
            (name, value) ->
                assertThat(result.scores().get(name)).as(name).isCloseTo(value, within(1e-9)));
  }

  private static String letters(Random random, int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(i == 0 ? "" : " ");
      for (int j = 0; j < 3; j++) {
        text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }

  private Map<String, Double> naive(
      Map<String, String> texts, List<String> documents, Map<String, Map<String, Integer>> grades) {
    Map<String, Double> means = new HashMap<>();
    for (Map.Entry<String, Map<String, Integer>> query : grades.entrySet()) {
      Map<String, Double> cosines = new HashMap<>();
      float[] vector = embedder.embedTexts(List.of(texts.get(query.getKey())))[0];
      for (String document : documents) {
        float[] other = embedder.embedTexts(List.of(texts.get(document)))[0];
        double cosine = 0;
        for (int i = 0; i < vector.length; i++) {
          cosine += (double) vector[i] * other[i];
        }
        cosines.put(document, cosine);
      }
      List<String> ranked = new ArrayList<>(documents);
      ranked.sort(Comparator.comparing((String d) -> -cosines.get(d)));
      List<Integer> ideal = new ArrayList<>(query.getValue().values());
      ideal.sort(Comparator.reverseOrder());
      long relevant = ideal.stream().filter(grade -> grade > 0).count();
      double gained = 0;
      double best = 0;
      double first = 0;
      for (int rank = 0; rank < 10; rank++) {
        double discount = Math.log(2) / Math.log(rank + 2);
        int grade = query.getValue().getOrDefault(ranked.get(rank), 0);
        gained += grade * discount;
        best += rank < ideal.size() ? ideal.get(rank) * discount : 0;
        first = first == 0 && grade > 0 ? 1.0 / (rank + 1) : first;
      }
      double share = 100.0 / grades.size();
      means.merge("ndcg_at_10", share * gained / best, Double::sum);
      means.merge("mrr_at_10", share * first, Double::sum);
      for (int k : new int[] {1, 5, 10, 100}) {
        long found =
            ranked.subList(0, k).stream()
                .filter(d -> query.getValue().getOrDefault(d, 0) > 0)
                .count();
        means.merge("recall_at_" + k, share * found / relevant, Double::sum);
      }
    }
    return means;
  }

  private static final String CORPUS =
      """
      {"_id": "a", "text": "abc"}
      {"_id": "b", "text": "abcd"}
      {"_id": "c", "text": "xyz"}
      """;

  @Test
  void trecsGradesAreReadAndMissingDocumentsAreMisses() throws IOException {
    TextRetrievalResult result =
        run(
            write("q.jsonl", "{\"_id\": \"1\", \"text\": \"abcd\"}\n"),
            write("c.jsonl", CORPUS),
            write("qrels.txt", "1 0 a 2\n1 0 gone 1\n1 0 c 0\n2 0 a 1\n"));
    assertThat(result.unknownDocuments()).isEqualTo(1);
    assertThat(result.unknownQueries()).isEqualTo(1);
    assertThat(result.scores().get("mrr_at_10")).isEqualTo(50);
    assertThat(result.scores().get("recall_at_10")).isEqualTo(50);
    double second = Math.log(2) / Math.log(3);
    assertThat(result.scores().get("ndcg_at_10"))
        .as("b first, then a; ideal a, then the one that is gone")
        .isCloseTo(100 * 2 * second / (2 + second), within(1e-9));
  }

  @Test
  void aQuerysTextUnderAnotherKeyIsRankedAndCounted() throws IOException {
    Path queries =
        write(
            "q.jsonl",
            """
            {"_id": "1", "text": " abc"}
            {"_id": "b", "text": "abcd"}
            {"_id": "3", "text": "xyz"}
            """);

    TextRetrievalResult result =
        run(queries, write("c.jsonl", CORPUS), write("qrels.txt", "1 0 b 1\nb 0 a 1\n3 0 c 1\n"));

    assertThat(result.repeatedQueries()).as("'b' has its key, and 'c' is relevant").isEqualTo(1);
    assertThat(result.scores().get("mrr_at_10"))
        .as("'abc' comes before the answer of '1'")
        .isCloseTo(100 * (0.5 + 1 + 1) / 3, within(1e-9));
  }

  @Test
  void aQueryOfTheCorpusDoesNotFindItself() throws IOException {
    Path corpus = write("c.jsonl", CORPUS);
    TextRetrievalResult result = run(corpus, corpus, write("q.tsv", "a\tb\t1\nb\ta\t1\n"));
    assertThat(result.scores().get("recall_at_1")).isEqualTo(100);
  }

  @Test
  void equalDocumentsAreRankedAsTheyStand() throws IOException {
    Path corpus =
        write("c.jsonl", "{\"_id\": \"b\", \"text\": \"x\"}\n{\"_id\": \"a\", \"text\": \"x\"}\n");
    Path queries = write("q.jsonl", "{\"_id\": \"1\", \"text\": \"x\"}\n");
    assertThat(run(queries, corpus, write("a.tsv", "1\ta\t1\n")).scores().get("mrr_at_10"))
        .isEqualTo(50);
    assertThat(run(queries, corpus, write("b.tsv", "1\tb\t1\n")).scores().get("mrr_at_10"))
        .isEqualTo(100);
  }

  @Test
  void textsThatCannotBeUsedAreListed() throws IOException {
    Path corpus =
        write(
            "c.jsonl",
            CORPUS
                + """
                {"_id": "d", "text": " "}
                {"_id": "a", "text": "again"}
                {"_id": "e", "text": ["one", "two"]}
                """);
    TextRetrieval.Outcome outcome =
        run(
            write("q.jsonl", "{\"_id\": \"1\", \"text\": \"abcd\"}\n"),
            corpus,
            write("q.tsv", "1\ta\t1\n"),
            Optional.empty());
    assertThat(outcome.rejects())
        .extracting(Reject::reason)
        .containsExactly(
            "the text is empty", "the key was there before", "has 2 texts in place of one");
    assertThat(outcome.result().documents()).isEqualTo(3);
  }

  @Test
  void gradesThatFitNothingAreRefused() throws IOException {
    Path queries = write("q.jsonl", "{\"_id\": \"1\", \"text\": \"abcd\"}\n");
    Path corpus = write("c.jsonl", CORPUS);
    Path other = write("other.tsv", "7\ta\t1\n");
    assertThatThrownBy(() -> run(queries, corpus, other))
        .isInstanceOf(FalconException.class)
        .hasMessage(
            other
                + ": none of its 1 queries with a score above 0 is a key of "
                + queries
                + ", such as '7' and '1' there");
    Path zeros = write("zeros.tsv", "1\ta\t0\n");
    assertThatThrownBy(() -> run(queries, corpus, zeros))
        .hasMessage(zeros + ": has no pair with a score above 0");
    Path pairs = write("pairs.csv", "key_a,key_b\n1,a\n");
    assertThatThrownBy(() -> run(queries, corpus, pairs))
        .hasMessageContaining("grades are a table query_key, corpus_key[, score], or qrels");
    Path two = write("two.tsv", "1\ta\n");
    assertThatThrownBy(() -> run(queries, corpus, two)).hasMessageContaining("has 2 fields");
  }

  @Test
  void theResultIsWrittenOnce() throws IOException {
    Path queries = write("q.jsonl", "{\"_id\": \"1\", \"text\": \"abcd\"}\n");
    Path corpus = write("c.jsonl", CORPUS);
    Path qrels = write("q.tsv", "1\tb\t1\n");
    Path out = folder.resolve("out");
    run(queries, corpus, qrels, Optional.of(out));
    Path file = out.resolve("text-retrieval.json");
    assertThat(Json.readTree(file).at("/scores/ndcg_at_10").doubleValue()).isEqualTo(100);
    assertThat(Json.readTree(file).at("/provenance/inputs")).hasSize(3);
    byte[] before = Files.readAllBytes(file);
    assertThatThrownBy(() -> run(queries, corpus, qrels, Optional.of(out)))
        .isInstanceOf(RequestException.class)
        .hasMessage(file + ": already exists; name another file, or overwrite it");
    assertThat(Files.readAllBytes(file)).isEqualTo(before);
  }

  @Test
  void saysWhyThereIsNoText() throws IOException {
    String reason = "the caption is neither a string nor a list of strings: 7";
    Path queries = write("queries.jsonl", "{\"_id\": \"q\", \"text\": \"a\"}\n");
    Path empty = write("corpus.jsonl", "{\"_id\": \"d\", \"text\": 7}\n");
    Path qrels = write("qrels.tsv", "query-id\tcorpus-id\tscore\nq\td\t1\n");
    assertThatThrownBy(() -> run(queries, empty, qrels))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith("corpus.jsonl: holds no usable text; " + reason);
    assertThatThrownBy(() -> run(empty, queries, qrels))
        .isInstanceOf(FalconException.class)
        .hasMessageEndingWith("which holds no usable text; " + reason);
  }
}
