// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.data.FalconException;
import dev.falcon.onnx.encoder.ImageEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.internal.config.PixelInput;
import dev.falcon.onnx.internal.config.SampleInputs;
import dev.falcon.onnx.matcher.EncodedImage;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.matcher.QuestionAnswerer;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.matcher.SchedulerModel.BetaParameters;
import dev.falcon.onnx.matcher.StatementJudge;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.Sessions;
import java.nio.FloatBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs every part of a model folder on generated pictures and captions, the same on every machine,
 * and compares the results of two folders.
 */
public final class ModelVerifier {
  private static final String IMAGES = "images";
  private static final String TEXTS = "texts";

  private final Sessions sessions;
  private final List<ModelVerification.Check> checks = new ArrayList<>();
  private final Map<String, Output> outputs = new LinkedHashMap<>();

  /** A part's output: vectors, or single numbers as rows of width 1 // [rows x width]. */
  @SuppressWarnings("ArrayRecordComponent") // short-lived, never compared
  private record Output(float[] values, int width) {}

  private ModelVerifier(Sessions sessions) {
    this.sessions = sessions;
  }

  /**
   * Runs a folder.
   *
   * @param against another folder with which results are compared; empty for none
   */
  public static ModelVerification verify(
      ModelFolder model, Optional<ModelFolder> against, Sessions sessions) {
    ModelVerifier first = new ModelVerifier(sessions);
    first.run(model);
    List<ModelVerification.Comparison> comparisons = new ArrayList<>();
    if (against.isPresent()) {
      ModelVerifier second = new ModelVerifier(sessions);
      second.run(against.get());
      comparisons.addAll(first.compare(second, against.get()));
    }
    return new ModelVerification(
        model.path().toString(),
        sessions.device().toString(),
        List.copyOf(first.checks),
        against.map(folder -> folder.path().toString()).orElse(null),
        List.copyOf(comparisons));
  }

  private void run(ModelFolder model) {
    Map<GraphRole, Path> graphs = model.graphs();
    boolean oneFile = graphs.containsKey(GraphRole.MODEL);
    boolean takesPictures = oneFile && takesPictures(model);
    boolean crossEncoder = model.hasCrossEncoder() && !takesPictures;
    boolean matcherOnly = crossEncoder || (takesPictures && !givesVectors(model));
    if (graphs.containsKey(GraphRole.VISION_MODEL) || (takesPictures && !matcherOnly)) {
      check(IMAGES, () -> images(model));
    }
    if (graphs.containsKey(GraphRole.TEXT_MODEL) || (oneFile && !matcherOnly)) {
      check(TEXTS, () -> texts(model));
    }
    if (outputs.containsKey(IMAGES) && outputs.containsKey(TEXTS)) {
      check("vectors", () -> vectorsFit());
    }
    if (model.hasMatcher() || matcherOnly) {
      check("matches", () -> matches(model));
    }
    if (graphs.containsKey(GraphRole.QUESTION_MODEL)
        || graphs.containsKey(GraphRole.ANSWER_MODEL)) {
      check("answers", () -> answers(model));
    }
    if (graphs.containsKey(GraphRole.STATEMENT_MODEL)) {
      check("statements", () -> statements(model));
    }
    if (graphs.containsKey(GraphRole.SCHEDULER)) {
      check("scheduler", () -> scheduler(model));
    }
  }

  private boolean takesPictures(ModelFolder model) {
    try (GraphSession session = sessions.open(model.requireGraph(GraphRole.MODEL))) {
      return PixelInput.find(session).isPresent();
    }
  }

  private boolean givesVectors(ModelFolder model) {
    try (GraphSession session = sessions.open(model.requireGraph(GraphRole.MODEL))) {
      return session.output("image_embeds").isPresent();
    }
  }

  private void check(String part, Supplier<String> run) {
    try {
      checks.add(new ModelVerification.Check(part, true, run.get()));
    } catch (FalconException e) {
      checks.add(new ModelVerification.Check(part, false, e.getMessage()));
    }
  }

  private String images(ModelFolder model) {
    try (ImageEncoder encoder = model.openImageEncoder(sessions)) {
      float[] vectors =
          encoder.encodeNormalised(
              SampleInputs.pictures(encoder.transform(), encoder.newBatch(SampleInputs.ROWS)),
              SampleInputs.ROWS);
      return keep(IMAGES, vectors, encoder.dimension());
    }
  }

  private String texts(ModelFolder model) {
    try (TextEncoder encoder = model.openTextEncoder(sessions)) {
      return keep(TEXTS, encoder.encodeNormalised(SampleInputs.CAPTIONS), encoder.dimension());
    }
  }

