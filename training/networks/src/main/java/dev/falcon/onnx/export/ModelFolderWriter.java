// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.export;

import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.export.graph.ExportedNetwork;
import dev.falcon.onnx.export.graph.GraphFiles;
import dev.falcon.onnx.export.graph.SchedulerGraph;
import dev.falcon.onnx.export.tokenizer.TokenizerFiles;
import dev.falcon.onnx.graph.GraphBuilder;
import dev.falcon.onnx.graph.ModelMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;

/**
 * Writes a model folder, with its graphs in {@code onnx/}. The files are written under a temporary
 * name, so that they can be checked before {@link #commit} moves them into place. Closing without a
 * commit leaves nothing.
 */
public final class ModelFolderWriter implements AutoCloseable {
  /** The folder of the graphs, as in transformers.js and on Hugging Face's model pages. */
  private static final String GRAPH_FOLDER = "onnx";

  private final Path target;

  /** The temporary folder. Its mark stays until all is in place, whatever fails before that. */
  private final Path begun;

  /** The folder in it that becomes the model's. */
  private final Path staging;

  private boolean committed;

  private ModelFolderWriter(Path target) {
    this.target = target;
    this.begun = target.resolveSibling(target.getFileName() + AtomicFile.TEMPORARY_SUFFIX);
    this.staging = begun.resolve("model");
  }

  /**
   * Starts a model folder.
   *
   * @param overwrite whether an existing model in the folder is replaced; other files are always
   *     kept
   */
  public static ModelFolderWriter create(Path folder, boolean overwrite) {
    Path target = folder.toAbsolutePath().normalize();
    ModelFolderWriter writer = new ModelFolderWriter(target);
    if (Folders.exists(writer.begun) && !writer.isBegun()) {
      throw new RequestException(
          writer.begun
              + ": has the name of a temporary folder of "
              + folder
              + " but holds other files");
    }
    writer.close();
    if (!overwrite && holdsFiles(target)) {
      throw new RequestException(
          folder + ": already exists; name another folder, or, if it is a model, overwrite it");
    }
    AtomicFile.write(writer.mark(), "");
    Folders.make(writer.staging);
    return writer;
  }

  /** Returns the file that marks an export in progress. */
  private Path mark() {
    return begun.resolve(".export");
  }

  /** Returns whether an interrupted export has left files. */
  private boolean isBegun() {
    return Folders.isFolder(begun)
        && (Folders.isFile(mark())
            || Folders.list(begun).stream().allMatch(AtomicFile::isLeftover));
  }

  /** Returns the folder that holds the files until the commit. */
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

  /** Writes only the preprocessing of pictures, for a model without graphs. */
  public void writePreprocessor(ExportedNetwork network, TrainedModel.Pixels pixels) {
    ConfigFiles.writePreprocessor(staging, network, pixels);
  }

  private void write(TrainedModel model, String file, String doc, GraphBuilder graph) {
    String name = file.substring(0, file.indexOf('.'));
    graph.write(
        Folders.make(staging.resolve(GRAPH_FOLDER)).resolve(file),
        ModelMetadata.of(name, doc, model.provenance()));
  }

  /** Moves the files into place. */
  public void commit() {
    try {
      if (!Folders.exists(target)) {
        Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
        Folders.remove(mark());
        Folders.remove(begun);
        committed = true;
        return;
      }
      Path graphs = Folders.make(target.resolve(GRAPH_FOLDER));
      for (String graph : GraphFiles.ALL) {
        // Earlier versions put graphs at the root.
        for (Path place : List.of(target, graphs)) {
          Folders.remove(place.resolve(graph));
          Folders.remove(place.resolve(GraphBuilder.externalData(graph)));
        }
      }
      if (Folders.exists(staging.resolve(GRAPH_FOLDER))) {
        moveFiles(staging.resolve(GRAPH_FOLDER), graphs);
      }
      moveFiles(staging, target);
      Folders.delete(begun);
      committed = true;
    } catch (IOException e) {
      throw new FalconException(target + ": cannot be moved into place: " + e.getMessage(), e);
    }
  }

  private static void moveFiles(Path from, Path to) throws IOException {
    for (Path file : Folders.list(from)) {
      if (Folders.isFile(file)) {
        Files.move(file, to.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Override
  public void close() {
    if (!committed) {
      Folders.delete(begun); // the mark last: its name comes first
    }
  }

  private static boolean holdsFiles(Path folder) {
    return Folders.exists(folder) && !Folders.list(folder).isEmpty();
  }
}
