package dev.falcon.cli.internal.builtin;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.layout.StoreManifest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.embed.request.EmbedRequest;
import dev.falcon.onnx.folder.GraphRole;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/**
 * What serves where a command is given no data and no model: Scenes, and the model folder that is
 * trained on it and ships with Falcon.
 */
public final class BuiltIn {
  /** The dataset's name. */
  public static final String DATASET = "scenes:train";

  private BuiltIn() {}

  /** The shipped model folder. */
  public static Path modelFolder() {
    String home = System.getProperty("falcon.home");
    Path folder = home == null ? null : Path.of(home, "onnx-models", "scenes-tiny");
    if (folder == null || !Files.isDirectory(folder)) {
      throw new RequestException(
          "no built-in model beside this launcher; name a model folder by --model");
    }
    return folder;
  }

  /**
   * Scenes, embedded by the shipped model. Made on first use and kept among the user's cached
   * files, by the model's digest.
   */
  public static EmbeddingStore scenes(Progress progress, Consumer<String> notes) {
    ModelFolder model = ModelFolder.open(modelFolder());
    String digest = Sha256.of(model.requireGraph(GraphRole.VISION_MODEL)).substring(0, 12);
    Path store = CacheFolder.path().resolve("scenes-train-" + digest);
    if (!isWhole(store)) {
      notes.accept("embedding Scenes with the built-in model, once, into " + store);
      // Another process may do the same meanwhile; whoever is done first serves both.
      Path own = store.resolveSibling(store.getFileName() + "." + ProcessHandle.current().pid());
      EmbedRequest request = EmbedRequest.of(SampleSources.open(DATASET), model, own);
      Embedder.embed(request, Sessions.onCpu(), progress);
      putIntoPlace(own, store);
    }
    return EmbeddingStore.open(store);
  }

  private static boolean isWhole(Path store) {
    return Files.exists(store.resolve(StoreManifest.FILE_NAME));
  }

  private static void putIntoPlace(Path own, Path store) {
    try {
      try {
        Files.move(own, store, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        if (isWhole(store)) {
          Folders.delete(own);
          return;
        }
        Folders.delete(store); // what a run that was killed has left
        Files.move(own, store, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new FalconException(store + ": cannot be put into place: " + e.getMessage(), e);
    }
  }
}
