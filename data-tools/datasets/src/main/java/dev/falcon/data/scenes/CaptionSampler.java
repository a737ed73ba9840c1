// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import dev.falcon.data.RandomStream;
import java.util.ArrayList;
import java.util.List;

/** Draws true captions of a scene. */
public final class CaptionSampler {
  private final Choice level;

  public CaptionSampler(List<Double> levelShares) {
    this.level = Choice.ofShares(levelShares);
  }

  public Caption draw(RandomStream random, Scene scene) {
    int drawn = level.draw(random);
    List<SceneObject> objects = shuffled(scene.objects(), random);
    boolean single = objects.size() == 1;
    int chosen = single && (drawn == 3 || drawn == 4) ? 2 : drawn;
    SceneObject first = objects.get(0);
    return switch (chosen) {
      case 0 -> {
        boolean byShape = random.nextInt(2) == 0;
        yield one(
            byShape
                ? new Description(null, null, first.shape(), null)
                : new Description(null, first.colour(), null, null));
      }
      case 1 -> one(describe(first, false, null));
      case 2 -> {
        boolean bySize = random.nextInt(2) == 0;
        yield one(
            bySize
                ? describe(first, true, null)
                : describe(first, false, half(first, scene.cellsPerSide(), random)));
      }
      case 3 ->
          new Caption(
              List.of(describe(first, false, null), describe(objects.get(1), false, null)),
              null,
              null);
      case 4 -> {
        boolean firstsSize = random.nextInt(2) == 0;
        yield new Caption(
            List.of(describe(first, firstsSize, null), describe(objects.get(1), !firstsSize, null)),
            relation(first, objects.get(1), random),
            null);
      }
      default -> {
        List<Description> all = new ArrayList<>();
        for (SceneObject object : objects) {
          // A single object has no relation; instead, its half states where it is.
          Half half = single ? half(object, scene.cellsPerSide(), random) : null;
          all.add(describe(object, true, half));
        }
        Relation relation = single ? null : relation(first, objects.get(1), random);
        yield new Caption(all, relation, scene.background());
      }
    };
  }

  private static Caption one(Description description) {
    return new Caption(List.of(description), null, null);
  }

  private static Description describe(SceneObject object, boolean withSize, Half half) {
    return new Description(withSize ? object.size() : null, object.colour(), object.shape(), half);
  }

  /** Draws one of the two halves that contain the object. */
  private static Half half(SceneObject object, int cellsPerSide, RandomStream random) {
    List<Half> holding = new ArrayList<>(2);
    for (Half half : Half.values()) {
      if (half.holds(object.row(), object.column(), cellsPerSide)) {
        holding.add(half);
      }
    }
    return holding.get(random.nextInt(holding.size()));
  }

  /**
   * Draws one of the relations that hold. Objects lie in distinct cells, so there is at least one.
   */
  private static Relation relation(SceneObject first, SceneObject second, RandomStream random) {
    List<Relation> holding = new ArrayList<>(2);
    for (Relation relation : Relation.values()) {
      if (relation.holds(first, second)) {
        holding.add(relation);
      }
    }
    return holding.get(random.nextInt(holding.size()));
  }

  private static List<SceneObject> shuffled(List<SceneObject> objects, RandomStream random) {
    List<SceneObject> remaining = new ArrayList<>(objects);
    List<SceneObject> shuffled = new ArrayList<>(objects.size());
    while (!remaining.isEmpty()) {
      shuffled.add(remaining.remove(random.nextInt(remaining.size())));
    }
    return shuffled;
  }
}
