// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.taxonomy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.falcon.data.FalconException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaxonomyTest {
  @TempDir Path folder;

  private Taxonomy read(String... lines) throws IOException {
    return Taxonomy.read(
        Files.writeString(
            folder.resolve("taxonomy.tsv"), String.join("\n", lines).replace(' ', '\t')));
  }

  private void assertFails(String message, String... lines) {
    assertThatThrownBy(() -> read(lines))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("taxonomy.tsv")
        .hasMessageContaining(message);
  }

  @Test
  void knowsAllAboveAKind() throws IOException {
    Taxonomy taxonomy =
        read(
            "child parent names", "dog canine dog|hound", "dog pet", "canine animal", "pet animal");
    assertThat(taxonomy.withAncestors("dog")).containsExactly("dog", "canine", "pet", "animal");
    assertThat(taxonomy.names("dog")).containsExactly("dog", "hound");
    assertThat(taxonomy.name("big_cat")).isEqualTo("big cat");
    assertThat(taxonomy.trueNames("canine")).containsExactlyInAnyOrder("canine", "animal");
    assertThat(taxonomy.parents("animal")).isEmpty();
    assertThat(read("child parent", "dog animal", "animal ").has("animal")).isTrue();
  }

  @Test
  void refusesWhatIsNoTaxonomy() {
    assertFails("line 1 must be the header", "dog animal");
    assertFails("line 3: must be child, parent and perhaps names", "child parent", "a b", "c");
    assertFails(
        "has 2 roots, such as 'animal' and 'plant'", "child parent", "dog animal", "oak plant");
    assertFails(
        "a kind is its own ancestor: a → b → c → a", "child parent", "a b", "b c", "c a", "x a");
    assertFails("a kind is its own ancestor: a → a", "child parent", "a a");
    assertFails("'a' had the names [x] before; now [y]", "child parent names", "a b x", "a c y");
    assertFails("line 2: a name of 'a' is empty", "child parent names", "a b x||y");
    assertFails("holds no kind", "child parent");
  }

  @Test
  void readsWordNet() throws IOException {
    Path nouns =
        Files.writeString(
            folder.resolve("data.noun"),
            """
              1 This software and database is being provided to you
            00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 ~ 00002137 n 0000 ~ 04424418 n 0000 | x
            02084071 05 n 03 dog 0 domestic_dog 0 Canis_familiaris 0 002 @ 02083346 n 0000 @ 01317541 n 0000 | a member
            02083346 05 n 02 canine 0 canid 0 001 @ 00001740 n 0000 | any of
            01317541 05 n 01 pet 1 001 @ 00001740 n 0000 | b
            09482330 15 n 01 Rex 0 001 @i 02084071 n 0000 | instance
            """);
    Path table = folder.resolve("wordnet.tsv");
    assertThat(WordNetNouns.convert(nouns, Optional.empty(), table)).isEqualTo(5);
    Taxonomy all = Taxonomy.read(table);
    assertThat(all.withAncestors("n09482330"))
        .containsExactly("n09482330", "n02084071", "n02083346", "n01317541", "n00001740");
    assertThat(all.names("n02084071")).containsExactly("dog", "domestic dog", "Canis familiaris");

    Path classes = Files.writeString(folder.resolve("wnids.txt"), "n02083346\n");
    assertThat(WordNetNouns.convert(nouns, Optional.of(classes), table)).isEqualTo(2);
    assertThat(Taxonomy.read(table).has("n02084071")).isFalse();
    Files.writeString(classes, "n1\n");
    assertThatThrownBy(() -> WordNetNouns.convert(nouns, Optional.of(classes), table))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("'n1' is no noun of");
    Files.writeString(nouns, "nothing of the kind\n");
    assertThatThrownBy(() -> WordNetNouns.convert(nouns, Optional.empty(), table))
        .isInstanceOf(FalconException.class)
        .hasMessageContaining("data.noun: line 1: is no synset");
  }
}
