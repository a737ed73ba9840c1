// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.scenes.generate;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.RandomStream;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.ParallelWrites;
import dev.falcon.data.scenes.Scene;
import dev.falcon.data.scenes.Scenes;
import dev.falcon.data.scenes.Split;
import dev.falcon.data.scenes.generate.QuestionSampler.SceneQuestion;
import dev.falcon.data.scenes.generate.StatementSampler.SceneStatement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes questions about the first images of a split and statements about two of them: {@code
 * questions.json} and {@code annotations.json} as in VQA v2, {@code answer_list.json}, {@code
 * statements.jsonl} as in NLVR2, and the pictures as files in {@code images}. The same request
 * gives the same bytes; all texts are held in memory.
 */
public final class ScenesQuestions {
  /** Number of pairs of pictures for each sentence, which is true of half of them. */
  public static final int PAIRS_PER_SENTENCE = 4;

  private static final List<String> FILES =
      List.of("questions.json", "annotations.json", "answer_list.json", "statements.jsonl");
  private static final String IMAGES = "images";
  private static final Pattern IMAGE =
      Pattern.compile(
          "[a-z]+-[0-9]{7,}\\.png(" + Pattern.quote(AtomicFile.TEMPORARY_SUFFIX) + ")?");
  private static final int MAX_DRAWS = 2000;

  private final Scenes world;
  private final Split split;
  private final int count;

  /** Prepares for the first {@code count} images of a split. */
  public ScenesQuestions(Scenes world, Split split, int count) {
    this.world = world;
    this.split = split;
    this.count = count;
  }

  /** Removes an earlier run's files from the folder; other images stay. */
  public static void delete(Path folder) {
    for (String file : FILES) {
      Folders.remove(folder.resolve(file));
    }
    Path images = folder.resolve(IMAGES);
    if (Folders.isFolder(images)) {
      Folders.list(images).stream()
          .filter(file -> IMAGE.matcher(file.getFileName().toString()).matches())
          .forEach(Folders::remove);
      if (Folders.list(images).isEmpty()) {
        Folders.remove(images);
      }
    }
  }

  /** Writes each image as a PNG file named after its key. */
  public void writeImages(Path folder, Progress progress) {
    Path images = folder.resolve(IMAGES);
    try (Progress.Task task = progress.begin("writing", count, "images")) {
      Folders.make(images);
      ParallelWrites.each(
          count,
          i -> {
            Path file = images.resolve(Scenes.key(split, i) + ".png");
            if (!Folders.exists(file)) {
              write(file, world.png(split, i));
            }
            task.advance(1);
          });
    }
  }

  private static void write(Path file, byte[] bytes) {
    try (AtomicFile whole = AtomicFile.create(file)) {
      Files.write(whole.path(), bytes);
      whole.commit();
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be written: " + e.getMessage(), e);
    }
  }

  private String image(int index) {
    return IMAGES + "/" + Scenes.key(split, index) + ".png";
  }

  /**
   * Writes questions with ten people's answers.
   *
   * @return number of questions
   */
  public int writeQuestions(Path folder, int perImage) {
    List<Map<String, Object>> questions = new ArrayList<>();
    List<Map<String, Object>> annotations = new ArrayList<>();
    SortedSet<String> truths = new TreeSet<>();
    for (int index = 0; index < count; index++) {
      Scene scene = world.scene(split, index);
      for (int number = 0; number < perImage; number++) {
        RandomStream random = stream("question", index, number);
        SceneQuestion question = QuestionSampler.draw(random, scene);
        long id = (long) index * perImage + number;
        truths.add(question.answer());
        questions.add(questionLine(id, index, question));
        annotations.add(annotation(id, index, question, Answerers.answers(random, question)));
      }
    }
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("info", Map.of("description", "Scenes"));
    head.put("data_subtype", split.word());
    write(folder.resolve(FILES.get(0)), head, "questions", questions);
    write(folder.resolve(FILES.get(1)), head, "annotations", annotations);
    Json.write(folder.resolve(FILES.get(2)), truths);
    return questions.size();
  }

