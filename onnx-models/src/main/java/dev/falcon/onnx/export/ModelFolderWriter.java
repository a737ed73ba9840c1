package dev.falcon.onnx.export;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.tensor.ModelMetadata;
import dev.falcon.onnx.network.shape.AnswerShape;
import dev.falcon.onnx.network.shape.Blip2Shape;
import dev.falcon.onnx.network.shape.ModelShape;
import dev.falcon.onnx.network.shape.NetworkShape;
import dev.falcon.onnx.network.shape.SiglipShape;
import dev.falcon.onnx.network.shape.StatementShape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Writes a model folder, its graphs in {@code onnx/}, under a temporary name, so that they can be
 * checked before {@link #commit} puts them into place. Closed without a commit, nothing is left.
 */
public final class ModelFolderWriter implements AutoCloseable {
  /** Images to vectors. */
  public static final String VISION = "vision_model.onnx";

  /** Captions to vectors. */
  public static final String TEXT = "text_model.onnx";

  /** Images to the tokens that the matcher takes. */
  public static final String ITM_VISION = "itm_vision_model.onnx";

  /** Image tokens and captions to match logits. */
  public static final String ITM_FUSION = "itm_fusion_model.onnx";

  /** Image tokens and questions to what answers look at. */
  public static final String QUESTION = "question_model.onnx";

  /** Questions' tokens and answers to what may follow each token. */
  public static final String ANSWER = "answer_model.onnx";

  /** Image tokens and statements to logits. */
  public static final String STATEMENT = "statement_model.onnx";

  /** Quantile features to Beta distributions. */
  public static final String SCHEDULER = "scheduler.onnx";

  /** Where the graphs lie, as transformers.js and Hugging Face's model pages have them. */
  private static final String GRAPH_FOLDER = "onnx";

  private static final String IMAGES = "Images to contrastive vectors.";
  private static final String CAPTIONS = "Captions to contrastive vectors.";
  private static final String IMAGE_TOKENS = "Images to the tokens that the matcher takes.";
  private static final String STATES = "Images to the tokens that the other graphs take.";
  private static final String QUESTIONS = "Image tokens and questions to the questions' tokens.";
  private static final String ANSWERS = "Questions' tokens and answers to what follows each token.";
  private static final String STATEMENTS = "Image tokens and statements to logits.";
  private static final String MATCHES = "Image tokens and captions to match logits.";

  private static final List<String> GRAPHS =
      List.of(VISION, TEXT, ITM_VISION, ITM_FUSION, SCHEDULER, QUESTION, ANSWER, STATEMENT);

  private final Path target;
  private final Path staging;

  private ModelFolderWriter(Path target) {
    this.target = target;
    this.staging = target.resolveSibling(target.getFileName() + AtomicFile.TEMPORARY_SUFFIX);
  }

  /**
   * Begins a model folder.
   *
   * @param overwrite whether a model that is already in the folder is replaced; files that are not
   *     a model's stay in any case
   */
  public static ModelFolderWriter create(Path folder, boolean overwrite) {
    Path target = folder.toAbsolutePath().normalize();
    if (!overwrite && holdsFiles(target)) {
      throw new FalconException(folder + ": already holds files; --overwrite replaces a model");
    }
    ModelFolderWriter writer = new ModelFolderWriter(target);
    writer.close();
    folder(writer.staging);
    return writer;
  }

  /** Where the files are until they are put into place. */
  public Path path() {
    return staging;
  }

  /** Writes all files of the model. */
  public void write(TrainedModel model) {
    if (model.shape() instanceof NetworkShape albef) {
      NetworkGraphs graphs = new NetworkGraphs(albef, model.weights());
      write(model, VISION, IMAGES, graphs.imageEmbedder());
      write(model, TEXT, CAPTIONS, graphs.textEmbedder());
      write(model, ITM_VISION, IMAGE_TOKENS, graphs.imageStates(ITM_FUSION));
      write(model, ITM_FUSION, MATCHES, graphs.matcher());
    } else if (model.shape() instanceof SiglipShape siglip) {
      SiglipGraphs graphs = new SiglipGraphs(siglip, model.weights());
      write(model, VISION, IMAGES, graphs.image());
      write(model, TEXT, CAPTIONS, graphs.text());
    } else if (model.shape() instanceof Blip2Shape blip2) {
      Blip2Graphs graphs = new Blip2Graphs(blip2, model.weights());
      write(model, VISION, IMAGES, graphs.imageEmbedder());
      write(model, TEXT, CAPTIONS, graphs.textEmbedder());
      write(model, ITM_VISION, IMAGE_TOKENS, graphs.imageStates());
      write(model, ITM_FUSION, MATCHES, graphs.matcher());
    }
    if (model.shape() instanceof AnswerShape answer) {
      write(model, ITM_VISION, STATES, imageStates(answer.base(), model, QUESTION));
      write(model, QUESTION, QUESTIONS, TaskGraphs.question(answer, model.weights()));
      write(model, ANSWER, ANSWERS, TaskGraphs.answer(answer, model.weights()));
    } else if (model.shape() instanceof StatementShape statement) {
      write(model, ITM_VISION, STATES, imageStates(statement.base(), model, STATEMENT));
      write(model, STATEMENT, STATEMENTS, TaskGraphs.statement(statement, model.weights()));
    }
    if (model.scheduler().isPresent()) {
      TrainedModel.Scheduler scheduler = model.scheduler().get();
      GraphBuilder graph = SchedulerGraph.of(scheduler.shape(), scheduler.weights());
      write(model, SCHEDULER, "Quantile features to a Beta distribution.", graph);
    }
    ConfigFiles.writeConfig(staging, model);
    ConfigFiles.writePreprocessor(staging, model.shape(), model.pixels());
    ConfigFiles.writeTextSettings(staging, model);
    TokenizerFiles.write(staging, model.text().tokenizer(), model.text().maxTokens());
  }

  /** Writes how pictures are prepared, of a model without graphs. */
  public void writePreprocessor(ModelShape shape, TrainedModel.Pixels pixels) {
    ConfigFiles.writePreprocessor(staging, shape, pixels);
  }

  private static GraphBuilder imageStates(NetworkShape shape, TrainedModel model, String user) {
    return new NetworkGraphs(shape, model.weights()).imageStates(user);
  }

  private void write(TrainedModel model, String file, String doc, GraphBuilder graph) {
    String name = file.substring(0, file.indexOf('.'));
    graph.write(
        folder(staging.resolve(GRAPH_FOLDER)).resolve(file),
        ModelMetadata.of(name, doc, model.provenance()));
  }

  private static Path folder(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new FalconException(folder + ": the folder cannot be made: " + e.getMessage(), e);
    }
  }

  /** Puts the files into place. */
  public void commit() {
    try {
      if (!Files.exists(target)) {
        Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
        return;
      }
      Path graphs = Files.createDirectories(target.resolve(GRAPH_FOLDER));
      for (String graph : GRAPHS) {
        // Models of older versions have them at the root.
        for (Path place : List.of(target, graphs)) {
          Files.deleteIfExists(place.resolve(graph));
          Files.deleteIfExists(place.resolve(GraphBuilder.externalData(graph)));
        }
      }
      if (Files.exists(staging.resolve(GRAPH_FOLDER))) {
        moveFiles(staging.resolve(GRAPH_FOLDER), graphs);
      }
      moveFiles(staging, target);
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be put into place: " + e.getMessage(), e);
    }
  }

  private static void moveFiles(Path from, Path to) throws IOException {
    for (Path file : files(from)) {
      if (Files.isRegularFile(file)) {
        Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Override
  public void close() {
    Folders.delete(staging);
  }

  private static boolean holdsFiles(Path folder) {
    try {
      return Files.exists(folder) && !files(folder).isEmpty();
    } catch (IOException e) {
      throw new FalconException(folder + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
