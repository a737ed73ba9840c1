// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.falcon.data.file.Json;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Checkpoints with another header before the same tensors. */
public final class DamagedCheckpoint {
  private DamagedCheckpoint() {}

  /** Writes a run's folder with such a checkpoint into a folder; gives the checkpoint. */
  public static Path write(Path checkpoint, Path folder, Consumer<ObjectNode> change)
      throws IOException {
    byte[] bytes = Files.readAllBytes(checkpoint);
    ByteBuffer whole = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = (int) whole.getLong();
    ObjectNode header =
        (ObjectNode)
            Json.mapper().readTree(new String(bytes, Long.BYTES, length, StandardCharsets.UTF_8));
    change.accept(header);
    byte[] changed = header.toString().getBytes(StandardCharsets.UTF_8);
    int rest = bytes.length - Long.BYTES - length;
    Path file =
        Files.createDirectories(folder.resolve("damaged/checkpoints"))
            .resolve(checkpoint.getFileName());
    return Files.write(
        file,
        ByteBuffer.allocate(Long.BYTES + changed.length + rest)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putLong(changed.length)
            .put(changed)
            .put(bytes, bytes.length - rest, rest)
            .array());
  }

  /** Writes a checkpoint with another tokenizer, as {@link #write} does. */
  public static Path tokenized(Path checkpoint, Path folder, String tokenizer) throws IOException {
    return write(
        checkpoint,
        folder,
        header -> ((ObjectNode) header.get("__metadata__")).put("falcon.tokenizer", tokenizer));
  }

  /** Exchanges two entries. */
  public static void swap(ObjectNode header, String one, String other) {
    header.set("kept", header.remove(one));
    header.set(one, header.remove(other));
    header.set(other, header.remove("kept"));
  }
}
