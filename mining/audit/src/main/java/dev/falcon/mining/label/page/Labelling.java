// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.label.page;

import dev.falcon.data.FalconException;
import dev.falcon.data.Progress;
import dev.falcon.data.file.AtomicFile;
import dev.falcon.data.file.Json;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.work.OutputFile;
import dev.falcon.mining.label.LabelCount;
import dev.falcon.mining.label.LabelDesign;
import dev.falcon.mining.label.LabelFolder;
import dev.falcon.mining.label.LabelJournal;
import dev.falcon.mining.label.LabelOrder;
import dev.falcon.mining.label.LabelPair;
import dev.falcon.mining.label.LabelResult;
import dev.falcon.mining.label.LabelVotes;
import dev.falcon.mining.label.PairContents;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Has people label the pairs of an audit, and counts their labels. */
public final class Labelling {
  private final LabelRequest request;
  private final PairContents contents;
  private final LabelFolder folder;
  private final LabelOrder order;
  private final LabelPictures pictures;
  private final OptionalDouble expected;
  private final Map<String, float[]> scores; // of every judge, in the order of the pairs

  /**
   * Reads the audit and its data and, if the folder has no order yet, draws the order of the pairs.
   * Nothing is written.
   *
   * @throws dev.falcon.data.RequestException if the folder is not for labels or holds another
   *     order, or if no journal can have the annotator's name
   */
  public Labelling(LabelRequest request, Progress progress) {
    this.request = request;
    List<Path> inputs = new ArrayList<>(request.data().files());
    inputs.add(request.audit());
    LabelFolder.require(request.labels(), inputs);
    folder = new LabelFolder(request.labels());
    folder.journal(request.annotator()); // refuses such a name
    Optional<LabelDesign> before =
        LabelFolder.isHere(request.labels())
            ? Optional.of(LabelFolder.open(request.labels()).order().design())
            : Optional.empty();
    contents = PairContents.read(request.data(), progress);
    DrawnTable drawn =
        DrawnTable.read(
            request.audit(),
            request.negatives().or(() -> before.map(Labelling::negatives)),
            request.judge().or(() -> before.map(Labelling::judge)),
            contents);
    LabelDesign design =
        new LabelDesign(
            drawn.negatives().kind(),
            drawn.negatives().quantile().orElse(null),
            drawn.judge().orElse(null),
            request.seed().orElse(before.map(LabelDesign::seed).orElse(LabelRequest.DEFAULT_SEED)),
            LabelDesign.digest(drawn.pairs()));
    order =
        before.isPresent() && before.get().equals(design)
            ? folder.order()
            : LabelOrder.draw(design, drawn.pairs());
    if (before.isPresent()) {
      begin(); // refuses another order
    }
    pictures = new LabelPictures(folder.images());
    expected = drawn.expected();
    scores = ordered(drawn);
  }

  /** Returns the judges' scores of the pairs in the order in which these are asked. */
  private Map<String, float[]> ordered(DrawnTable drawn) {
    Map<LabelPair.Name, Integer> numbers = new HashMap<>();
    for (int pair = 0; pair < drawn.pairs().size(); pair++) {
      numbers.putIfAbsent(drawn.pairs().get(pair).name(), pair);
    }
    Map<String, float[]> ordered = new LinkedHashMap<>();
    drawn
        .scores()
        .forEach(
            (judge, all) -> {
              float[] own = new float[order.pairs().size()];
              for (int rank = 0; rank < own.length; rank++) {
                own[rank] = all.get(numbers.get(order.pairs().get(rank).name()));
              }
              ordered.put(judge, own);
            });
    return ordered;
  }

  private void begin() {
    LabelFolder.begin(request.labels(), order);
  }

  private static LabelRequest.Negatives negatives(LabelDesign design) {
    return new LabelRequest.Negatives(design.kind(), Optional.ofNullable(design.quantile()));
  }

  private static String judge(LabelDesign design) {
    return design.judge() == null ? LabelRequest.NO_JUDGE : design.judge();
  }

