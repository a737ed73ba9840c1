// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures below a folder, and none beside it. */
class FolderThumbnailsTest {
  @TempDir Path folder;

  @Test
  void picturesBelowTheFolder() throws IOException {
    Path root = Files.createDirectories(folder.resolve("images"));
    Files.createDirectories(root.resolve("part"));
    byte[] png = Png.encode(new byte[12], 2, 2);
    Files.write(root.resolve("part/a.png"), png);
    Files.write(folder.resolve("b.png"), png);
    assertThat(
            new FolderThumbnails(root).of(Set.of("part/a.png", "../b.png", "none.png", "\0"), 192))
        .containsOnlyKeys("part/a.png")
        .allSatisfy((key, shown) -> assertThat(shown.get(0)).contains("data:image/png"));
  }
}
