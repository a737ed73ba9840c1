// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.RequestException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZippedImagesTest {
  private static final long MOST = 1 << 20;

  /** In an entry of the central directory: the place of the size that it claims. */
  private static final int CLAIMED_SIZE = 24;

  @TempDir private Path folder;

  private byte[] zip(int length) throws IOException {
    Path file = folder.resolve("sound.zip");
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("a.png"));
      zip.write(new byte[length]);
      zip.closeEntry();
      zip.putNextEntry(new ZipEntry("b.png"));
      zip.write(new byte[3]);
      zip.closeEntry();
    }
    return Files.readAllBytes(file);
  }

  private static int directory(byte[] zip) {
    return new String(zip, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
  }

  private ImageFolder open(byte[] zip) throws IOException {
    return ImageFolder.open(Files.write(folder.resolve("a.zip"), zip), MOST);
  }

  @Test
  void theBytesOfASoundZipAreRead() throws Exception {
    assertThat(open(zip(1000)).read("a.png")).hasSize(1000);
  }

  @Test
  void aFileThatIsLongerThanTheZipClaimsIsRefusedBeforeItIsUnpacked() throws Exception {
    byte[] zip = zip(8 << 20);
    int size = directory(zip) + CLAIMED_SIZE;
    zip[size] = 100;
    zip[size + 1] = 0;
    zip[size + 2] = 0;
    ImageFolder images = open(zip);

    assertThatThrownBy(() -> images.read("a.png"))
        .isInstanceOf(BrokenRowException.class)
        .hasMessageContaining("'a.png' unpacks to more than the 100 bytes that the zip claims");
    assertThat(images.read("b.png")).hasSize(3);
  }

  @Test
  void aFileThatClaimsToBeTooLongIsRefused() throws Exception {
    ImageFolder images = open(zip(2 << 20));

    assertThatThrownBy(() -> images.read("a.png"))
        .hasMessageContaining("more than the 1048576 allowed");
  }

  /** Whatever byte of the directory is damaged, it is the root or the file that is refused. */
  @Test
  void aDamagedDirectoryIsOneLine() throws Exception {
    byte[] sound = zip(40);
    for (int at = directory(sound); at < sound.length; at++) {
      for (int value : new int[] {0, 1, 0x7f, 0xff}) {
        byte[] zip = sound.clone();
        zip[at] = (byte) value;
        try {
          assertThat(open(zip).read("a.png").length).isLessThanOrEqualTo(40);
        } catch (RequestException | BrokenRowException e) {
          assertThat(e.getMessage()).isNotBlank().doesNotContain("null");
        }
      }
    }
  }
}
