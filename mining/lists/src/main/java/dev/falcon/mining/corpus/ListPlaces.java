// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.corpus;

import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.OutputKind;
import dev.falcon.mining.internal.run.WorkFolder;
import java.nio.file.Path;
import java.util.List;

/** The places of the files of lists, and the checks that these files may be written. */
final class ListPlaces {
  /** The value of the sidecar's field {@code format}. */
  static final String FORMAT = "falcon_lists";

  private ListPlaces() {}

  /** Refuses, before any work, outputs that would replace a file that must not be replaced. */
  static void require(Path file, CorpusRequest request, boolean replaces, List<Path> beside) {
    List<Path> read = request.read();
    OutputFile.require(file, replaces, read);
    if (Folders.exists(companion(file)) && !isOfLists(file)) {
      throw inTheWay(companion(file), file);
    }
    if (Folders.exists(rejects(file)) && !Rejects.isTable(rejects(file))) {
      throw inTheWay(rejects(file), file);
    }
    beside.forEach(other -> OutputFile.require(other, replaces, read));
    request
        .search()
        .candidates()
        .ifPresent(
            candidates -> {
              TableFormat.ofFile(candidates);
              OutputFile.require(candidates, replaces, read);
            });
    request
        .batching()
        .ifPresent(
            batching -> {
              if (batching
                  .file()
                  .toAbsolutePath()
                  .normalize()
                  .equals(file.toAbsolutePath().normalize())) {
                throw new RequestException(
                    file + ": is the file of lists; name another for their batches");
              }
              TableFormat.ofFile(batching.file());
              OutputFile.require(batching.file(), replaces, read);
            });
    WorkFolder.KIND.require(WorkFolder.beside(file), read);
  }

  /** Returns whether a file's sidecar says that Falcon has written it. */
  static boolean isOfLists(Path file) {
    return OutputKind.says(companion(file), "/format", FORMAT);
  }

  private static RequestException inTheWay(Path other, Path file) {
    return new RequestException(
        other
            + ": would be written beside "
            + file
            + ", but another file exists there; name another output");
  }

  /** Returns the path of the sidecar of lists, which is written last. */
  static Path companion(Path file) {
    return file.resolveSibling(file.getFileName() + ".json");
  }

  /** Returns the path of the list of unusable rows of the stores. */
  static Path rejects(Path file) {
    return file.resolveSibling(file.getFileName() + ".rejects.parquet");
  }
}
