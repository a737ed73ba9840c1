// SPDX-License-Identifier: Apache-2.0
package dev.falcon.reproduce.model;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.RequestException;
import dev.falcon.downstream.config.FinetuneReader;
import dev.falcon.downstream.config.TaskConfig;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Downstream tasks on which every run's checkpoint is also fine-tuned, under the presets {@code
 * scenes-tiny}. Questions and statements are generated from Scenes, once for all runs: per image,
 * four questions, and one sentence with four pairs of images.
 *
 * @param tasks the tasks, each of which has its own run
 * @param images the number of training images with questions; 0 for 3000
 * @param heldImages the number of images in the evaluation; 0 for 600
 * @param set the keys of the fine-tuning configuration, with dots, and their values, for all tasks
 */
public record Downstream(List<Task> tasks, int images, int heldImages, Map<String, JsonNode> set) {
  private static final int IMAGES = 3000;
  private static final int HELD_IMAGES = 600;

  public Downstream {
    if (tasks == null || tasks.isEmpty()) {
      throw new RequestException("downstream.tasks must name a task; known are " + Task.names());
    }
    if (EnumSet.copyOf(tasks).size() < tasks.size()) {
      throw new RequestException("downstream.tasks names a task twice; tasks=" + tasks);
    }
    if (images < 0 || heldImages < 0) {
      throw new RequestException(
          "downstream.images and held_images must be 0 or more; " + images + " and " + heldImages);
    }
    tasks = List.copyOf(tasks);
    images = images == 0 ? IMAGES : images;
    heldImages = heldImages == 0 ? HELD_IMAGES : heldImages;
    set = set == null ? Map.of() : set;
  }

  /** A task, named as by {@code falcon finetune}. */
  public enum Task {
    /** Questions about an image. */
    VQA(TaskConfig.VQA),
    /** Statements about two images. */
    NLVR(TaskConfig.NLVR),
    /** Captions and images of the pretraining. */
    RETRIEVAL(FinetuneReader.RETRIEVAL);

    private final String word;

    Task(String word) {
      this.word = word;
    }

    /** Returns the name in files and commands. */
    @JsonValue
    public String word() {
      return word;
    }

    /** Returns the task's measures, and their places in its {@code result.json}. */
    public Map<Measure, String> measures() {
      return switch (this) {
        case VQA -> Map.of(Measure.VQA_ACCURACY, "/scores/held/accuracy");
        case NLVR -> Map.of(Measure.NLVR_ACCURACY, "/scores/held/accuracy");
        case RETRIEVAL ->
            Map.of(
                Measure.FINE_TUNED_TXT_R1, "/reranked/txt_r1",
                Measure.FINE_TUNED_IMG_R1, "/reranked/img_r1");
      };
    }

    /**
     * Returns the task with a name.
     *
     * @throws RequestException if there is none
     */
    @JsonCreator
    public static Task of(String word) {
      for (Task task : values()) {
        if (task.word.equals(word.toLowerCase(Locale.ROOT))) {
          return task;
        }
      }
      throw new RequestException(
          "downstream.tasks has no task '" + word + "'; known are " + names());
    }

    private static List<String> names() {
      return Arrays.stream(values()).map(Task::word).toList();
    }
  }
}