  private String vectorsFit() {
    int images = outputs.get(IMAGES).width();
    int texts = outputs.get(TEXTS).width();
    if (images != texts) {
      throw new FalconException(
          "pictures give " + images + " numbers and captions " + texts + "; not of one model");
    }
    return "pictures and captions can be compared";
  }

  private String matches(ModelFolder model) {
    try (MatchScorer scorer = model.openMatchScorer(sessions)) {
      List<EncodedImage> images =
          scorer.isOfTexts()
              ? scorer.encodeQueries(SampleInputs.QUERIES)
              : scorer.encodeImages(
                  SampleInputs.pictures(scorer.transform(), scorer.newBatch(SampleInputs.ROWS)),
                  SampleInputs.ROWS);
      int[] diagonal = new int[SampleInputs.ROWS];
      Arrays.setAll(diagonal, i -> i);
      float[] scores =
          scorer.score(images, diagonal, scorer.encodeCaptions(SampleInputs.CAPTIONS), diagonal);
      return keep("matches", scores, 1);
    }
  }

  private String answers(ModelFolder model) {
    try (QuestionAnswerer answerer = TaskModels.questionAnswerer(model, sessions)) {
      FloatBuffer pictures =
          SampleInputs.pictures(answerer.transform(), answerer.newBatch(SampleInputs.ROWS));
      float[] scores = new float[SampleInputs.ROWS];
      int row = 0;
      for (QuestionAnswerer.Answer given : answerer.answer(pictures, SampleInputs.CAPTIONS)) {
        scores[row++] = (float) given.score();
      }
      return keep("answers", scores, 1);
    }
  }

  private String statements(ModelFolder model) {
    try (StatementJudge judge = TaskModels.statementJudge(model, sessions)) {
      FloatBuffer all = judge.newBatch(SampleInputs.ROWS);
      int length = all.capacity() / judge.images();
      for (int image = 0; image < judge.images(); image++) {
        SampleInputs.pictures(judge.transform(), all.slice(image * length, length));
      }
      return keep("statements", judge.logits(all, SampleInputs.CAPTIONS), 2);
    }
  }

  private String scheduler(ModelFolder model) {
    try (SchedulerModel scheduler = model.openScheduler(sessions)) {
      int m = scheduler.featureCount();
      BetaParameters parameters = scheduler.evaluate(SampleInputs.features(m), SampleInputs.ROWS);
      float[] both = Arrays.copyOf(parameters.alpha(), 2 * SampleInputs.ROWS);
      System.arraycopy(parameters.beta(), 0, both, SampleInputs.ROWS, SampleInputs.ROWS);
      keep("scheduler", both, 1);
      return "m=" + m + ", alpha " + both[0] + " and beta " + both[SampleInputs.ROWS];
    }
  }

  private String keep(String part, float[] values, int width) {
    for (float value : values) {
      if (!Float.isFinite(value)) {
        throw new FalconException("gives " + value + " for an ordinary input");
      }
    }
    outputs.put(part, new Output(values, width));
    return values.length / width + (width == 1 ? " numbers" : " vectors of " + width);
  }

  private List<ModelVerification.Comparison> compare(ModelVerifier other, ModelFolder folder) {
    List<ModelVerification.Comparison> comparisons = new ArrayList<>();
    outputs.forEach(
        (part, mine) -> {
          Output theirs = other.outputs.get(part);
          if (theirs == null || theirs.width() != mine.width()) {
            checks.add(
                new ModelVerification.Check(
                    part + " against",
                    false,
                    folder.path()
                        + (theirs == null
                            ? ": does not give " + part
                            : ": gives vectors of " + theirs.width() + ", not " + mine.width())));
            return;
          }
          comparisons.add(compare(part, mine, theirs));
        });
    return comparisons;
  }

  private static ModelVerification.Comparison compare(String part, Output mine, Output theirs) {
    double largest = 0;
    double smallestCosine = 1;
    for (int start = 0; start < mine.values().length; start += mine.width()) {
      double cosine = 0;
      double mineSquares = 0;
      double theirSquares = 0;
      for (int i = start; i < start + mine.width(); i++) {
        double a = mine.values()[i];
        double b = theirs.values()[i];
        largest = Math.max(largest, Math.abs(a - b));
        cosine += a * b;
        mineSquares += a * a;
        theirSquares += b * b;
      }
      smallestCosine =
          Math.min(smallestCosine, cosine / Math.sqrt(Math.max(mineSquares * theirSquares, 1e-30)));
    }
    return new ModelVerification.Comparison(
        part, largest, mine.width() == 1 ? null : smallestCosine);
  }
}
