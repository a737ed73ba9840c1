// SPDX-License-Identifier: Apache-2.0
package dev.falcon.downstream.generation;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.ConvertOrder;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.image.ResampleFilter;
import dev.falcon.data.image.Rescale;
import dev.falcon.data.image.Resize;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.downstream.generation.internal.BeamSearch;
import dev.falcon.downstream.generation.internal.Captioner;
import dev.falcon.downstream.generation.internal.PredictionFiles;
import dev.falcon.downstream.generation.internal.Stage2Config;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.training.internal.tensor.Torch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Generates captions of images and answers to questions about them with BLIP-2's second stage (Li
 * et al., 2023, section 3.3), prompted as in LAVIS. {@code falcon eval captions} and {@code falcon
 * eval vqa} read the file of predictions, which appears once all texts are generated; an
 * interrupted request resumes.
 */
public final class ImageCaptioner {
  private static final Pattern QUESTION_PUNCTUATION = Pattern.compile("[.!\"()*#:;~]");
  private static final int MOST_WORDS = 50;

  private final GenerationRequest request;
  private final Stage2Config config;
  private final Captioner captioner;
  private final TextPipeline text;
  private final Preprocessor preprocessor;
  private long rejects;

  private ImageCaptioner(
      GenerationRequest request, Stage2Config config, Captioner captioner, TextPipeline text) {
    this.request = request;
    this.config = config;
    this.captioner = captioner;
    this.text = text;
    this.preprocessor = new Preprocessor(pictures(request.model(), config.shape().imageSize()));
  }

  /** Returns the preprocessing in the folder or, if it has none, LAVIS'. */
  private static ImageTransform pictures(Path model, int side) {
    ImageTransform pictures =
        ModelFolder.imageTransform(model)
            .orElseGet(
                () ->
                    new ImageTransform(
                        ConvertOrder.RGB_THEN_RESIZE,
                        new Resize.Squash(side, side),
                        ResampleFilter.BICUBIC,
                        Optional.empty(),
                        0,
                        Rescale.DIVIDE_BY_255,
                        ImageTransform.CLIP_MEAN,
                        ImageTransform.CLIP_STD));
    if (pictures.outputHeight() != side || pictures.outputWidth() != side) {
      throw new FalconException(
          model
              + ": its preprocessing gives pictures of "
              + pictures.outputWidth()
              + " x "
              + pictures.outputHeight()
              + " pixels; vision_config.image_size is "
              + side);
    }
    return pictures;
  }

  /**
   * Generates a text for every image.
   *
   * @throws dev.falcon.data.FalconException if the folder does not hold such a model, the file
   *     exists, or another run is writing it
   */
  public static GenerationResult generate(GenerationRequest request) {
    List<Path> inputs = new ArrayList<>(request.source().files());
    inputs.add(request.model());
    PredictionFiles.requirePlace(request.out());
    PredictionFiles.tidy(request.out(), asked(request));
    OutputFile.require(request.out(), request.overwrite(), inputs);
    Stage2Config config = Stage2Config.read(request.model().resolve("config.json"));
    return FolderLock.beside(request.out(), () -> locked(request, config));
  }

  private static GenerationResult locked(GenerationRequest request, Stage2Config config) {
    try (TextPipeline text =
            TextPipeline.open(request.model().resolve("tokenizer.json"), config.text());
        PredictionFiles predictions = predictions(request);
        Torch torch = Torch.open(request.device(), request.threads());
        Captioner captioner = Captioner.open(torch, config, request.model())) {
      return new ImageCaptioner(request, config, captioner, text).run(predictions);
    }
  }

  private static String asked(GenerationRequest request) {
    Map<String, Object> asked = new TreeMap<>();
    asked.put("model", request.model().toString());
    asked.put("data", request.source().name());
    asked.put("prompt", request.prompt());
    asked.put("settings", request.settings());
    return Json.line(asked);
  }

  private static PredictionFiles predictions(GenerationRequest request) {
    boolean captions = request.kind() == GenerationRequest.Kind.CAPTIONS;
    return PredictionFiles.open(
        request.out(),
        asked(request),
        captions ? "image_id" : "question_id",
        captions ? "caption" : "answer",
        request.overwrite());
  }

  private GenerationResult run(PredictionFiles predictions) {
    boolean complete;
    try (Progress.Task task =
        request.progress().begin("generating", request.source().knownSamples(), "samples")) {
      complete = generateAll(predictions, task);
    }
    if (complete) {
      predictions.finish();
    }
    return new GenerationResult(complete, request.out(), predictions.size(), rejects);
  }

  /** Returns whether every text was generated; false after an interruption. */
  private boolean generateAll(PredictionFiles predictions, Progress.Task task) {
    for (int shard = 0; shard < request.source().shards(); shard++) {
      try (SampleReader reader = request.source().open(shard, reject -> rejects++)) {
        while (reader.hasNext()) {
          if (request.stop().getAsBoolean()) {
            return false;
          }
          generate(reader.next(), predictions);
          task.advance(1);
        }
      }
    }
    return true;
  }

  private void generate(Sample sample, PredictionFiles predictions) {
    List<String> questions =
        request.kind() == GenerationRequest.Kind.CAPTIONS ? List.of("") : sample.captions();
    if (sample.image().isEmpty() || questions.isEmpty()) {
      rejects++;
      return;
    }
    float[] pixels = null;
    for (int i = 0; i < questions.size(); i++) {
      String id = id(sample, i, questions.size());
      if (predictions.has(id)) {
        continue;
      }
      try {
        pixels = pixels == null ? preprocessor.apply(sample.image().get()) : pixels;
      } catch (ImageException e) {
        rejects++;
        return;
      }
      predictions.add(
          id, generate(pixels, request.prompt().replace("{}", cleaned(questions.get(i)))));
    }
  }

  private String id(Sample sample, int question, int questions) {
    if (request.kind() == GenerationRequest.Kind.CAPTIONS) {
      return sample.imageIdOrKey();
    }
    return questions == 1 ? sample.key() : sample.key() + '#' + question;
  }

  /**
   * Returns the question cleaned as in LAVIS: in lower case, with some punctuation deleted, and
   * truncated to a maximum number of words.
   */
  private static String cleaned(String question) {
    String bare = QUESTION_PUNCTUATION.matcher(question.toLowerCase(Locale.ROOT)).replaceAll("");
    return Arrays.stream(bare.strip().split(" ", -1))
        .limit(MOST_WORDS)
        .collect(Collectors.joining(" "));
  }

  private String generate(float[] pixels, String prompt) {
    long[] ids = Arrays.stream(text.encode(List.of(prompt)).ids()).asLongStream().toArray();
    int most = request.settings().mostTokens();
    config.requirePlaces(
        ids.length + most, "a prompt of " + ids.length + " tokens, and " + most + " more");
    BeamSearch.Text predicted = captioner.generate(pixels, ids, request.settings());
    int[] tokens =
        Arrays.stream(predicted.tokens()).takeWhile(token -> token != config.end()).toArray();
    return text.decode(tokens).strip();
  }
}
