// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.annotation.JsonItem;
import dev.falcon.data.annotation.JsonItems;
import dev.falcon.eval.caption.internal.MeteorJar;
import dev.falcon.eval.caption.internal.SpiceJar;
import dev.falcon.eval.internal.task.Predictions;
import dev.falcon.eval.metric.Scores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Evaluates captions of pictures against people's captions. */
public final class CaptionEvaluation {
  private static final double PERCENT = 100;

  private CaptionEvaluation() {}

  /**
   * Evaluates a file of captions. Memory: all captions, and the n-grams of the references.
   *
   * @throws FalconException if a picture has no caption or several, or a caption is for a picture
   *     without references
   */
  public static CaptionResult run(CaptionRequest request) {
    Map<String, List<String>> references = references(request.references());
    Predictions predictions =
        Predictions.read(
            request.predictions(), item -> item.id("image_id"), item -> item.text("caption"));
    if (request.predictedOnly()) {
      references.keySet().retainAll(predictions.ids());
    }
    predictions.mustCover(
        references.keySet(), "image", "; predict them, or leave out what has no prediction");
    predictions.mustBeFor(references.keySet(), "image");
    List<ScoredCaption> captions = new ArrayList<>();
    references.forEach(
        (image, texts) ->
            captions.add(
                new ScoredCaption(
                    PtbTokenizer.words(predictions.of(image)),
                    texts.stream().map(PtbTokenizer::words).toList())));
    return new CaptionResult(
        provenance(request),
        captions.size(),
        captions.stream().mapToInt(caption -> caption.references().size()).sum(),
        scores(captions, request),
        notComputed(request));
  }

  private static Map<String, List<String>> references(Path file) {
    Map<String, List<String>> references = new LinkedHashMap<>();
    JsonItems.walk(
        file,
        (list, item) -> {
          if (list.equals("annotations") || list.isEmpty()) {
            add(references, item);
          }
        });
    if (references.isEmpty()) {
      throw new FalconException(
          file + ": holds no 'annotations' with 'image_id' and 'caption', as COCO's captions do");
    }
    return references;
  }

  private static void add(Map<String, List<String>> references, JsonItem item) {
    references
        .computeIfAbsent(item.id("image_id"), image -> new ArrayList<>())
        .add(item.text("caption"));
  }

  private static Scores scores(List<ScoredCaption> captions, CaptionRequest request) {
    Scores scores = Scores.NONE;
    double[] bleu = Bleu.of(captions);
    for (int n = 1; n <= bleu.length; n++) {
      scores = scores.with("bleu_" + n, PERCENT * bleu[n - 1]);
    }
    double cider = Arrays.stream(CiderD.of(captions)).sum() / captions.size();
    scores = scores.with("rouge_l", PERCENT * RougeL.of(captions)).with("cider_d", PERCENT * cider);
    if (request.meteorJar().isPresent()) {
      double meteor = MeteorJar.score(request.meteorJar().get(), captions, request.jarLimit());
      scores = scores.with("meteor", PERCENT * meteor);
    }
    if (request.spiceJar().isPresent()) {
      double spice = SpiceJar.score(request.spiceJar().get(), captions, request.jarLimit());
      scores = scores.with("spice", PERCENT * spice);
    }
    return scores;
  }

  private static List<String> notComputed(CaptionRequest request) {
    List<String> left = new ArrayList<>();
    if (request.meteorJar().isEmpty()) {
      left.add("meteor");
    }
    if (request.spiceJar().isEmpty()) {
      left.add("spice");
    }
    return left;
  }

  private static Provenance provenance(CaptionRequest request) {
    List<Provenance.Input> inputs = new ArrayList<>();
    inputs.add(Provenance.Input.of(InputRole.PREDICTIONS, request.predictions()));
    inputs.add(Provenance.Input.of(InputRole.REFERENCES, request.references()));
    request.meteorJar().ifPresent(jar -> inputs.add(Provenance.Input.of(InputRole.METEOR, jar)));
    request.spiceJar().ifPresent(jar -> inputs.add(Provenance.Input.of(InputRole.SPICE, jar)));
    return Provenance.of(
        "eval captions", 0, Map.of("predicted-only", request.predictedOnly()), inputs);
  }
}
