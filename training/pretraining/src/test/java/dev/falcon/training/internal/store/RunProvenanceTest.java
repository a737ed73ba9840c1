// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.InputRole;
import dev.falcon.data.Provenance;
import dev.falcon.data.file.FolderListing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunProvenanceTest {
  @TempDir private Path folder;

  @Test
  void foldersOfPicturesAreListedOnceAndFoldersOfDataAreNot() throws IOException {
    Path pictures = Files.createDirectory(folder.resolve("pictures"));
    Files.writeString(pictures.resolve("a.jpg"), "a");
    Path tars = Files.createDirectory(folder.resolve("tars"));
    Provenance.Input shard =
        Provenance.Input.of(Files.writeString(tars.resolve("00000.tar"), "samples"));
    Path table = Files.writeString(folder.resolve("pairs.csv"), "filepath,caption\na.jpg,a\n");

    Provenance provenance =
        RunProvenance.of(
            "train",
            1,
            "seed: 1\n",
            List.of(tars, table, pictures, pictures, folder.resolve("nowhere")),
            List.of(shard),
            "2");

    assertThat(provenance.inputs())
        .containsExactly(
            shard.as(InputRole.DATA),
            Provenance.Input.of(InputRole.CONFIGURATION, table),
            FolderListing.input(pictures).as(InputRole.CONFIGURATION));
  }
}
