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
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.sample.MemorySource;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.source.SampleSources;
import dev.falcon.eval.EmbeddingModel;
import dev.falcon.eval.LetterEmbedder;
import dev.falcon.eval.metric.Scores;
import dev.falcon.eval.retrieval.RetrievalRequest.Order;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The protocol against a naive second implementation that holds all scores at once. */
class RetrievalTest {
  @TempDir Path folder;
  private final LetterEmbedder embedder = new LetterEmbedder("letters");
  private final SampleSource scenes =
      SampleSources.open("scenes:test,count=40,captions-per-image=3");

  private RetrievalResult run(SampleSource data, Order order, int k, Path truth) {
    RetrievalRequest request =
        new RetrievalRequest(
            data, truth, k == 0 ? OptionalInt.empty() : OptionalInt.of(k), order, null, false);
    return new Retrieval(request, embedder, Optional.of(new ColourMatcher()), Progress.NONE)
        .run()
        .result();
  }

  @Test
  void ranksByCosineAsANaiveImplementationDoes() {
    RetrievalResult result = run(scenes, Order.ITC, 0, null);
    assertThat(result.itm()).isNull();
    assertThat(result.images()).isEqualTo(40);
    assertThat(result.captions()).isEqualTo(120);
    assertMetrics(result.itc(), new Naive(Order.ITC, 0));
  }

  @Test
  void reranksTheBestByTheMatchersLogit() {
    RetrievalResult result = run(scenes, Order.ITM, 12, null);
    assertThat(result.reranked()).isEqualTo(12);
    assertMetrics(result.itc(), new Naive(Order.ITC, 0));
    assertMetrics(result.itm(), new Naive(Order.ITM, 12));
    assertThat(result.itm()).isNotEqualTo(result.itc());
  }

  @Test
  void addsTheCosineWhereAsked() {
    assertMetrics(
        run(scenes, Order.ITM_PLUS_ITC, 12, null).itm(), new Naive(Order.ITM_PLUS_ITC, 12));
  }

  @Test
  void looksAtAllWhereThereAreFewerThanUsual() {
    assertThat(run(scenes, Order.ITM, 0, null).reranked()).isEqualTo(40);
    assertThatThrownBy(() -> run(scenes, Order.ITM, 41, null))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining(
            "has 40 images and 120 captions; the candidates to re-rank must be at most 40, is 41");
    assertThatThrownBy(() -> run(scenes, Order.ITM, -1, null))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("the candidates to re-rank must be at least 1");
  }

  @Test
  void rowsOfOneImageIdAreOneImage() {
    List<Sample> split = new ArrayList<>();
    for (int caption = 0; caption < 3; caption++) {
      for (Sample s : samples()) {
        split.add(
            new Sample(
                s.key() + "-" + caption,
                s.image(),
                List.of(s.captions().get(caption)),
                Optional.of(s.key()),
                OptionalInt.empty(),
                s.metadata(),
                s.members()));
      }
    }
    RetrievalResult result = run(new MemorySource("split", split), Order.ITM, 12, null);
    RetrievalResult whole = run(scenes, Order.ITM, 12, null);
    assertThat(result.images()).isEqualTo(40);
    assertThat(result.itc()).isEqualTo(whole.itc());
    assertThat(result.itm()).isEqualTo(whole.itm());
  }

  @Test
  void tiesCountForTheQueryAndAreReported() {
    List<Sample> samples = new ArrayList<>();
    for (Sample s : samples().subList(0, 4)) {
      samples.add(Sample.of(s.key(), s.image().orElseThrow(), List.of("the same words")));
    }
    RetrievalResult result = run(new MemorySource("equal", samples), Order.ITC, 0, null);
    assertThat(result.itc().get("txt_r1")).isEqualTo(100);
    assertThat(result.tiedImages()).isEqualTo(4);
    assertThat(result.tiedCaptions()).isZero();
  }

  @Test
  void needsAMatcherForReranking() {
    RetrievalRequest request =
        new RetrievalRequest(scenes, null, OptionalInt.empty(), Order.ITM, null, false);
    assertThatThrownBy(() -> new Retrieval(request, embedder, Optional.empty(), Progress.NONE))
        .isInstanceOf(RequestException.class)
        .hasMessageContaining("rank by the cosine alone");
  }

