// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.judge;

import static dev.falcon.data.table.TableSchema.required;

import dev.falcon.data.FalconException;
import dev.falcon.data.InputRole;
import dev.falcon.data.Progress;
import dev.falcon.data.Provenance;
import dev.falcon.data.Reject;
import dev.falcon.data.RequestException;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import dev.falcon.data.file.RecordFile;
import dev.falcon.data.image.ImageException;
import dev.falcon.data.sample.PairSide;
import dev.falcon.data.sample.Sample;
import dev.falcon.data.sample.SampleReader;
import dev.falcon.data.table.ColumnType;
import dev.falcon.data.table.Rejects;
import dev.falcon.data.table.TableFormat;
import dev.falcon.data.table.TableReader;
import dev.falcon.data.table.TableSchema;
import dev.falcon.data.table.TableWriter;
import dev.falcon.data.verify.FolderRecord;
import dev.falcon.data.work.FolderLock;
import dev.falcon.data.work.OutputFile;
import dev.falcon.data.work.Shard;
import dev.falcon.mining.label.LabelPair;
import dev.falcon.mining.label.PairContents;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Has a model on an HTTP server judge the pairs of an audit, and writes a table of its scores. The
 * answers are kept in a file beside the table, and no question is asked twice. The table is written
 * when all pairs are settled, in the order of the audit's pairs, so that the same answers give the
 * same bytes.
 */
public final class OutsideJudge {
  private static final String PAIRS_FILE = "pairs.parquet";

  private static final TableSchema SCHEMA =
      TableSchema.of(
          required("image_key", ColumnType.UTF8),
          required("text_key", ColumnType.UTF8),
          required("score", ColumnType.FLOAT32));

  private final JudgeRequest request;
  private final Progress progress;
  private final JudgeTalk talk;

  /** Creates a judge. */
  public OutsideJudge(JudgeRequest request, Progress progress, JudgeTalk talk) {
    this.request = request;
    this.progress = progress;
    this.talk = talk;
  }

  /** Returns the file of answers beside a table. */
  public static Path answers(Path table) {
    return AnswerCache.file(table, Shard.WHOLE);
  }

  /** Returns the list of pairs without a score, which is beside a table. */
  public static Path rejects(Path table) {
    return table.resolveSibling(table.getFileName() + "." + Rejects.FILE_NAME);
  }

  /**
   * The amount of data that a run would send.
   *
   * @param pairs the number of pairs
   * @param pictures the number of pictures
   * @param text a description for people
   */
  public record Extent(int pairs, int pictures, String text) {}

  /** Counts what would be sent. */
  public Extent extent() {
    List<LabelPair.Name> pairs = pairs();
    int pictures = (int) pairs.stream().map(LabelPair.Name::imageKey).distinct().count();
    PairForm form = PairForm.of(request.data());
    String text =
        form == PairForm.CAPTIONED
            ? String.format(Locale.ROOT, "%,d pictures and %,d captions", pictures, pairs.size())
            : String.format(Locale.ROOT, "%,d %s", pairs.size(), form.label());
    return new Extent(pairs.size(), pictures, text);
  }

  /** Asks about the pairs that have no answer yet, and writes the table. */
  public JudgeOutcome judge() {
    TableFormat.ofFile(request.output());
    if (!request.isWhole()) {
      return FolderLock.beside(AnswerCache.file(request.output(), request.shard()), this::locked);
    }
    List<Path> read = new ArrayList<>(request.data().files());
    read.add(request.audit());
    OutputFile.require(request.output(), request.overwrite(), read);
    return FolderLock.beside(request.output(), this::locked);
  }

  private JudgeOutcome locked() {
    List<LabelPair.Name> pairs = pairs();
    PairContents contents = PairContents.read(request.data(), progress);
    PairForm form = form(pairs, contents);
    JudgeRequest worded = request.asking(request.prompt().on(form));
    return new OutsideJudge(worded, progress, talk).ask(pairs, contents, form);
  }

  /** Returns the common form of all pairs. */
  private PairForm form(List<LabelPair.Name> pairs, PairContents contents) {
    Optional<PairForm> form = Optional.empty();
    for (LabelPair.Name pair : pairs) {
      PairForm own = PairForm.of(contents.first(pair.imageKey()), contents.second(pair.textKey()));
      if (form.isPresent() && form.get() != own) {
        throw new FalconException(
            "%s: the audited pairs are %s and %s; expected an audit of one kind"
                .formatted(request.data().name(), form.get().label(), own.label()));
      }
      form = Optional.of(own);
    }
    return form.orElse(PairForm.CAPTIONED);
  }

