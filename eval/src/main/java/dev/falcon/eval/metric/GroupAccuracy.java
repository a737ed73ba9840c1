// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;

/**
 * The share of images for which a condition holds, over all images and within each group of them,
 * computed in float32 as in the WILDS library.
 *
 * <p>A group is a value of one metadata field, or a pair of values of two fields. Every value from
 * 0 to the largest is a group, so groups may be empty. The share of an empty group is NaN, and it
 * does not count towards the worst group.
 *
 * @param average the share over all images, in [0, 1]
 * @param groups the share and the size of each group, by its name, in the order of the groups'
 *     numbers
 */
public record GroupAccuracy(double average, Map<String, Group> groups) {

  /**
   * A group's share.
   *
   * @param share the share of the group's images for which the condition holds, in [0, 1]; NaN
   *     without images
   * @param count the number of the group's images
   */
  public record Group(double share, int count) {}

  /** Returns the smallest share among the groups that are not empty. */
  public double worst() {
    return worst(name -> true);
  }

  /** Returns the smallest share among the groups that are not empty and whose name is accepted. */
  public double worst(Predicate<String> accepted) {
    return groups.entrySet().stream()
        .filter(group -> group.getValue().count() > 0 && accepted.test(group.getKey()))
        .mapToDouble(group -> group.getValue().share())
        .min()
        .orElse(Double.NaN);
  }

  /** Returns the shares of the groups by one field. */
  public static GroupAccuracy by(Field field, int images, IntPredicate holds) {
    return of(
        images,
        holds,
        field.cardinality(images),
        image -> field.value(image),
        group -> field.name() + ":" + group);
  }

  /**
   * Returns the shares of the groups by two fields. The value of the minor field changes faster
   * from group to group; the value of the major field is first in the names.
   */
  public static GroupAccuracy by(Field major, Field minor, int images, IntPredicate holds) {
    int minorValues = minor.cardinality(images);
    return of(
        images,
        holds,
        minorValues * major.cardinality(images),
        image -> major.value(image) * minorValues + minor.value(image),
        group ->
            major.name()
                + ":"
                + group / minorValues
                + "_"
                + minor.name()
                + ":"
                + group % minorValues);
  }

  private static GroupAccuracy of(
      int images,
      IntPredicate holds,
      int groups,
      IntToLongFunction groupOf,
      IntFunction<String> nameOf) {
    int[] counts = new int[groups];
    int[] held = new int[groups];
    int total = 0;
    for (int image = 0; image < images; image++) {
      int group = Math.toIntExact(groupOf.applyAsLong(image));
      counts[group]++;
      if (holds.test(image)) {
        held[group]++;
        total++;
      }
    }
    Map<String, Group> named = new LinkedHashMap<>();
    for (int group = 0; group < groups; group++) {
      double share = Scores.floatQuotient(held[group], counts[group]);
      named.put(nameOf.apply(group), new Group(share, counts[group]));
    }
    return new GroupAccuracy(Scores.floatQuotient(total, images), named);
  }

  /**
   * A column of the images' metadata.
   *
   * @param name the field's name, such as {@code region}
   * @param rows the metadata, one row per image // [images x columns]
   * @param column the index of the field's column
   */
  @SuppressWarnings("ArrayRecordComponent") // a view of the caller's array
  public record Field(String name, long[][] rows, int column) {
    long value(int image) {
      return rows[image][column];
    }

    int cardinality(int images) {
      long largest = -1;
      for (int image = 0; image < images; image++) {
        largest = Math.max(largest, value(image));
      }
      return Math.toIntExact(largest + 1);
    }
  }
}
