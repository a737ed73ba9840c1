// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.compositional.suite;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleSource;
import dev.falcon.data.scenes.Caption;
import dev.falcon.data.scenes.CaptionParser;
import dev.falcon.data.scenes.Colour;
import dev.falcon.data.scenes.Description;
import dev.falcon.data.scenes.Relation;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.Shape;
import dev.falcon.data.scenes.Size;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * A suite made of Scenes: each caption of a sample against the same one with a single change, which
 * the exact truth says is false of the image. A subset is a kind of change: another colour, shape
 * or size, the opposite relation, or two objects exchanged, which have the same words.
 */
public final class SceneSuite {
  /** The suite's name. */
  public static final String NAME = "scenes";

  /** The name of the suite whose images are changed as well. */
  public static final String BOTH = "scenes-both";

  private static final SuiteColumns COLUMNS =
      SuiteColumns.ofChoice("image", "caption", "negative_caption", "subset");

  private static final SuiteColumns PAIRS =
      SuiteColumns.recognised(
          BOTH,
          Set.of("image", "negative_image", "caption", "negative_caption", "subset"),
          Optional.empty());

  private final SampleSource data;
  private final SuiteBuilder builder;

  private SceneSuite(SampleSource data, String name) {
    this.data = data;
    this.builder = new SuiteBuilder(SuiteReader.description(name));
  }

  /** Returns whether a suite's name is one of those that are made of Scenes. */
  public static boolean isOne(String suite) {
    return NAME.equals(suite) || BOTH.equals(suite);
  }

  /** A caption that is true of a sample's scene, with its changes of one kind. */
  private record Change(
      Sample sample, Scene scene, int number, Caption caption, String kind, List<Caption> wrong) {
    /** Returns the item's name within its kind. */
    String key() {
      return sample.captions().size() == 1 ? sample.key() : sample.key() + "#" + number;
    }

    ObjectNode row(Caption chosen) {
      ObjectNode row = Json.mapper().createObjectNode();
      row.put("image", sample.key());
      row.put("caption", caption.text());
      row.put("negative_caption", chosen.text());
      row.put("subset", kind);
      return row;
    }
  }

  /**
   * Makes the suite. The same data give the same items.
   *
   * @throws FalconException if the samples are not of Scenes
   */
  public static CompositionalSuite of(SampleSource data) {
    SceneSuite suite = new SceneSuite(data, NAME);
    suite.forEach(
        (change, random) -> {
          Caption wrong = change.wrong().get(random.nextInt(change.wrong().size()));
          suite.add(change, change.row(wrong), COLUMNS);
        });
    return suite.built();
  }

  /**
   * Makes the suite in which each changed caption has an image, too: the same scene with one
   * change, of which the changed caption is true and the other is not. A caption for which there is
   * no such scene is left out.
   *
   * @param images the samples; receives the scenes that are drawn for the suite
   */
  public static CompositionalSuite ofBoth(ChangedScenes images) {
    SceneSuite suite = new SceneSuite(images.unchanged(), BOTH);
    suite.forEach(
        (change, random) -> {
          List<Caption> wrong = new ArrayList<>(change.wrong());
          while (!wrong.isEmpty()) {
            Caption chosen = wrong.remove(random.nextInt(wrong.size()));
            List<Scene> scenes =
                ChangedScenes.changes(change.scene(), change.kind()).stream()
                    .filter(scene -> chosen.matches(scene) && !change.caption().matches(scene))
                    .toList();
            if (!scenes.isEmpty()) {
              ObjectNode row = change.row(chosen);
              String name = change.key() + "~" + change.kind();
              images.add(name, scenes.get(random.nextInt(scenes.size())));
              suite.add(change, row.put("negative_image", name), PAIRS);
              return;
            }
          }
        });
    return suite.built();
  }

  private void add(Change change, ObjectNode row, SuiteColumns columns) {
    builder.add(new SuiteRow(data.name(), change.key(), row), "", columns);
  }

