// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.cli.Cli;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A comparison with one thing wrong in it is refused before anything is run. */
class WrongComparisonsTest {
  private static final String SOUND =
      """
      name: own
      preset: scenes-tiny
      seeds: 1
      baseline: one
      pace: one
      variants:
        - {name: one, about: a, set: {method.name: uniform}}
        - {name: two, about: b, set: {method.name: grit}}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "seeds: 1 | seeds: 0 | seeds must be at least 1; seeds=0",
        "seeds: 1 | seeds: many | seeds: ",
        "name: two | name: one | two variants are called one",
        "name: two | name: Number Two | lower-case letters",
        "about: b | about: b, seeds: -1 | seeds must be at least 0; seeds=-1",
        "baseline: one | baseline: none | baseline",
        "pace: one | pace: none | pace",
        "pace: one | gate: {variant: one, matching_below: -1} | matching_below",
        "pace: one | gate: {matching_below: 1} | gate must name a variant",
        "pace: one | gate: {variant: one} | contrast_above; variant=one",
        "name: own | gate: {variant: none, matching_below: 1} | gate.variant",
        "pace: one | downstream: {tasks: []} | downstream.tasks must name a task",
        "pace: one | downstream: {tasks: [vqa, vqa]} | names a task twice",
        "pace: one | downstream: {tasks: [vqa], images: -1} | must be 0 or more",
        "pace: one | downstream: {tasks: [singing]} | singing",
        "name: own | claims: {singer: one} | singer",
        "name: own | claims: {grit: none} | claims.grit",
        "pace: one | published: [{name: a, scores: [1]}] | scores",
        "pace: one | references: [nobody] | nobody",
        "name: own | `name: own\ndownstream: {tasks: [vqa], set: {no.key: 1}}` | downstream: vqa of",
        "preset: scenes-tiny | `preset: siglip2-tiny\ndownstream: {tasks: [vqa]}` | cannot be fine-tuned",
        "name: own | tempo: one | tempo",
        "preset: scenes-tiny | preset: none | none",
        "method.name: grit | method.name: none | none",
        "method.name: grit | no.key: 1 | no",
        "variants: | others: | must have variants",
      })
  void areRefusedInALine(String sound, String wrong, String message) throws IOException {
    Path file = folder.resolve("comparison.yaml");
    Files.writeString(file, SOUND.replace(sound.strip(), wrong.strip()));

    Cli.Result result =
        Cli.launch(
            "reproduce",
            "scenes",
            "--collect",
            "--quiet",
            "--comparison=" + file,
            "--out=" + folder.resolve("out"));

    assertThat(result.errors().lines()).hasSize(1);
    assertThat(result.errors()).contains(message.strip()).doesNotContain("this is a bug");
    assertThat(result.exitCode()).isIn(1, 2);
  }
}
