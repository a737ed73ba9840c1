package dev.falcon.training.telling;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.FolderLock;
import dev.falcon.data.file.Json;
import dev.falcon.data.image.Preprocessor;
import dev.falcon.data.image.raster.ImageException;
import dev.falcon.data.image.transform.ConvertOrder;
import dev.falcon.data.image.transform.ImageTransform;
import dev.falcon.data.image.transform.ResampleFilter;
import dev.falcon.data.image.transform.Rescale;
import dev.falcon.data.image.transform.Resize;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.training.internal.telling.BeamSearch;
import dev.falcon.training.internal.telling.PredictionFiles;
import dev.falcon.training.internal.telling.Stage2Config;
import dev.falcon.training.internal.telling.Teller;
import dev.falcon.training.internal.tensor.engine.Torch;
import dev.falcon.training.telling.request.TellingRequest;
import dev.falcon.training.telling.request.TellingRequest.Kind;
import dev.falcon.training.telling.request.TellingResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Captions of images and answers to questions about them, by BLIP-2's second stage (Li et al.,
 * 2023, section 3.3) as LAVIS asks for them. The file of predictions is one that {@code falcon eval
 * captions} and {@code falcon eval vqa} read; it appears once all is told, and a request that was
 * stopped goes on.
 */
public final class ImageTeller {
  private static final Pattern QUESTION_PUNCTUATION = Pattern.compile("[.!\"()*#:;~]");
  private static final int MOST_WORDS = 50;

  private final TellingRequest request;
  private final Stage2Config config;
  private final Teller teller;
  private final TextPipeline text;
  private final Preprocessor preprocessor;
  private long rejects;

  private ImageTeller(
      TellingRequest request, Stage2Config config, Teller teller, TextPipeline text) {
    this.request = request;
    this.config = config;
    this.teller = teller;
    this.text = text;
    this.preprocessor = new Preprocessor(pictures(request.model(), config.shape().imageSize()));
  }

  /** As the folder says; where it says nothing, as LAVIS prepares them. */
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
   * Tells of all images.
   *
   * @throws dev.falcon.data.FalconException if the folder is not such a model, the file is there,
   *     or another run makes it
   */
  public static TellingResult tell(TellingRequest request) {
    Stage2Config config = Stage2Config.read(request.model().resolve("config.json"));
    return FolderLock.beside(request.out(), () -> locked(request, config));
  }

  private static TellingResult locked(TellingRequest request, Stage2Config config) {
    try (TextPipeline text =
            TextPipeline.open(request.model().resolve("tokenizer.json"), config.text());
        PredictionFiles predictions = predictions(request);
        Torch torch = Torch.open(request.device(), request.threads());
        Teller teller = Teller.open(torch, config, request.model())) {
      return new ImageTeller(request, config, teller, text).run(predictions);
    }
  }

  private static PredictionFiles predictions(TellingRequest request) {
    Map<String, Object> asked = new TreeMap<>();
    asked.put("model", request.model().toString());
    asked.put("data", request.source().name());
    asked.put("prompt", request.prompt());
    asked.put("settings", request.settings());
    boolean captions = request.kind() == Kind.CAPTIONS;
    return PredictionFiles.open(
        request.out(),
        Json.line(asked),
        captions ? "image_id" : "question_id",
        captions ? "caption" : "answer",
        request.overwrite());
  }

  private TellingResult run(PredictionFiles predictions) {
    boolean complete;
    try (Progress.Task task =
        request.progress().begin("telling", request.source().knownSamples(), "samples")) {
      complete = tellAll(predictions, task);
    }
    if (complete) {
      predictions.finish();
    }
    return new TellingResult(complete, request.out(), predictions.size(), rejects);
  }

  /** Whether all is told; else it was stopped. */
  private boolean tellAll(PredictionFiles predictions, Progress.Task task) {
    for (int shard = 0; shard < request.source().shards(); shard++) {
      try (SampleReader reader = request.source().open(shard, reject -> rejects++)) {
        while (reader.hasNext()) {
          if (request.stop().getAsBoolean()) {
            return false;
          }
          tell(reader.next(), predictions);
          task.advance(1);
        }
      }
    }
    return true;
  }

  private void tell(Sample sample, PredictionFiles predictions) {
    List<String> questions = request.kind() == Kind.CAPTIONS ? List.of("") : sample.captions();
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
      predictions.add(id, tell(pixels, request.prompt().replace("{}", cleaned(questions.get(i)))));
    }
  }

  private String id(Sample sample, int question, int questions) {
    if (request.kind() == Kind.CAPTIONS) {
      return sample.imageIdOrKey();
    }
    return questions == 1 ? sample.key() : sample.key() + '#' + question;
  }

  /** As LAVIS: lower case, some punctuation deleted, the first words. */
  private static String cleaned(String question) {
    String bare = QUESTION_PUNCTUATION.matcher(question.toLowerCase(Locale.ROOT)).replaceAll("");
    return Arrays.stream(bare.strip().split(" ", -1))
        .limit(MOST_WORDS)
        .collect(Collectors.joining(" "));
  }

  private String tell(float[] pixels, String prompt) {
    long[] ids = Arrays.stream(text.encode(List.of(prompt)).ids()).asLongStream().toArray();
    int most = request.settings().mostTokens();
    config.requirePlaces(
        ids.length + most, "a prompt of " + ids.length + " tokens, and " + most + " more");
    BeamSearch.Text told = teller.tell(pixels, ids, request.settings());
    int[] tokens = Arrays.stream(told.tokens()).takeWhile(token -> token != config.end()).toArray();
    return text.decode(tokens).strip();
  }
}
