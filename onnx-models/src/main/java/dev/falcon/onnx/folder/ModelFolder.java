// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.image.ImageTransform;
import dev.falcon.onnx.encoder.DualEncoder;
import dev.falcon.onnx.encoder.ImageEncoder;
import dev.falcon.onnx.encoder.TextEncoder;
import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.FolderPrompts;
import dev.falcon.onnx.internal.config.Graphs;
import dev.falcon.onnx.internal.config.PixelInput;
import dev.falcon.onnx.internal.config.PreprocessorConfig;
import dev.falcon.onnx.internal.config.SentenceModules;
import dev.falcon.onnx.internal.config.TextDefaults;
import dev.falcon.onnx.internal.config.TextVectors;
import dev.falcon.onnx.internal.config.TokenInputs;
import dev.falcon.onnx.internal.text.TokenizerFile;
import dev.falcon.onnx.matcher.CosineScorer;
import dev.falcon.onnx.matcher.CrossEncoder;
import dev.falcon.onnx.matcher.ItmScorer;
import dev.falcon.onnx.matcher.MatchScorer;
import dev.falcon.onnx.matcher.MatcherVision;
import dev.falcon.onnx.matcher.SchedulerModel;
import dev.falcon.onnx.session.GraphSession;
import dev.falcon.onnx.session.Sessions;
import dev.falcon.onnx.text.TextPipeline;
import dev.falcon.onnx.text.TextSettings;
import dev.falcon.onnx.text.TextSide;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * A folder of ONNX graphs under Hugging Face's file names, with the JSON files that describe the
 * preprocessing of pictures and captions. Graphs are at the root or in {@code onnx/}.
 *
 * <p>Opening the folder only looks for files. The inputs, outputs, sizes and vocabulary of an
 * encoder or a matcher are checked when it is opened.
 */
public final class ModelFolder {
  private static final Pattern HUB_ID = Pattern.compile("[A-Za-z0-9][\\w.-]*/[A-Za-z0-9][\\w.-]*");

  static final String TOKENIZER = "tokenizer.json";
  static final String NO_PROMPT = "";
  private static final String LOGIT = "logit";
  private static final String LOGIT_AND_SIMILARITY = "logit+similarity";

  private final Path path;
  private final ModelOptions options;
  private final FolderConfig config;
  private final FolderGraphs graphs;

  private ModelFolder(Path path, ModelOptions options, FolderGraphs graphs) {
    this.path = path;
    this.options = options;
    this.config = FolderConfig.read(path);
    this.graphs = graphs;
  }

  /** Finds the graphs of a folder in full precision. */
  public static ModelFolder open(Path path) {
    return open(path, ModelOptions.DEFAULT);
  }

  /** Finds the graphs of a folder. */
  public static ModelFolder open(Path path, ModelOptions options) {
    if (Folders.isFile(path)) {
      throw new RequestException(
          path + ": is a file; give its folder, " + path.toAbsolutePath().getParent());
    }
    if (!Folders.isFolder(path)) {
      throw new RequestException(
          path
              + ": a model is a folder of ONNX graphs, and there is no such folder"
              + (looksLikeHubId(path)
                  ? "; it looks like a hub id: download its repository, if that has onnx/, or"
                      + " export the model with optimum, and give the folder"
                  : ""));
    }
    return new ModelFolder(path, options, FolderGraphs.find(path, options.precision()));
  }

  /** Returns whether a name that does not exist has the form OWNER/MODEL of a model hub. */
  private static boolean looksLikeHubId(Path path) {
    return HUB_ID.matcher(path.toString()).matches()
        && path.getNameCount() == 2
        && !Folders.exists(path.getName(0));
  }

  /** Returns the folder. */
  public Path path() {
    return path;
  }

  /** Returns the options with which the folder was opened. */
  public ModelOptions options() {
    return options;
  }

  /** Returns the graphs by role. */
  public Map<GraphRole, Path> graphs() {
    return graphs.files();
  }

  /** Returns the graph with this role. If it is missing, the message lists the folder's graphs. */
  public Path requireGraph(GraphRole role) {
    return graphs.require(role);
  }

  /**
   * Returns the model type in {@code config.json}, such as {@code clip}; empty if it names none.
   */
  public String modelType() {
    return config.modelType();
  }

  /** Returns the preprocessing of pictures. */
  public ImageTransform imageTransform() {
    return PreprocessorConfig.read(config);
  }

  /**
   * Returns the preprocessing of pictures for a model without graphs; empty if its folder has none.
   */
  public static Optional<ImageTransform> imageTransform(Path folder) {
    return PreprocessorConfig.find(folder)
        .map(file -> PreprocessorConfig.read(FolderConfig.read(folder)));
  }

