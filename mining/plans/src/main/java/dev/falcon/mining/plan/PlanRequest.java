// SPDX-License-Identifier: Apache-2.0
package dev.falcon.mining.plan;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.FalconException;
import dev.falcon.data.Provenance;
import dev.falcon.data.RequestException;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.store.StoreReport;
import dev.falcon.data.table.TableFormat;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * {@code request.json} of a plan that is a folder of parts in progress: the request of the parts.
 *
 * @param layout the layout's name
 * @param version the version of the columns
 * @param parts the number of parts
 * @param rows the number of rows of the store
 * @param rejected the number of unusable rows of the store
 * @param epochs the number of epochs
 */
@JsonPropertyOrder({"layout", "version", "parts", "rows", "rejected", "epochs", "provenance"})
public record PlanRequest(
    String layout,
    int version,
    int parts,
    long rows,
    long rejected,
    int epochs,
    Provenance provenance) {
  /** The file's name. */
  public static final String FILE_NAME = "request.json";

  /**
   * An upper limit on the number of parts, more than the largest plan has, with about a million
   * rows per part.
   */
  private static final int MOST_PARTS = 1 << 20;

  private static final String FORMAT = "output-format";
  private static final Pattern PART =
      Pattern.compile("part-[0-9]{5,}\\.(parquet|arrow|jsonl|csv|json)");

  /** The name of the folder of tables in progress. */
  public static final String ATTEMPTS = "_attempts";

  /** Returns the request of a plan's parts. */
  public static PlanRequest of(
      MiningPlan plan, PlanLayout layout, StoreReport check, Provenance provenance) {
    return new PlanRequest(
        layout.name(),
        layout.version(),
        plan.parts(),
        check.rows(),
        check.rejects().size(),
        plan.epochs(),
        provenance);
  }

  /**
   * Reads a request that a task has written.
   *
   * @throws FalconException if its number of parts or the format of its tables cannot be right
   */
  public static PlanRequest read(Path file) {
    PlanRequest request = Json.read(file, PlanRequest.class);
    if (request.parts < 0 || request.parts > MOST_PARTS) {
      throw new FalconException(
          file + ": has " + request.parts + " parts; there may be 0 to " + MOST_PARTS);
    }
    if (request.provenance == null
        || request.provenance.options() == null
        || !(request.provenance.options().get(FORMAT) instanceof String label)) {
      throw new FalconException(file + ": does not name the format of its tables, " + FORMAT);
    }
    try {
      TableFormat.ofLabel(label);
    } catch (RequestException e) {
      throw new FalconException(file + ": " + e.getMessage(), e);
    }
    return request;
  }

  /** Returns the identity of the request. */
  public String digest() {
    return Sha256.of(Json.line(this).getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the format of the tables. */
  public TableFormat format() {
    return TableFormat.ofLabel((String) provenance.options().get(FORMAT));
  }

  /** Returns the name of a part's table. */
  public String table(int part) {
    return name(part) + "." + format().label();
  }

  /** Returns the name of the file that marks a part as finished. */
  public static String result(int part) {
    return name(part) + ".json";
  }

  /** Returns whether a part is finished, by the names of the files in the plan's folder. */
  public boolean isDone(int part, Set<String> names) {
    return names.contains(result(part)) && names.contains(table(part));
  }

  /** Returns whether, by its name, a file of a plan's folder belongs to a part. */
  public static boolean isPart(String name) {
    return PART.matcher(name).matches();
  }

  private static String name(int part) {
    return String.format(Locale.ROOT, "part-%05d", part);
  }
}