  /**
   * The port on which the page is served.
   *
   * @param port the port, in [0, 65535]; 0 for any free one
   * @param forwarded the port of the browser's machine that is forwarded to this one
   */
  public record Place(int port, Optional<Integer> forwarded) {}

  /**
   * Serves the page until the annotator stops, and then counts.
   *
   * @param opened receives the page's address
   */
  public LabelResult serve(Place place, Consumer<String> opened) {
    tasks(); // fails if there are none
    begin();
    folder.adding(
        request.annotator(),
        journal -> {
          LabelTasks tasks = tasks();
          pictures.fetch(request.data(), shown(tasks));
          try (LabelQueue queue = new LabelQueue(folder, order, tasks, request.annotator());
              LabelServer server =
                  LabelServer.start(
                      session(queue, tasks, journal), pictures, place.port(), place.forwarded())) {
            opened.accept(server.address(place.forwarded()));
            server.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FalconException("labelling was interrupted; all answers are saved", e);
          }
        });
    return count();
  }

  /**
   * The questions of a page.
   *
   * @param pairs the number of pairs
   * @param again the number of pairs that are asked about once more
   */
  public record Asked(int pairs, int again) {}

  /**
   * Writes the page as a file with the pairs that the annotator has not answered, including their
   * pictures. The answers stay in the browser; the page saves them as a file for {@link #merge}.
   *
   * @throws FalconException if no pair is left to ask about; nothing is written
   */
  public Asked write(Path file, boolean overwrite) {
    List<Path> read = new ArrayList<>(request.data().files());
    read.add(request.audit());
    read.add(request.labels());
    OutputFile.require(file, overwrite, read);
    LabelTasks tasks = tasks();
    if (tasks.answered() == tasks.all().size()) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%s: of the first %,d pairs, none is left to ask %s about; ask for more pairs",
              folder.path(),
              request.stop().count(),
              request.annotator()));
    }
    begin();
    pictures.fetch(request.data(), shown(tasks));
    OfflinePage page =
        OfflinePage.of(order.digest(), request.annotator(), tasks, votes(), contents, pictures);
    AtomicFile.write(file, LabelPage.standing(Json.line(page)));
    int again = (int) page.pairs().stream().filter(OfflinePage.Pair::repeat).count();
    return new Asked(page.pairs().size() - again, again);
  }

  /**
   * Adds the answers that a page of {@link #write} has saved to their annotators' journals. Answers
   * that are there already are skipped.
   *
   * @return the number of added answers
   * @throws FalconException if the file holds answers of another order, or is damaged
   */
  public int merge(Path answers) {
    return folder.merge(answers, order);
  }

  private LabelSession session(LabelQueue queue, LabelTasks tasks, LabelJournal journal) {
    return new LabelSession(
        request, order, queue, tasks.answered(), contents, journal, Clock.systemUTC());
  }

  private LabelTasks tasks() {
    LabelTasks tasks = LabelTasks.of(order, votes(), request);
    if (request.adjudicate() && tasks.all().isEmpty()) {
      throw new FalconException(
          folder.path()
              + ": no two annotators contradict each other on a pair that "
              + request.annotator()
              + " has not answered");
    }
    return tasks;
  }

  private LabelVotes votes() {
    return new LabelVotes(LabelFolder.isHere(folder.path()) ? folder.answers(order) : List.of());
  }

  private Set<PairSide.Picture> shown(LabelTasks tasks) {
    return tasks.all().stream()
        .flatMap(task -> contents.sides(task.pair().name()).stream())
        .flatMap(side -> side.picture().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Counts the labels so far, and writes them as a table of truth. */
  public LabelResult count() {
    begin();
    LabelCount count = new LabelCount(order, votes());
    AtomicFile.write(
        folder.path().resolve(LabelFolder.TRUTH_FILE),
        count.truth().stream().map(line -> Json.line(line) + "\n").collect(Collectors.joining()));
    return count.result(scores, expected);
  }

  /** Returns the result of the labels so far, with forecasts; writes nothing. */
  public LabelResult soFar() {
    return new LabelCount(order, votes()).result(Map.of(), expected);
  }
}
