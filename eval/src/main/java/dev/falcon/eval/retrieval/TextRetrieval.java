// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.retrieval;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.sample.SameText;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.table.PairFile;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.internal.search.NearestTexts;
import dev.falcon.eval.metric.GradedRanking;
import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Retrieval of texts by texts against graded answers, as BEIR and TREC publish them. Documents are
 * ordered by the cosine of their vectors with the query's, and documents with equal cosines as in
 * the corpus. A document with the query's own key is left out, as in BEIR. One with the query's own
 * text under another key is ranked like any other, so that scores compare with theirs, and such
 * queries are counted. Queries without a relevant document are not measured.
 *
 * <p>Memory: the vectors of queries and corpus.
 */
public final class TextRetrieval {
  private static final String COMMAND = "eval retrieval";
  private static final String TITLE = "title";
  private static final int TEXTS_AT_ONCE = 4096;
  private static final double PERCENT = 100;

  private static final OutputKind KIND =
      OutputKind.of(
          "results of text retrieval",
          OutputKind.json(TextRetrievalResult.NAME, "/provenance/command", COMMAND));

  private final TextRetrievalRequest request;
  private final EmbeddingModel embedder;
  private final Progress progress;

  /** Prepares a run. */
  public TextRetrieval(TextRetrievalRequest request, EmbeddingModel embedder, Progress progress) {
    this.request = request;
    this.embedder = embedder;
    this.progress = progress;
  }

  /**
   * The result of a run.
   *
   * @param result the numbers
   * @param rejects the samples that could not be used
   */
  public record Outcome(TextRetrievalResult result, List<Reject> rejects) {
    public Outcome {
      rejects = List.copyOf(rejects);
    }
  }

  /** Texts by their keys, in the source's order. */
  private record Texts(Map<String, String> byKey) {
    List<String> values() {
      return List.copyOf(byKey.values());
    }

    List<String> keys() {
      return List.copyOf(byKey.keySet());
    }
  }

  /**
   * Embeds the texts, ranks the documents, and computes the metrics.
   *
   * @throws FalconException if no query has a grade above 0, or a result exists already
   */
  public Outcome run() {
    if (request.outputDir().isEmpty()) {
      return measured();
    }
    Path folder = request.outputDir().get();
    List<Path> inputs = new ArrayList<>(request.queries().files());
    inputs.addAll(request.corpus().files());
    inputs.add(request.qrels());
    KIND.require(folder, inputs);
    Path file = folder.resolve(TextRetrievalResult.NAME);
    OutputFile.requireFree(file, request.overwrite());
    return FolderLock.holding(
        folder,
        () -> {
          Outcome outcome = measured();
          Rejects.list(folder.resolve(Rejects.FILE_NAME), outcome.rejects());
          RecordFile.write(file, outcome.result());
          return outcome;
        });
  }

  private Outcome measured() {
    Map<String, Map<String, Double>> grades = grades();
    List<Reject> rejects = new ArrayList<>();
    Texts all = read(request.queries(), false, rejects);
    Map<String, String> graded = new LinkedHashMap<>(all.byKey());
    graded.keySet().retainAll(grades.keySet());
    if (graded.isEmpty()) {
      throw new FalconException(
          request.qrels()
              + ": none of its "
              + grades.size()
              + " queries with a score above 0 is a key of "
              + request.queries().name()
              + first(grades.keySet(), all.byKey().keySet(), rejects));
    }
    Texts queries = new Texts(graded);
    List<Reject> ofCorpus = new ArrayList<>();
    Texts corpus = read(request.corpus(), true, ofCorpus);
    if (corpus.byKey().isEmpty()) {
      throw new FalconException(
          request.corpus().name() + ": holds no usable text; " + Reject.why(ofCorpus));
    }
    rejects.addAll(ofCorpus);
    float[][] documents = embed(corpus.values(), "documents", embedder::embedTexts);
    float[][] searching = embed(queries.values(), "queries", embedder::embedQueries);
    int[][] nearest = NearestTexts.of(searching, documents, GradedRanking.DEPTH + 1);
    long unknown =
        graded.keySet().stream()
            .flatMap(query -> grades.get(query).keySet().stream())
            .filter(document -> !corpus.byKey().containsKey(document))
            .count();
    TextRetrievalResult result =
        new TextRetrievalResult(
            TextRetrievalResult.VERSION,
            provenance(),
            embedder.fingerprint(),
            graded.size(),
            documents.length,
            rejects.size(),
            grades.size() - graded.size(),
            Math.toIntExact(unknown),
            repeated(queries, corpus, grades),
            means(queries.keys(), corpus.keys(), nearest, grades));
    return new Outcome(result, rejects);
  }

