package dev.falcon.data.scenes.question;

import dev.falcon.data.scenes.world.Scene;
import java.util.function.BiPredicate;

/**
 * A statement about two pictures.
 *
 * @param sentence in English
 * @param truth whether it is true of a left and a right scene
 */
record SceneStatement(String sentence, BiPredicate<Scene, Scene> truth) {
  boolean isTrue(Scene left, Scene right) {
    return truth.test(left, right);
  }
}
