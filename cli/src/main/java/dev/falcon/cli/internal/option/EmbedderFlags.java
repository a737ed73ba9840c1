// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.option;

import dev.falcon.eval.OnnxEmbedder;
import dev.falcon.onnx.folder.ModelFolder;
import dev.falcon.onnx.session.Sessions;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of an evaluation's model. */
public final class EmbedderFlags {
  @Option(
      names = "--batch-size",
      defaultValue = "64",
      paramLabel = "N",
      description = "Images or texts per run of the model.")
  private int batchSize;

  @Mixin private ModelFlags models;
  @Mixin private SessionFlags sessions;

  /** Opens a model folder with the flags' options. */
  public ModelFolder folder(Path folder) {
    return models.open(folder);
  }

  /** Returns sessions with the flags' settings. */
  public Sessions sessions(Consumer<String> notes) {
    return sessions.sessions(notes);
  }

  /** Opens the folder's encoders. */
  public OnnxEmbedder embedder(ModelFolder folder, Sessions opened) {
    return OnnxEmbedder.open(folder, opened, batchSize);
  }

  /** Opens the folder's encoders of texts, for texts on both sides. */
  public OnnxEmbedder textEmbedder(ModelFolder folder, Sessions opened) {
    return OnnxEmbedder.openTexts(folder, opened, batchSize);
  }
}
