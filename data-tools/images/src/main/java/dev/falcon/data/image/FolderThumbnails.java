// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import dev.falcon.data.FalconException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.report.PagePictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Pictures in a folder or a zip file as thumbnails; a key is a path below the folder. A path that
 * leads out of the folder has no picture.
 *
 * @param root the folder
 */
public record FolderThumbnails(Path root) implements PagePictures {
  /**
   * Opens the folder.
   *
   * @throws dev.falcon.data.RequestException if it is neither a folder nor a zip file
   */
  public FolderThumbnails {
    root = Folders.orZip(root);
  }

  @Override
  public Map<String, List<String>> of(Set<String> keys, int side) {
    Thumbnail thumbnail = new Thumbnail(new ImageDecoder(), side);
    Map<String, List<String>> pictures = new HashMap<>();
    for (String key : keys) {
      Folders.below(root, key)
          .ifPresent(
              file -> pictures.put(key, List.of(thumbnail.of(Optional.of(bytes(file)), key))));
    }
    return pictures;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }
}
