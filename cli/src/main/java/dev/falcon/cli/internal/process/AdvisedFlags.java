// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.internal.process;

import java.util.Map;

/** Adds flags to the messages of libraries, which state what to change but do not name flags. */
public final class AdvisedFlags {
  private static final Map<String, String> FLAGS =
      Map.ofEntries(
          Map.entry("overwrite it", "--overwrite"),
          Map.entry("overwrite them", "--overwrite"),
          Map.entry("force the audit to accept it", "--force"),
          Map.entry("force the audit to leave those out", "--force"),
          Map.entry("force the audit to skip them", "--force"),
          Map.entry("so do labelled pairs to calibrate on", "--calibrate-on FILE"),
          Map.entry("a matching model", "--model DIR"),
          Map.entry("or only draw the pairs", "--draw-only"),
          Map.entry("the matches of a dataset whose truth is known", "--truth FILE"),
          Map.entry("name one epoch of it", "--epoch"),
          Map.entry("mine the plan without shorter batches", "--remainder drop"),
          Map.entry("mine or embed in shards", "--shard"),
          Map.entry("ask for more pairs", "--count"),
          Map.entry("read each line as one", "--caption-lines each"),
          Map.entry("name the column of keys", "--key-col"),
          Map.entry("put the shard's name before each key", "--shard-keys"),
          Map.entry("allow more memory", "--memory"),
          Map.entry("if it is one of these, name its layout", "--input-format"),
          Map.entry("write no list", "--truth none"),
          Map.entry("name no kinds of so large a share of the images", "--most-true"),
          Map.entry("name the folder that holds the datasets", "--data-dir"),
          Map.entry("name the folder for the results", "--output-dir"),
          Map.entry("see the list of their keys", "--list"),
          Map.entry("or leave out what is missing", "--on-missing skip"),
          Map.entry("or leave out what has no prediction", "--predicted-only"),
          Map.entry("below the image root", "--image-root DIR"),
          Map.entry("is unknown; the columns", "--columns"),
          Map.entry("give each run one name", "--names"),
          Map.entry("the batch size", "--batch-size"),
          Map.entry("the candidates to re-rank", "--k-test"),
          Map.entry("rank by the cosine alone", "--rank-by itc"),
          Map.entry("data.train.files must name what is trained on", "--train"),
          Map.entry("task.language_model", "--language-model"),
          Map.entry("no Spark master is named", "--spark=MASTER"));

  private AdvisedFlags() {}

  /** Returns the advice that occurs in messages, with the flag by which to follow it. */
  public static Map<String, String> flags() {
    return FLAGS;
  }

  /** Returns a message with the flags added after the advice. */
  public static String added(String message) {
    String result = message;
    for (Map.Entry<String, String> flag : FLAGS.entrySet()) {
      int end = result.lastIndexOf(flag.getKey()) + flag.getKey().length();
      if (end >= flag.getKey().length() && isClause(result.substring(end))) {
        result = result.substring(0, end) + " (" + flag.getValue() + ")" + result.substring(end);
      }
    }
    return result;
  }

  /** Returns whether the rest of a message shows that the advice before it is a complete clause. */
  private static boolean isClause(String rest) {
    return rest.isEmpty()
        || rest.startsWith(";")
        || rest.startsWith(":")
        || rest.startsWith(",")
        || rest.startsWith(" must ");
  }
}
