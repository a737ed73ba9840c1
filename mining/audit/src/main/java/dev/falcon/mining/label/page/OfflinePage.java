// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.mining.label.LabelVotes;
import dev.falcon.mining.label.PairContents;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The data of a standalone page, including its pictures: the pairs that an annotator has not
 * answered yet.
 *
 * @param order the order's digest
 * @param annotator the name of the annotator
 * @param pairs the pairs, in the order in which they are asked about
 */
record OfflinePage(String order, String annotator, List<Pair> pairs) {
  /**
   * A pair.
   *
   * @param sides the two sides, pictures as {@code data:} addresses
   * @param said the answers of others, if the annotator adjudicates; otherwise empty
   * @param own the texts that belong to the first side
   */
  record Pair(
      String imageKey,
      String textKey,
      int rank,
      boolean repeat,
      List<ShownSide> sides,
      String said,
      List<String> own) {}

  static OfflinePage of(
      String order,
      String annotator,
      LabelTasks tasks,
      LabelVotes votes,
      PairContents contents,
      LabelPictures pictures) {
    List<Pair> pairs =
        tasks.all().subList(tasks.answered(), tasks.all().size()).stream()
            .map(
                task ->
                    new Pair(
                        task.pair().imageKey(),
                        task.pair().textKey(),
                        task.rank(),
                        task.repeat(),
                        ShownSide.of(
                            contents.sides(task.pair().name()),
                            (picture, side) -> address(pictures.read(picture))),
                        task.purpose() == LabelTask.Purpose.DECIDING
                            ? votes.unnamed(task.pair().name())
                            : "",
                        LabelSession.words(contents.own(task.pair().imageKey()))))
            .toList();
    return new OfflinePage(order, annotator, pairs);
  }

  private static String address(byte[] file) {
    return ScaledPicture.of(file).flatMap(OfflinePage::dataAddress).orElse("");
  }

  private static Optional<String> dataAddress(byte[] picture) {
    return LabelPictures.type(picture)
        .map(
            name ->
                String.format(
                    Locale.ROOT,
                    "data:%s;base64,%s",
                    name,
                    Base64.getEncoder().encodeToString(picture)));
  }
}
