// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.folder;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Folders;
import dev.falcon.onnx.internal.config.FolderConfig;
import dev.falcon.onnx.internal.config.PreprocessorConfig;
import dev.falcon.onnx.internal.config.SentenceModules;
import java.nio.file.Path;
import java.util.List;

/** The files of a model folder on which its results depend. */
final class FolderInputs {
  private FolderInputs() {}

  /** Returns the files with their digests, named relative to the folder. */
  static List<Provenance.Input> of(Path path, FolderGraphs graphs) {
    List<Path> files = graphs.withExternalData();
    PreprocessorConfig.find(path).ifPresent(files::add);
    for (String name :
        List.of(
            ModelFolder.TOKENIZER,
            FolderConfig.TOKENIZER,
            FolderConfig.MODEL,
            FolderConfig.FALCON)) {
      if (Folders.isFile(path.resolve(name))) {
        files.add(path.resolve(name));
      }
    }
    files.addAll(SentenceModules.files(path));
    return files.stream()
        .distinct()
        .map(file -> Provenance.Input.of(path.relativize(file).toString().replace('\\', '/'), file))
        .toList();
  }
}