  private JudgeOutcome ask(List<LabelPair.Name> pairs, PairContents contents, PairForm form) {
    Map<String, List<LabelPair.Name>> byImage = new LinkedHashMap<>();
    Set<PairSide.Picture> seconds = new HashSet<>();
    for (LabelPair.Name pair : pairs) {
      byImage.computeIfAbsent(pair.imageKey(), key -> new ArrayList<>()).add(pair);
      contents.second(pair.textKey()).picture().ifPresent(seconds::add);
    }
    Map<LabelPair.Name, JudgedAnswer> answered = new LinkedHashMap<>();
    Map<LabelPair.Name, String> refused = new LinkedHashMap<>();
    try (AnswerCache cache = AnswerCache.open(request.output(), request.shard());
        PictureSpool spool = PictureSpool.of(request.data(), seconds);
        Progress.Task task = progress.begin("asking", pairs.size(), "pairs");
        JudgeRun run = new JudgeRun(request, form, cache, talk, pairs.size(), task::advance)) {
      SentSides sides = new SentSides(contents, spool, request.settings().imageSize());
      for (int shard = 0; shard < request.data().shards() && run.continues(); shard++) {
        try (SampleReader reader = request.data().open(shard, reject -> {})) {
          while (reader.hasNext() && run.continues()) {
            Sample sample = reader.next();
            List<LabelPair.Name> own = byImage.remove(sample.key());
            if (own != null) {
              ask(run, sample, own, sides, refused);
            }
          }
        }
      }
      run.finish(answered, refused);
      return outcome(run, pairs, answered, refused);
    }
  }

  private static void ask(
      JudgeRun run,
      Sample sample,
      List<LabelPair.Name> pairs,
      SentSides sides,
      Map<LabelPair.Name, String> refused) {
    AskedSide first;
    try {
      first = sides.first(sample);
    } catch (ImageException e) {
      pairs.forEach(pair -> refused.put(pair, "the picture: " + e.getMessage()));
      return;
    }
    for (LabelPair.Name pair : pairs) {
      try {
        AskedPair asked = new AskedPair(first, sides.second(pair.textKey()));
        run.submit(pair, asked, () -> new AskedPair(first, sides.own(sample, first)));
      } catch (ImageException e) {
        refused.put(pair, "the second picture: " + e.getMessage());
      }
    }
  }

  private List<LabelPair.Name> pairs() {
    Path file = request.audit().resolve(PAIRS_FILE);
    if (!Folders.isFile(file)) {
      throw new RequestException(
          request.audit() + ": has no " + PAIRS_FILE + "; name the folder of an audit");
    }
    List<LabelPair.Name> pairs = new ArrayList<>();
    try (TableReader table = TableReader.open(file)) {
      int image = table.column(ColumnType.UTF8, "image_key");
      int text = table.column(ColumnType.UTF8, "text_key");
      while (table.next()) {
        pairs.add(new LabelPair.Name(table.getString(image), table.getString(text)));
      }
    }
    Map<String, Integer> pictures = new HashMap<>();
    pairs.forEach(pair -> pictures.putIfAbsent(pair.imageKey(), pictures.size()));
    return pairs.stream()
        .distinct()
        .filter(pair -> request.shard().owns(pictures.get(pair.imageKey())))
        .toList();
  }

  private JudgeOutcome outcome(
      JudgeRun run,
      List<LabelPair.Name> pairs,
      Map<LabelPair.Name, JudgedAnswer> answered,
      Map<LabelPair.Name, String> refused) {
    List<Reject> rejects = new ArrayList<>();
    int scored = 0;
    int lowMass = 0;
    long in = 0;
    long out = 0;
    for (LabelPair.Name pair : pairs) {
      JudgedAnswer answer = answered.get(pair);
      if (answer != null) {
        in += answer.tokensIn();
        out += answer.tokensOut();
        lowMass += answer.mass() < JudgedAnswer.LEAST_MASS ? 1 : 0;
      }
      if (JudgeRun.counts(answer)) {
        scored++;
      } else if (answer != null || refused.containsKey(pair)) {
        String reason =
            answer == null ? refused.get(pair) : "it answered neither yes nor no: " + answer.text();
        rejects.add(new Reject(pair.imageKey(), pair.textKey(), reason));
      }
    }
    if (scored == 0) {
      throw new FalconException(
          run.stopped()
              .or(() -> rejects.stream().map(Reject::reason).findFirst())
              .orElse("no pair was judged"));
    }
    if (run.stopped().isEmpty() && scored + rejects.size() != pairs.size()) {
      throw new FalconException(
          String.format(
              Locale.ROOT,
              "%,d of %,d pairs have neither a score nor a reason, such as %s; %s may have"
                  + " changed since the audit",
              pairs.size() - scored - rejects.size(),
              pairs.size(),
              unasked(pairs, answered, refused),
              request.data().name()));
    }
    if (request.isWhole()) {
      if (run.stopped().isEmpty()) {
        write(run, pairs, answered);
      }
      Rejects.list(rejects(request.output()), rejects);
    }
    return new JudgeOutcome(
        pairs.size(),
        run.asked(),
        scored,
        in,
        out,
        run.retries(),
        lowMass,
        run.stopped().orElse(null),
        rejects);
  }

