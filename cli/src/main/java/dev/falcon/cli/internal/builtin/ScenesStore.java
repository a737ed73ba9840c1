// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.builtin;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Folders;
import dev.falcon.data.source.SampleSources;
import dev.falcon.data.store.EmbeddingStore;
import dev.falcon.data.store.StoreManifest;
import dev.falcon.onnx.embed.EmbedRequest;
import dev.falcon.onnx.embed.Embedder;
import dev.falcon.onnx.folder.GraphRole;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.function.Consumer;

/** The store of Scenes, embedded by the included model. */
public final class ScenesStore {
  private ScenesStore() {}

  /**
   * Returns the store, which is created when it is first used, and kept in the user's cache under
   * the model's digest.
   */
  public static EmbeddingStore open(Progress progress, Consumer<String> notes) {
    ModelFolder model = ModelFolder.open(BuiltIn.modelFolder());
    String digest = Sha256.of(model.requireGraph(GraphRole.VISION_MODEL)).substring(0, 12);
    Path store = CacheFolder.path().resolve("scenes-train-" + digest);
    if (!isWhole(store)) {
      notes.accept("embedding Scenes with the built-in model, once, into " + store);
      // Another process may do the same meanwhile; both use the store that is finished first.
      Path own = store.resolveSibling(store.getFileName() + "." + ProcessHandle.current().pid());
      EmbedRequest request = EmbedRequest.of(SampleSources.open(BuiltIn.DATASET), model, own);
      try {
        Embedder.embed(request, Sessions.onCpu(), progress);
        putIntoPlace(own, store);
      } finally {
        Folders.delete(own);
      }
    }
    return unchanged(EmbeddingStore.open(store));
  }

  /**
   * Returns a store from the cache; refuses it if it was changed, since its content affects
   * results.
   */
  private static EmbeddingStore unchanged(EmbeddingStore store) {
    store
        .manifest()
        .flatMap(manifest -> manifest.changed(store.folder()))
        .ifPresent(
            file -> {
              throw new FalconException(
                  file
                      + ": this cache file is broken; delete its folder to have it computed again");
            });
    return store;
  }

  private static boolean isWhole(Path store) {
    return Folders.exists(store.resolve(StoreManifest.FILE_NAME));
  }

  private static void putIntoPlace(Path own, Path store) {
    try {
      try {
        Files.move(own, store, StandardCopyOption.ATOMIC_MOVE);
      } catch (FileSystemException e) {
        if (isWhole(store)) {
          return;
        }
        Folders.delete(store); // the remains of a killed run
        Files.move(own, store, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new FalconException(store + ": cannot be moved into place: " + e.getMessage(), e);
    }
  }
}