  /**
   * Returns the number of queries whose text a document has that is neither under their key nor
   * relevant.
   */
  private static int repeated(
      Texts queries, Texts corpus, Map<String, Map<String, Double>> grades) {
    Map<String, List<String>> askedBy = new HashMap<>();
    queries
        .byKey()
        .forEach(
            (query, text) ->
                askedBy
                    .computeIfAbsent(SameText.CASED.form(text), form -> new ArrayList<>(1))
                    .add(query));
    Set<String> repeated = new HashSet<>();
    corpus
        .byKey()
        .forEach(
            (document, text) ->
                askedBy.getOrDefault(SameText.CASED.form(text), List.of()).stream()
                    .filter(query -> !query.equals(document))
                    .filter(query -> !grades.get(query).containsKey(document))
                    .forEach(repeated::add));
    return repeated.size();
  }

  private static String first(Set<String> judged, Set<String> known, List<Reject> rejects) {
    return known.isEmpty()
        ? ", which holds no usable text; " + Reject.why(rejects)
        : ", such as '"
            + judged.iterator().next()
            + "' and '"
            + known.iterator().next()
            + "' there";
  }

  /** Returns the grades above 0, by query and document. */
  private Map<String, Map<String, Double>> grades() {
    Map<String, Map<String, Double>> grades = new LinkedHashMap<>();
    PairFile.Kind kind =
        PairFile.read(
            request.qrels(),
            (query, document, score, where) -> {
              if (Float.isNaN(score)) {
                throw new FalconException(where + ": its score is NaN");
              }
              if (score > 0) {
                grades
                    .computeIfAbsent(query, key -> new LinkedHashMap<>())
                    .merge(document, (double) score, Math::max);
              }
            });
    if (kind != PairFile.Kind.DIRECTED) {
      throw new FalconException(
          request.qrels()
              + ": grades are a table query_key, corpus_key[, score], or qrels as BEIR or TREC"
              + " writes them");
    }
    if (grades.isEmpty()) {
      throw new FalconException(request.qrels() + ": has no pair with a score above 0");
    }
    return grades;
  }

  private static Texts read(SampleSource source, boolean titles, List<Reject> rejects) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (int shard = 0; shard < source.shards(); shard++) {
      String name = source.shardName(shard);
      try (SampleReader reader = source.open(shard, rejects::add)) {
        while (reader.hasNext()) {
          Sample sample = reader.next();
          String text = text(sample, titles);
          if (sample.captions().size() > 1 && !(sample.anchor().isPresent() && !titles)) {
            int count = sample.captions().size();
            rejects.add(new Reject(name, sample.key(), "has " + count + " texts in place of one"));
          } else if (text.isBlank()) {
            rejects.add(new Reject(name, sample.key(), "the text is empty"));
          } else if (texts.putIfAbsent(sample.key(), text) != null) {
            rejects.add(new Reject(name, sample.key(), "the key was there before"));
          }
        }
      }
    }
    return new Texts(texts);
  }

  /** Returns a query's text, or a document's title and text, joined as in BEIR. */
  private static String text(Sample sample, boolean titles) {
    String text = sample.captions().isEmpty() ? "" : sample.captions().get(0);
    if (!titles) {
      return sample.anchor().orElse(text);
    }
    String title = sample.metadata().getOrDefault(TITLE, "");
    return title.isBlank() ? text : (title + " " + text).strip();
  }

  private float[][] embed(
      List<String> texts, String what, Function<List<String>, float[][]> embedding) {
    float[][] vectors = new float[texts.size()][];
    try (Progress.Task task = progress.begin("embedding", texts.size(), what)) {
      for (int from = 0; from < vectors.length; from += TEXTS_AT_ONCE) {
        int to = Math.min(from + TEXTS_AT_ONCE, vectors.length);
        float[][] block = embedding.apply(texts.subList(from, to));
        System.arraycopy(block, 0, vectors, from, block.length);
        task.advance(block.length);
      }
    }
    return vectors;
  }

  private static Scores means(
      List<String> queries,
      List<String> documents,
      int[][] nearest,
      Map<String, Map<String, Double>> grades) {
    Map<String, Double> sums = new LinkedHashMap<>();
    for (int query = 0; query < nearest.length; query++) {
      String key = queries.get(query);
      Map<String, Double> known = grades.get(key);
      double[] ranked = new double[nearest[query].length];
      int count = 0;
      for (int document : nearest[query]) {
        String found = documents.get(document);
        if (!found.equals(key) && count < GradedRanking.DEPTH) {
          ranked[count++] = known.getOrDefault(found, 0.0);
        }
      }
      double[] relevant = known.values().stream().mapToDouble(Double::doubleValue).toArray();
      GradedRanking.of(ranked, relevant)
          .forEach(
              (name, value) -> sums.merge(name, PERCENT * value / nearest.length, Double::sum));
    }
    return Scores.of(sums);
  }

  private Provenance provenance() {
    Map<String, Object> options = new TreeMap<>(request.reading());
    options.put("depth", GradedRanking.DEPTH);
    List<Provenance.Input> inputs =
        new ArrayList<>(Provenance.Input.as(InputRole.DATA, request.corpus().inputs()));
    inputs.addAll(Provenance.Input.as(InputRole.QUERIES, request.queries().inputs()));
    inputs.add(Provenance.Input.of(InputRole.QRELS, request.qrels()));
    return embedder.recorded(Provenance.of(COMMAND, 0, options, inputs));
  }
}