  private CompositionalSuite built() {
    CompositionalSuite suite = builder.build(List.of(), Map.of());
    if (suite.items().isEmpty()) {
      throw new FalconException(data.name() + ": has no caption that could be changed");
    }
    return suite;
  }

  private void forEach(BiConsumer<Change, RandomStream> sink) {
    List<Sample> samples = new ArrayList<>();
    data.forEach(samples::add, reject -> {});
    for (int i = 0; i < samples.size(); i++) {
      Sample sample = samples.get(i);
      Scene scene = Scene.of(sample);
      for (int c = 0; c < sample.captions().size(); c++) {
        Caption caption = CaptionParser.parse(sample.captions().get(c));
        for (Map.Entry<String, List<Caption>> kind : changes(caption).entrySet()) {
          List<Caption> wrong =
              kind.getValue().stream().filter(changed -> !changed.matches(scene)).toList();
          if (!wrong.isEmpty() && caption.matches(scene)) {
            RandomStream random = RandomStream.of(0, NAME + " " + kind.getKey(), i, c);
            sink.accept(new Change(sample, scene, c, caption, kind.getKey(), wrong), random);
          }
        }
      }
    }
  }

  /** Returns the captions with a single change, by its kind. */
  private static Map<String, List<Caption>> changes(Caption caption) {
    Map<String, List<Caption>> changes = new LinkedHashMap<>();
    List<Description> all = caption.descriptions();
    for (int i = 0; i < all.size(); i++) {
      Description one = all.get(i);
      for (Colour colour : Colour.values()) {
        if (one.colour() != null && one.colour() != colour) {
          put(changes, "colour", caption, i, recoloured(one, colour));
        }
      }
      for (Shape shape : Shape.values()) {
        if (one.shape() != null && one.shape() != shape) {
          put(
              changes,
              "shape",
              caption,
              i,
              new Description(one.size(), one.colour(), shape, one.half()));
        }
      }
      for (Size size : Size.values()) {
        if (one.size() != null && one.size() != size) {
          put(
              changes,
              "size",
              caption,
              i,
              new Description(size, one.colour(), one.shape(), one.half()));
        }
      }
    }
    relation(caption).ifPresent(opposite -> changes.put("relation", List.of(opposite)));
    exchanged(caption).ifPresent(swapped -> changes.put("exchange", List.of(swapped)));
    return changes;
  }

  private static Description recoloured(Description one, Colour colour) {
    return new Description(one.size(), colour, one.shape(), one.half());
  }

  private static void put(
      Map<String, List<Caption>> changes,
      String kind,
      Caption caption,
      int place,
      Description changed) {
    List<Description> all = new ArrayList<>(caption.descriptions());
    all.set(place, changed);
    changes
        .computeIfAbsent(kind, none -> new ArrayList<>())
        .add(new Caption(all, caption.relation(), caption.background()));
  }

  private static Optional<Caption> relation(Caption caption) {
    return Optional.ofNullable(caption.relation())
        .map(
            relation ->
                new Caption(caption.descriptions(), opposite(relation), caption.background()));
  }

  private static Relation opposite(Relation relation) {
    return switch (relation) {
      case LEFT_OF -> Relation.RIGHT_OF;
      case RIGHT_OF -> Relation.LEFT_OF;
      case ABOVE -> Relation.BELOW;
      case BELOW -> Relation.ABOVE;
    };
  }

  /** Returns the caption whose first two objects have changed places in the relation. */
  private static Optional<Caption> exchanged(Caption caption) {
    if (caption.relation() == null) {
      return Optional.empty();
    }
    List<Description> all = new ArrayList<>(caption.descriptions());
    all.set(0, caption.descriptions().get(1));
    all.set(1, caption.descriptions().get(0));
    return Optional.of(new Caption(all, caption.relation(), caption.background()));
  }
}