  /** Returns whether the folder describes the preprocessing of pictures. */
  public boolean hasPreprocessing() {
    return PreprocessorConfig.find(path).isPresent();
  }

  /** Returns whether the folder has a tokenizer. */
  public boolean hasTokenizer() {
    return Folders.isFile(path.resolve(TOKENIZER));
  }

  /** Returns whether the folder can encode pictures and captions. */
  public boolean hasDualEncoder() {
    return graphs.has(GraphRole.MODEL)
        || (graphs.has(GraphRole.VISION_MODEL) && graphs.has(GraphRole.TEXT_MODEL));
  }

  /** Returns whether the folder has an image-text matching model under its own name. */
  public boolean hasMatcher() {
    return graphs.has(GraphRole.ITM_MODEL)
        || (graphs.has(GraphRole.ITM_VISION_MODEL) && graphs.has(GraphRole.ITM_FUSION_MODEL));
  }

  /**
   * Returns whether candidates are re-ranked by the logit of "match" plus the similarity, as in
   * BLIP-2, and not by the logit alone: {@code match_score} of falcon.json.
   */
  public boolean addsSimilarity() {
    String score = config.falconText("match_score").orElse(LOGIT);
    if (!score.equals(LOGIT) && !score.equals(LOGIT_AND_SIMILARITY)) {
      throw config.wrong(
          "match_score",
          config.falcon().path("match_score"),
          '"' + LOGIT + "\" or \"" + LOGIT_AND_SIMILARITY + '"');
    }
    return score.equals(LOGIT_AND_SIMILARITY);
  }

  /** Opens the image encoder. */
  public ImageEncoder openImageEncoder(Sessions sessions) {
    return imageEncoder(sessions.open(graphs.requireEither(GraphRole.VISION_MODEL)));
  }

  /** Opens the encoder of captions and other corpus texts. */
  public TextEncoder openTextEncoder(Sessions sessions) {
    return openTextEncoder(sessions, TextSide.CORPUS);
  }

  /** Opens the text encoder of a side. */
  public TextEncoder openTextEncoder(Sessions sessions, TextSide side) {
    return textEncoder(sessions.open(graphs.requireEither(GraphRole.TEXT_MODEL)), side);
  }

  /**
   * Returns the prompt that precedes every text of a side; may be empty.
   *
   * @throws RequestException if the options name a prompt that the folder does not have
   */
  public String prompt(TextSide side) {
    return FolderPrompts.of(config).text(side, options.prompt(side));
  }

  /** Returns the folder's prompts by name. */
  public Map<String, String> prompts() {
    return FolderPrompts.of(config).texts();
  }

  /** Opens both encoders, and checks that their vectors are comparable. */
  public DualEncoder openDualEncoder(Sessions sessions) {
    Path vision = graphs.requireEither(GraphRole.VISION_MODEL);
    Path text = graphs.requireEither(GraphRole.TEXT_MODEL);
    GraphSession visionGraph = sessions.open(vision);
    ImageEncoder images = imageEncoder(visionGraph);
    try {
      TextEncoder texts =
          textEncoder(vision.equals(text) ? visionGraph : sessions.open(text), TextSide.CORPUS);
      return new DualEncoder(images, texts);
    } catch (RuntimeException e) {
      images.close();
      throw e;
    }
  }

  /**
   * Opens the encoders of both sides of a pair: images and captions or, if the folder has no image
   * encoder and no preprocessing of pictures, texts on both sides.
   */
  public DualEncoder openEncoders(Sessions sessions) {
    boolean halves = graphs.has(GraphRole.TEXT_MODEL) && !graphs.has(GraphRole.MODEL);
    if (graphs.has(GraphRole.VISION_MODEL) || (halves && hasPreprocessing())) {
      return openDualEncoder(sessions);
    }
    GraphSession session = sessions.open(graphs.requireEither(GraphRole.TEXT_MODEL));
    if (PixelInput.find(session).isPresent()) {
      session.close();
      return openDualEncoder(sessions);
    }
    TextEncoder queries = textEncoder(session, TextSide.QUERY);
    try {
      return DualEncoder.ofTexts(queries, textEncoder(session, TextSide.CORPUS));
    } catch (RuntimeException e) {
      queries.close();
      throw e;
    }
  }

  /**
   * Opens the scorer of pairs: the image-text matching model if the folder has one, or the
   * cross-encoder of texts, otherwise the cosine of its dual or sentence encoder.
   */
  public MatchScorer openMatchScorer(Sessions sessions) {
    if (graphs.has(GraphRole.ITM_VISION_MODEL) || graphs.has(GraphRole.ITM_FUSION_MODEL)) {
      return splitMatcher(sessions);
    }
    if (graphs.has(GraphRole.ITM_MODEL)) {
      return oneFileMatcher(sessions.open(graphs.require(GraphRole.ITM_MODEL)));
    }
    if (!graphs.has(GraphRole.VISION_MODEL) && graphs.has(GraphRole.MODEL)) {
      GraphSession session = sessions.open(graphs.require(GraphRole.MODEL));
      boolean ofTexts = PixelInput.find(session).isEmpty() && !hasPreprocessing();
      if (ofTexts && (config.scoresTexts() || session.output("logits").isPresent())) {
        return crossEncoder(session);
      }
      if (!ofTexts && session.output("image_embeds").isEmpty()) {
        return oneFileMatcher(session);
      }
      session.close();
    }
    return new CosineScorer(openEncoders(sessions));
  }

