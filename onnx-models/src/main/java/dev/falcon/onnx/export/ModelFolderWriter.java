package dev.falcon.onnx.export;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.export.form.ExportedNetwork;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.export.graph.SchedulerGraph;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.tensor.ModelMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Writes a model folder, its graphs in {@code onnx/}, under a temporary name, so that they can be
 * checked before {@link #commit} puts them into place. Closed without a commit, nothing is left.
 */
public final class ModelFolderWriter implements AutoCloseable {
  /** Where the graphs lie, as transformers.js and Hugging Face's model pages have them. */
  private static final String GRAPH_FOLDER = "onnx";

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
    Folders.make(writer.staging);
    return writer;
  }

  /** Where the files are until they are put into place. */
  public Path path() {
    return staging;
  }

  /** Writes all files of the model. */
  public void write(TrainedModel model) {
    model.network().graphs(model.weights(), (file, doc, graph) -> write(model, file, doc, graph));
    if (model.scheduler().isPresent()) {
      TrainedModel.Scheduler scheduler = model.scheduler().get();
      GraphBuilder graph = SchedulerGraph.of(scheduler.shape(), scheduler.weights());
      write(model, GraphFiles.SCHEDULER, "Quantile features to a Beta distribution.", graph);
    }
    ConfigFiles.writeConfig(staging, model);
    ConfigFiles.writePreprocessor(staging, model.network(), model.pixels());
    ConfigFiles.writeTextSettings(staging, model);
    TokenizerFiles.write(staging, model.text().tokenizer(), model.text().maxTokens());
  }

  /** Writes how pictures are prepared, of a model without graphs. */
  public void writePreprocessor(ExportedNetwork network, TrainedModel.Pixels pixels) {
    ConfigFiles.writePreprocessor(staging, network, pixels);
  }

  private void write(TrainedModel model, String file, String doc, GraphBuilder graph) {
    String name = file.substring(0, file.indexOf('.'));
    graph.write(
        Folders.make(staging.resolve(GRAPH_FOLDER)).resolve(file),
        ModelMetadata.of(name, doc, model.provenance()));
  }

  /** Puts the files into place. */
  public void commit() {
    try {
      if (!Files.exists(target)) {
        Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
        return;
      }
      Path graphs = Folders.make(target.resolve(GRAPH_FOLDER));
      for (String graph : GraphFiles.ALL) {
        // Models of older versions have them at the root.
        for (Path place : List.of(target, graphs)) {
          Folders.remove(place.resolve(graph));
          Folders.remove(place.resolve(GraphBuilder.externalData(graph)));
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
    for (Path file : Folders.list(from)) {
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
    return Files.exists(folder) && !Folders.list(folder).isEmpty();
  }
}
