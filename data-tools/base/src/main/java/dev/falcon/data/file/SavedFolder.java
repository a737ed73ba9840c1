// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RequestException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A folder that Hugging Face's {@code datasets} wrote by {@code save_to_disk}: Arrow streams, and a
 * file that lists them. Other Arrow files in it are the cache of later steps, and no data.
 */
public final class SavedFolder {
  private static final String OF_ONE = "state.json";
  private static final String OF_SPLITS = "dataset_dict.json";

  private SavedFolder() {}

  /**
   * Returns the files of such a folder, in the order of their rows; empty for any other folder.
   *
   * @throws RequestException if the folder holds several splits
   */
  public static List<Path> files(Path folder) {
    requireOneSplit(folder);
    Path list = folder.resolve(OF_ONE);
    JsonNode state = Folders.isFile(list) ? Json.readTree(list) : Json.mapper().createObjectNode();
    if (!state.path("_indices_data_files").isEmpty()) {
      throw new FalconException(
          list
              + ": lists the order of the rows in other files; save the dataset again with a later"
              + " version of datasets");
    }
    List<Path> files = new ArrayList<>();
    for (JsonNode each : state.path("_data_files")) {
      Path file = folder.resolve(each.path("filename").asText());
      if (!Folders.isFile(file)) {
        throw new FalconException(file + ": is missing; " + list + " lists it");
      }
      files.add(file);
    }
    return files;
  }

  private static void requireOneSplit(Path folder) {
    Path list = folder.resolve(OF_SPLITS);
    if (Folders.isFile(list)) {
      List<String> splits = new ArrayList<>();
      Json.readTree(list).path("splits").forEach(split -> splits.add(split.asText()));
      throw new RequestException(
          folder
              + ": holds the splits "
              + String.join(", ", splits)
              + "; name the folder of one: '"
              + (splits.isEmpty() ? folder : folder.resolve(splits.get(0)))
              + "'");
    }
  }
}