  /** Returns whether the folder's graph judges pairs of texts. */
  boolean hasCrossEncoder() {
    return graphs.has(GraphRole.MODEL) && config.scoresTexts();
  }

  private MatchScorer crossEncoder(GraphSession session) {
    return closingOnFailure(
        session,
        () -> {
          boolean typed = config.requireScoresTexts().distinguishesTexts();
          return withPipeline(
              session, true, NO_PROMPT, text -> new CrossEncoder(session, text, typed));
        });
  }

  private MatchScorer splitMatcher(Sessions sessions) {
    return withVision(
        sessions,
        GraphRole.ITM_FUSION_MODEL,
        (vision, fusion) -> matcher(fusion, vision.pixels(), Optional.of(vision)));
  }

  private MatchScorer oneFileMatcher(GraphSession session) {
    return closingOnFailure(session, () -> matcher(session, pixelInput(session), Optional.empty()));
  }

  private MatchScorer matcher(
      GraphSession session, PixelInput pixels, Optional<MatcherVision> vision) {
    return withPipeline(
        session,
        true,
        NO_PROMPT,
        pipeline -> new ItmScorer(session, pipeline, pixels, imageTransform(), vision));
  }

  /** Opens a model made of the graph of a picture's states and a graph that reads these states. */
  <T> T withVision(
      Sessions sessions, GraphRole role, BiFunction<MatcherVision, GraphSession, T> maker) {
    Path visionFile = requireGraph(GraphRole.ITM_VISION_MODEL);
    Path file = requireGraph(role);
    GraphSession visionGraph = sessions.open(visionFile);
    return closingOnFailure(
        visionGraph,
        () -> {
          MatcherVision vision = new MatcherVision(visionGraph, pixelInput(visionGraph));
          GraphSession session = sessions.open(file);
          return closingOnFailure(session, () -> maker.apply(vision, session));
        });
  }

  /** Opens the quantile scheduler. */
  public SchedulerModel openScheduler(Sessions sessions) {
    return SchedulerModel.open(requireGraph(GraphRole.SCHEDULER), sessions);
  }

  private ImageEncoder imageEncoder(GraphSession session) {
    return closingOnFailure(
        session,
        () -> new ImageEncoder(session, pixelInput(session), imageTransform(), modelType()));
  }

  private TextEncoder textEncoder(GraphSession session, TextSide side) {
    return closingOnFailure(
        session,
        () -> {
          Optional<PixelInput> pixels = PixelInput.find(session).map(spec -> pixelInput(session));
          TextVectors vectors = TextVectors.of(config, SentenceModules.find(path));
          return withPipeline(
              session,
              false,
              prompt(side),
              pipeline -> new TextEncoder(session, pipeline, pixels, vectors));
        });
  }

  /** Returns the graph's input of pictures, checked against the folder's preprocessing. */
  private PixelInput pixelInput(GraphSession session) {
    ImageTransform transform = imageTransform();
    String source = PreprocessorConfig.require(path).toString();
    return PixelInput.require(session, transform.outputHeight(), transform.outputWidth(), source);
  }

  /** Opens a model with its own text pipeline for the graph's tokens. */
  <T> T withPipeline(
      GraphSession session, boolean matching, String prompt, Function<TextPipeline, T> maker) {
    TokenizerFile tokenizer = TokenizerFile.read(path.resolve(TOKENIZER));
    Graphs.requireVocabulary(session, tokenizer);
    OptionalInt length = TokenInputs.require(session).length();
    TextSettings settings = TextDefaults.of(config, tokenizer, length, matching, prompt);
    TextPipeline pipeline =
        new TextPipeline(
            tokenizer, options.cleaning().map(settings::withCleaning).orElse(settings));
    try {
      return maker.apply(pipeline);
    } catch (RuntimeException e) {
      pipeline.close();
      throw e;
    }
  }

  static <T> T closingOnFailure(GraphSession session, Supplier<T> maker) {
    try {
      return maker.get();
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Returns every file that the folder's results depend on, with its digest: graphs of the chosen
   * precision, their external data, and the JSON files.
   */
  public List<Provenance.Input> inputs() {
    return FolderInputs.of(path, graphs);
  }
}
