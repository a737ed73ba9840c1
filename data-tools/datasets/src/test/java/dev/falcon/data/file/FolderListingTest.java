// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.verify.InputSearch;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderListingTest {
  @TempDir private Path folder;

  @Test
  void namesAndLengthsAreDigested() throws IOException {
    Path pictures = Files.createDirectories(folder.resolve("pictures"));
    Files.createDirectories(pictures.resolve("b"));
    Files.writeString(pictures.resolve("b/2.jpg"), "four");
    Files.writeString(pictures.resolve("a.jpg"), "two");
    Files.createSymbolicLink(pictures.resolve("c.jpg"), folder.resolve("nowhere"));

    Provenance.Input input = FolderListing.input(pictures);

    String lines = "a.jpg\t3\nb/2.jpg\t4\nc.jpg\t0\n";
    assertThat(input)
        .isEqualTo(
            new Provenance.Input("pictures", 7, Sha256.of(lines.getBytes(StandardCharsets.UTF_8))));
    Path link = Files.createSymbolicLink(folder.resolve("link"), pictures);
    assertThat(FolderListing.input(link).sha256()).isEqualTo(input.sha256());
    assertThat(found(input)).isTrue();
    Files.writeString(pictures.resolve("b/2.jpg"), "three");
    assertThat(FolderListing.input(pictures)).isNotEqualTo(input);
    assertThat(found(input)).isFalse();
  }

  private boolean found(Provenance.Input input) {
    return new InputSearch(List.of(folder), List.of(), List.of(input)).find(input).holds();
  }
}
