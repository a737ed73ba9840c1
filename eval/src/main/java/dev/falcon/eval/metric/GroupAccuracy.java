package dev.falcon.eval.metric;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;

/**
 * How often something holds, over all images and within each group of them, in float32 as the WILDS
 * library does it.
 *
 * <p>A group is a value of one metadata field, or a pair of values of two. Every value from 0 to
 * the largest that occurs names a group, so groups may be empty; their share is NaN, and they do
 * not count towards the worst.
 *
 * @param average the share over all images
 * @param groups each group's name, share and size, in the order of the groups' numbers
 */
public record GroupAccuracy(double average, Map<String, Group> groups) {

  /**
   * A group's share.
   *
   * @param share the share of its images for which it holds; NaN without images
   * @param count its images
   */
  public record Group(double share, int count) {}

  /** The smallest share among groups that are not empty. */
  public double worst() {
    return worst(name -> true);
  }

  /** The smallest share among those groups that are not empty and whose name is accepted. */
  public double worst(Predicate<String> accepted) {
    return groups.entrySet().stream()
        .filter(group -> group.getValue().count() > 0 && accepted.test(group.getKey()))
        .mapToDouble(group -> group.getValue().share())
        .min()
        .orElse(Double.NaN);
  }

  /** Groups by one field. */
  public static GroupAccuracy by(Field field, int images, IntPredicate holds) {
    return of(
        images,
        holds,
        field.cardinality(images),
        image -> field.value(image),
        group -> field.name() + ":" + group);
  }

  /**
   * Groups by two fields: the minor one's value changes faster from group to group, and the major
   * one's is named first.
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
   * @param name such as {@code region}
   * @param rows the metadata, one row per image // [images x columns]
   * @param column which column
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