  private static void write(
      Path file, Map<String, Object> head, String list, List<Map<String, Object>> items) {
    Map<String, Object> content = new LinkedHashMap<>(head);
    content.put(list, items);
    AtomicFile.write(file, Json.line(content) + "\n");
  }

  private Map<String, Object> questionLine(long id, int index, SceneQuestion question) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("question_id", id);
    line.put("image_id", index);
    line.put("question", question.text());
    line.put("image", image(index));
    return line;
  }

  private static Map<String, Object> annotation(
      long id, int index, SceneQuestion question, List<String> people) {
    List<Map<String, Object>> answers = new ArrayList<>();
    for (String answer : people) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("answer_id", answers.size() + 1);
      one.put("answer", answer);
      one.put("answer_confidence", "yes");
      answers.add(one);
    }
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("question_id", id);
    line.put("image_id", index);
    line.put("question_type", question.type());
    line.put("answer_type", question.answerType());
    line.put("multiple_choice_answer", mostCommon(people));
    line.put("truth", question.answer());
    line.put("answers", answers);
    return line;
  }

  /** Returns the answer with the most votes; the earliest if several have as many. */
  private static String mostCommon(List<String> answers) {
    Map<String, Long> votes =
        answers.stream()
            .collect(
                Collectors.groupingBy(
                    Function.identity(), LinkedHashMap::new, Collectors.counting()));
    long most = votes.values().stream().max(Long::compare).orElseThrow();
    return votes.keySet().stream().filter(a -> votes.get(a) == most).findFirst().orElseThrow();
  }

  /**
   * Writes sentences, each with {@link #PAIRS_PER_SENTENCE} pairs of images, half of which it is
   * true of.
   *
   * @param sentences number of sentences
   * @return number of lines
   */
  public int writeStatements(Path folder, int sentences) {
    List<Scene> scenes =
        IntStream.range(0, count).parallel().mapToObj(i -> world.scene(split, i)).toList();
    StringBuilder lines = new StringBuilder();
    for (int set = 0; set < sentences; set++) {
      List<Map<String, Object>> group = null;
      for (int attempt = 0; group == null; attempt++) {
        if (attempt == MAX_DRAWS) {
          throw new FalconException(
              folder + ": " + count + " images are too few for statements that are true of some");
        }
        group = group(set, stream("statement", set, attempt), scenes);
      }
      group.forEach(line -> lines.append(Json.line(line)).append('\n'));
    }
    AtomicFile.write(folder.resolve(FILES.get(3)), lines.toString());
    return sentences * PAIRS_PER_SENTENCE;
  }

  /** Returns a sentence with its pairs; null if not enough true or false pairs are found soon. */
  private List<Map<String, Object>> group(int set, RandomStream random, List<Scene> scenes) {
    SceneStatement statement = StatementSampler.draw(random);
    List<Map<String, Object>> lines = new ArrayList<>();
    int[] found = new int[2];
    for (int draw = 0; draw < MAX_DRAWS && lines.size() < PAIRS_PER_SENTENCE; draw++) {
      int left = random.nextInt(count);
      int right = random.nextInt(count);
      boolean isTrue = statement.isTrue(scenes.get(left), scenes.get(right));
      int kind = isTrue ? 1 : 0;
      if (left == right || found[kind] == PAIRS_PER_SENTENCE / 2) {
        continue;
      }
      found[kind]++;
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("sentence", statement.sentence());
      line.put("label", isTrue ? "True" : "False");
      line.put(
          "identifier", String.format(Locale.ROOT, "%s-%d-%d-0", split.word(), set, lines.size()));
      line.put("images", List.of(image(left), image(right)));
      lines.add(line);
    }
    return lines.size() == PAIRS_PER_SENTENCE ? lines : null;
  }

  @SuppressWarnings("EnumOrdinal") // the constants' order is part of the world's definition
  private RandomStream stream(String purpose, long index, int part) {
    return RandomStream.of(
        world.config().seed(), "scenes " + purpose, split.ordinal(), index, part);
  }
}