  private static String unasked(
      List<LabelPair.Name> pairs,
      Map<LabelPair.Name, JudgedAnswer> answered,
      Map<LabelPair.Name, String> refused) {
    return pairs.stream()
        .filter(pair -> !answered.containsKey(pair) && !refused.containsKey(pair))
        .map(pair -> pair.imageKey() + ", " + pair.textKey())
        .findFirst()
        .orElse("");
  }

  private void write(
      JudgeRun run, List<LabelPair.Name> pairs, Map<LabelPair.Name, JudgedAnswer> answered) {
    Map<String, Object> judge = new TreeMap<>();
    judge.put("server", request.server().address().toString());
    judge.put("model", request.server().model());
    judge.put("prompt", request.prompt());
    judge.put("words", JudgeQuestions.words(request.settings().words()));
    judge.put("votes", request.settings().votes());
    judge.put("both_ways", request.settings().bothWays());
    run.probe().ifPresent(probe -> judge.put("probe", probe));
    judge.put("image_size", request.settings().imageSize());
    judge.put("extra", request.settings().extra());
    judge.put(
        "answered_by",
        answered.values().stream().map(JudgedAnswer::model).distinct().sorted().toList());
    judge.put(
        "fingerprints",
        answered.values().stream()
            .map(JudgedAnswer::fingerprint)
            .filter(Objects::nonNull)
            .distinct()
            .sorted()
            .toList());
    judge.put("retries", answered.values().stream().mapToLong(JudgedAnswer::retries).sum());
    judge.put(
        "rejected", answered.values().stream().filter(answer -> !JudgeRun.counts(answer)).count());
    Provenance provenance = provenance();
    Map<String, String> metadata =
        Map.of("falcon.judge", Json.line(judge), "falcon.provenance", Json.line(provenance));
    TableFormat format = TableFormat.ofFile(request.output());
    try (TableWriter table = TableWriter.create(request.output(), format, SCHEMA, metadata)) {
      for (LabelPair.Name pair : pairs) {
        JudgedAnswer answer = answered.get(pair);
        if (JudgeRun.counts(answer)) {
          table
              .setString(0, pair.imageKey())
              .setString(1, pair.textKey())
              .setFloat(2, (float) (double) answer.score())
              .endRow();
        }
      }
      table.commit();
    }
    Path table = request.output();
    RecordFile.write(
        table.resolveSibling(table.getFileName() + ".json"),
        FolderRecord.of("falcon_judge_scores", provenance),
        List.of(table));
  }

  /** Returns the provenance. The answers are an input, since nothing else determines the scores. */
  private Provenance provenance() {
    JudgeRequest.Settings settings = request.settings();
    Map<String, Object> options = new TreeMap<>();
    options.put("model", request.server().model());
    options.put("prompt", request.prompt());
    options.put("words", JudgeQuestions.words(settings.words()));
    options.put("votes", settings.votes());
    options.put("both-ways", settings.bothWays());
    options.put("image-size", settings.imageSize());
    options.put("extra", settings.extra());
    List<Provenance.Input> inputs = new ArrayList<>();
    inputs.add(Provenance.Input.of(InputRole.PAIRS, request.audit().resolve(PAIRS_FILE)));
    inputs.addAll(Provenance.Input.as(InputRole.DATA, request.data().inputs()));
    inputs.add(Provenance.Input.of(InputRole.ANSWERS, answers(request.output())));
    return Provenance.of("judge", 0, options, inputs);
  }
}
