package dev.falcon.mining.parts;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import dev.falcon.data.Provenance;
import dev.falcon.data.Sha256;
import dev.falcon.data.file.Json;
import dev.falcon.data.table.TableFormat;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * {@code request.json} of a plan that is a folder of parts, while it is made: what the parts are
 * of.
 *
 * @param layout the layout's name
 * @param version of the columns
 * @param parts how many
 * @param rows of the store
 * @param rejected rows of the store that cannot be used
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

  /** The folder of tables that are being written. */
  public static final String ATTEMPTS = "_attempts";

  /** What tells it from others. */
  public String digest() {
    return Sha256.of(Json.line(this).getBytes(StandardCharsets.UTF_8));
  }

  /** The format of the tables. */
  public TableFormat format() {
    return TableFormat.ofLabel((String) provenance.options().get("output-format"));
  }

  /** The name of a part's table. */
  public String table(int part) {
    return name(part) + "." + format().label();
  }

  /** The name of the file that says that a part is done. */
  public static String result(int part) {
    return name(part) + ".json";
  }

  private static String name(int part) {
    return String.format(Locale.ROOT, "part-%05d", part);
  }
}