  @Test
  void takesTheTruthFromLabelledPairs() throws Exception {
    List<Sample> samples = samples();
    StringBuilder pairs = new StringBuilder();
    for (Sample image : samples) {
      for (Sample text : samples) {
        for (int i = 0; i < text.captions().size(); i++) {
          boolean match = CaptionParser.parse(text.captions().get(i)).matches(Scene.of(image));
          pairs.append(
              String.format(
                  Locale.ROOT,
                  "{\"image_key\": \"%s\", \"text_key\": \"%s#%d\", \"match\": %s}\n",
                  image.key(),
                  text.key(),
                  i,
                  match));
        }
      }
    }
    Path truth = Files.writeString(folder.resolve("truth.jsonl"), pairs);
    RetrievalResult labelled = run(scenes, Order.ITC, 0, truth);
    assertThat(labelled.truth()).isEqualTo("truth.jsonl");
    assertThat(labelled.itc()).isEqualTo(run(scenes, Order.ITC, 0, null).itc());

    Files.writeString(truth, "{\"image_key\": \"x\", \"text_key\": \"y\", \"match\": true}\n");
    assertThatThrownBy(() -> run(scenes, Order.ITC, 0, truth))
        .hasMessageContaining("truth.jsonl: no pair is of this dataset; its keys are such as");
  }

  @Test
  void leavesOutWhatCannotBeUsedAndWritesTheResult() {
    byte[] broken = "broken".getBytes(StandardCharsets.UTF_8);
    List<Sample> samples = new ArrayList<>();
    samples().forEach(s -> samples.add(Sample.of(s.key(), s.image().orElseThrow(), s.captions())));
    samples.set(3, Sample.of("broken", broken, List.of("a circle")));
    samples.set(5, Sample.of("silent", samples.get(5).image().orElseThrow(), List.of()));
    samples.set(
        7,
        Sample.of(samples.get(6).key(), samples.get(7).image().orElseThrow(), List.of("a circle")));
    RetrievalRequest request =
        new RetrievalRequest(
            new MemorySource("some", samples),
            null,
            OptionalInt.of(10),
            Order.ITM,
            folder.resolve("out"),
            false);
    Retrieval retrieval =
        new Retrieval(request, embedder, Optional.of(new ColourMatcher()), Progress.NONE);
    Retrieval.Outcome outcome = retrieval.run();
    assertThat(outcome.rejects())
        .extracting(Reject::reason)
        .containsExactly(
            "the picture cannot be decoded",
            "the sample has no caption",
            "the key was there before");
    assertThat(outcome.result().truth()).isEmpty();
    assertThat(Json.read(folder.resolve("out/retrieval.json"), RetrievalResult.class))
        .isEqualTo(outcome.result());
    assertThat(folder.resolve("out/rejects.parquet")).exists();
    assertThat(folder.resolve("out/queries.parquet")).exists();
    assertThatThrownBy(retrieval::run).hasMessageContaining("retrieval.json: already exists");
  }

  private List<Sample> samples() {
    List<Sample> samples = new ArrayList<>();
    scenes.forEach(samples::add, reject -> {});
    return samples;
  }

  private void assertMetrics(Scores metrics, Naive naive) {
    assertThat(metrics.get("txt_r1")).isCloseTo(naive.recall(true, 1), within(1e-9));
    assertThat(metrics.get("txt_r10")).isCloseTo(naive.recall(true, 10), within(1e-9));
    assertThat(metrics.get("img_r5")).isCloseTo(naive.recall(false, 5), within(1e-9));
    double mean = 0;
    for (int k : new int[] {1, 5, 10}) {
      mean += naive.recall(true, k) + naive.recall(false, k);
    }
    assertThat(metrics.get("r_mean")).isCloseTo(mean / 6, within(1e-9));
    assertThat(metrics.get("txt_map_at_r")).isCloseTo(naive.mapAtR(true), within(1e-9));
    assertThat(metrics.get("img_map_at_r")).isCloseTo(naive.mapAtR(false), within(1e-9));
  }

  /** All scores at once, sorted whole. */
  private final class Naive {
    private final List<Sample> images = samples();
    private final List<String> captions =
        images.stream().flatMap(image -> image.captions().stream()).toList();
    private final float[][] imageVectors = new float[images.size()][];
    private final float[][] textVectors = embedder.embedTexts(captions);
    private final Order order;
    private final int k;

