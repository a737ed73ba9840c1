// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
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

  @Test
  void picturesInAZipFile() throws IOException {
    Path zip = folder.resolve("images.zip");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("images/part/a.png"));
      out.write(Png.encode(new byte[12], 2, 2));
    }
    assertThat(new FolderThumbnails(zip).of(Set.of("part/a.png", "../b.png"), 192))
        .containsOnlyKeys("part/a.png");
    byte[] bytes = Files.readAllBytes(zip);
    Files.write(zip, Arrays.copyOf(bytes, bytes.length / 2));
    for (Path wrong : List.of(zip, folder.resolve("none"))) {
      assertThatThrownBy(() -> new FolderThumbnails(wrong))
          .isInstanceOf(RequestException.class)
          .hasMessage(wrong + ": must be a folder or a zip file of images");
    }
  }
}
