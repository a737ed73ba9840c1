// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TruthMatrixTest {
  private static final int[][] ORDERS = {
    {0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}
  };

  @Test
  void agreesWithCaptionsOneByOneAndWithEveryOrderTried() {
    List<Caption> captions = new ArrayList<>();
    List<Scene> scenes = new ArrayList<>();
    // Few shapes and colours, so that captions are often true and objects often alike.
    for (int colours = 1; colours <= 8; colours += 7) {
      ScenesConfig.Contents contents =
          new ScenesConfig.Contents(4, List.of(0.2, 0.4, 0.4), 1 + colours / 2, colours, 3, 0.5);
      Scenes world = new Scenes(ScenesConfig.hard().withContents(contents));
      for (int i = 0; i < 333; i++) {
        scenes.add(world.scene(Split.TRAIN, i));
        captions.addAll(world.captions(Split.TRAIN, i));
      }
    }
    // Statements that the world itself never makes.
    captions.add(CaptionParser.parse("a thing and a thing and a thing"));
    captions.add(CaptionParser.parse("a small thing above a large thing at top on white"));

    TruthMatrix truth = TruthMatrix.of(captions, scenes);

    int matches = 0;
    for (int row = 0; row < captions.size(); row++) {
      int count = 0;
      for (int column = 0; column < scenes.size(); column++) {
        boolean expected = naive(captions.get(row), scenes.get(column));
        assertThat(captions.get(row).matches(scenes.get(column))).isEqualTo(expected);
        assertThat(truth.matches(row, column)).isEqualTo(expected);
        count += expected ? 1 : 0;
      }
      assertThat(truth.count(row)).isEqualTo(count);
      matches += count;
    }
    assertThat(matches).isGreaterThan(10 * captions.size());
  }

  private static boolean naive(Caption caption, Scene scene) {
    for (int[] order : ORDERS) {
      List<SceneObject> assigned = new ArrayList<>();
      for (int i = 0; i < caption.descriptions().size(); i++) {
        if (order[i] < scene.objects().size()) {
          assigned.add(scene.objects().get(order[i]));
        }
      }
      boolean holds =
          assigned.size() == caption.descriptions().size()
              && (caption.background() == null || caption.background() == scene.background());
      for (int i = 0; holds && i < assigned.size(); i++) {
        holds = caption.descriptions().get(i).matches(assigned.get(i), scene.cellsPerSide());
      }
      if (holds
          && (caption.relation() == null
              || caption.relation().holds(assigned.get(0), assigned.get(1)))) {
        return true;
      }
    }
    return false;
  }
}