    Naive(Order order, int k) {
      this.order = order;
      this.k = k;
      embedder.embedImages(
          images.stream().map(sample -> sample.image().orElseThrow()).iterator(),
          ConvertOrder.RGB_THEN_RESIZE,
          new EmbeddingModel.ImageSink() {
            @Override
            public void vector(int image, float[] vector) {
              imageVectors[image] = vector;
            }

            @Override
            public void unusable(int image, String reason) {
              throw new AssertionError(reason);
            }
          });
    }

    private float cosine(int image, int caption) {
      float sum = 0;
      for (int i = 0; i < textVectors[caption].length; i++) {
        sum = Math.fma(imageVectors[image][i], textVectors[caption][i], sum);
      }
      return sum;
    }

    private double logit(int image, int caption) {
      float match =
          ColourMatcher.logit(images.get(image).image().orElseThrow(), captions.get(caption));
      return order == Order.ITM ? match : match + cosine(image, caption);
    }

    /** Candidates of a query in their order; those not re-ranked follow by cosine. */
    private List<Integer> ranking(boolean forTexts, int query) {
      int candidates = forTexts ? captions.size() : images.size();
      Comparator<Integer> byCosine =
          Comparator.comparingDouble(c -> -(forTexts ? cosine(query, c) : cosine(c, query)));
      List<Integer> ranked =
          new ArrayList<>(IntStream.range(0, candidates).boxed().sorted(byCosine).toList());
      ranked
          .subList(0, k)
          .sort(
              Comparator.comparingDouble(
                  c -> -(float) (forTexts ? logit(query, c) : logit(c, query))));
      return ranked;
    }

    private int queries(boolean forTexts) {
      return forTexts ? images.size() : captions.size();
    }

    double recall(boolean forTexts, int depth) {
      return k == 0 ? recallByCosine(forTexts, depth) : recallByOrder(forTexts, depth);
    }

    /** A hit where fewer than so many are more similar than the best own. */
    private double recallByCosine(boolean forTexts, int depth) {
      int hits = 0;
      for (int query = 0; query < queries(forTexts); query++) {
        List<Integer> ranked = ranking(forTexts, query);
        int q = query;
        ToDoubleFunction<Integer> cosine = c -> forTexts ? cosine(q, c) : cosine(c, q);
        double own =
            ranked.stream()
                .filter(c -> forTexts ? c / 3 == q : q / 3 == c)
                .mapToDouble(cosine)
                .max()
                .orElseThrow();
        hits += ranked.stream().mapToDouble(cosine).filter(c -> c > own).count() < depth ? 1 : 0;
      }
      return 100.0 * hits / queries(forTexts);
    }

    private double recallByOrder(boolean forTexts, int depth) {
      int hits = 0;
      for (int query = 0; query < queries(forTexts); query++) {
        int q = query;
        BiPredicate<Integer, Integer> isOwn = (image, caption) -> caption / 3 == image;
        hits +=
            ranking(forTexts, q).stream()
                    .limit(k == 0 ? depth : Math.min(depth, k))
                    .anyMatch(c -> forTexts ? isOwn.test(q, c) : isOwn.test(c, q))
                ? 1
                : 0;
      }
      return 100.0 * hits / queries(forTexts);
    }

    double mapAtR(boolean forTexts) {
      double sum = 0;
      for (int query = 0; query < queries(forTexts); query++) {
        int q = query;
        List<Boolean> right =
            ranking(forTexts, q).stream().map(c -> forTexts ? isTrue(q, c) : isTrue(c, q)).toList();
        int total = (int) right.stream().filter(r -> r).count();
        double precisions = 0;
        for (int i = 0; i < total; i++) {
          long found = right.subList(0, i + 1).stream().filter(r -> r).count();
          precisions += right.get(i) ? (double) found / (i + 1) : 0;
        }
        sum += precisions / total;
      }
      return 100 * sum / queries(forTexts);
    }

    private boolean isTrue(int image, int caption) {
      return CaptionParser.parse(captions.get(caption)).matches(Scene.of(images.get(image)));
    }
  }
}
