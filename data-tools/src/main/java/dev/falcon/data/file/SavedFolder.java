package dev.falcon.data.file;

import dev.falcon.data.RequestException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A folder that Hugging Face's {@code datasets} wrote by {@code save_to_disk}: Arrow streams with
 * files that say which of them belong together. It is not read, as a dataset or as a store.
 */
public final class SavedFolder {
  private static final String OF_ONE = "state.json";
  private static final String OF_SPLITS = "dataset_dict.json";

  private SavedFolder() {}

  /**
   * Refuses such a folder.
   *
   * @throws RequestException that says how to write it instead
   */
  public static void refuse(Path folder) {
    if (Stream.of(OF_ONE, OF_SPLITS).map(folder::resolve).anyMatch(Files::isRegularFile)) {
      throw new RequestException(
          folder
              + ": was written by save_to_disk of datasets; write it by its to_parquet, one file"
              + " per split");
    }
  }
}
