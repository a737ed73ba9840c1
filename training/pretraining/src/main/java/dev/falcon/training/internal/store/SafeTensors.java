// SPDX-License-Identifier: Apache-2.0
package dev.falcon.training.internal.store;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.file.FileReads;
import dev.falcon.data.file.Folders;
import dev.falcon.data.file.Json;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The tensors of a safetensors file, or of several joined by an index. Opening reads only the
 * headers; a tensor is read on demand, so files may be of any size.
 *
 * <p>The files stay open and are not mapped: if a file is replaced meanwhile, all tensors still
 * come from the file that was opened.
 */
public final class SafeTensors implements AutoCloseable {
  private static final String SINGLE = "model.safetensors";
  private static final String INDEX_SUFFIX = ".safetensors.index.json";
  private static final int BUFFER = 1 << 20;

  /** The longest array that every JVM supports. */
  private static final long MOST_ELEMENTS = Integer.MAX_VALUE - 8;

  /** The maximum number of missing tensors that a message names. */
  private static final int MOST_NAMED = 5;

  private final Path path;
  private final List<FileChannel> channels = new ArrayList<>();
  private final Map<String, Source> tensors = new LinkedHashMap<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  private record Source(Path file, FileChannel channel, SafeTensorsHeader.Entry entry) {}

  private SafeTensors(Path path) {
    this.path = path;
  }

  /**
   * Opens weights.
   *
   * @param path a {@code .safetensors} file, a {@code .safetensors.index.json}, or a folder that
   *     holds {@code model.safetensors} or its index
   * @throws FalconException if a file is not a safetensors file, or truncated
   */
  public static SafeTensors open(Path path) {
    if (Folders.isFolder(path)) {
      Path single = path.resolve(SINGLE);
      return open(Folders.exists(single) ? single : path.resolve("model" + INDEX_SUFFIX));
    }
    if (!Folders.exists(path)) {
      throw new FalconException(path + ": there is no such file");
    }
    SafeTensors opened = new SafeTensors(path);
    try {
      if (path.getFileName().toString().endsWith(INDEX_SUFFIX)) {
        opened.addShards();
      } else {
        opened.tensors.putAll(opened.addFile(path));
      }
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
    return opened;
  }

  private void addShards() {
    JsonNode places = Json.readTree(path).path("weight_map");
    if (!places.isObject()) {
      throw new FalconException(path + ": has no weight_map");
    }
    Map<String, Map<String, Source>> shards = new HashMap<>();
    for (Map.Entry<String, JsonNode> place : places.properties()) {
      String shard = place.getValue().asText();
      Source source =
          shards.computeIfAbsent(shard, name -> addFile(sibling(name))).get(place.getKey());
      if (source == null) {
        throw new FalconException(
            path + ": says that " + shard + " holds " + place.getKey() + "; it does not");
      }
      tensors.put(place.getKey(), source);
    }
  }

  /** Returns the file of a shard, beside the index. */
  private Path sibling(String shard) {
    try {
      Path file = path.resolveSibling(shard);
      boolean isName = file.getFileName().toString().equals(shard);
      if (isName && !List.of("", ".", "..").contains(shard)) {
        return file;
      }
    } catch (InvalidPathException e) {
      // Not a file name, which is reported below.
    }
    throw new FalconException(
        path
            + ": weight_map names '"
            + shard
            + "', which is not the name of a file beside the index");
  }

  private Map<String, Source> addFile(Path file) {
    try {
      FileChannel channel = FileChannel.open(file);
      channels.add(channel);
      SafeTensorsHeader header = SafeTensorsHeader.read(file, channel);
      metadata.putAll(header.metadata());
      Map<String, Source> sources = new LinkedHashMap<>();
      header
          .entries()
          .forEach((name, entry) -> sources.put(name, new Source(file, channel, entry)));
      return sources;
    } catch (IOException e) {
      throw new FalconException(file + ": cannot be read: " + e.getMessage(), e);
    }
  }

  /** Returns the opened path. */
  public Path path() {
    return path;
  }

  /** Returns all tensors' names, in the order of the header. */
  public Set<String> names() {
    return Collections.unmodifiableSet(tensors.keySet());
  }

  /** Returns the metadata of the headers. */
  public Map<String, String> metadata() {
    return Collections.unmodifiableMap(metadata);
  }

  /** Returns whether there is a tensor with this name. */
  public boolean contains(String name) {
    return tensors.containsKey(name);
  }

  /** Returns the dimensions of a tensor. */
  public long[] shape(String name) {
    return source(name).entry().dimensions();
  }

  /** Reads a tensor of type F64, F32, F16, BF16 or I64 as 32-bit floats, row-major. */
  public float[] floats(String name) {
    Source source = source(name);
    SafeTensorsType type = source.entry().type();
    SafeTensorsType.Reader reader =
        type.reader()
            .orElseThrow(
                () ->
                    new FalconException(
                        source.file()
                            + ": tensor "
                            + name
                            + " is of "
                            + type
                            + "; weights are F64, F32, F16, BF16 or I64"));
    long bytes = source.entry().end() - source.entry().begin();
    long elements = bytes / type.bytes();
    if (elements > MOST_ELEMENTS) {
      throw new FalconException(
          source.file()
              + ": tensor "
              + name
              + " has "
              + elements
              + " elements; "
              + MOST_ELEMENTS
              + " is the most");
    }
    float[] values = new float[(int) elements];
    ByteBuffer buffer =
        ByteBuffer.allocate((int) Math.min(BUFFER, bytes)).order(ByteOrder.LITTLE_ENDIAN);
    int most = BUFFER / type.bytes();
    for (int first = 0; first < values.length; first += most) {
      int count = Math.min(most, values.length - first);
      buffer.clear().limit(count * type.bytes());
      fill(buffer, source, source.entry().begin() + (long) first * type.bytes());
      reader.read(buffer, values, first, count);
    }
    return values;
  }

  /**
   * Returns a tensor with a required shape, which is checked immediately; the values are read on
   * demand.
   */
  public Supplier<float[]> exactly(String name, long[] wanted) {
    requireShape(name, wanted);
    return () -> floats(name);
  }

  /** Returns the first rows of a table, which must have at least the required number of rows. */
  public Supplier<float[]> firstRows(String name, long[] wanted) {
    long[] there = shape(name);
    if (there.length != 2 || there[0] < wanted[0] || there[1] != wanted[1]) {
      throw wrongShape(name, "[" + wanted[0] + " or more, " + wanted[1] + "]");
    }
    return () -> Arrays.copyOf(floats(name), Math.toIntExact(wanted[0] * wanted[1]));
  }

  /**
   * Fails if a tensor has another shape.
   *
   * @throws FalconException if the tensor has another shape
   */
  public void requireShape(String name, long[] wanted) {
    if (!Arrays.equals(shape(name), wanted)) {
      throw wrongShape(name, Arrays.toString(wanted));
    }
  }

  /** Returns the failure for a tensor with a wrong shape. */
  public FalconException wrongShape(String name, String wanted) {
    return new FalconException(
        path
            + ": "
            + name
            + " has the shape "
            + Arrays.toString(shape(name))
            + "; this network needs "
            + wanted);
  }

  /**
   * Returns the failure for a file with missing tensors.
   *
   * @param missing the names of the missing tensors
   * @param model the model to which they belong
   */
  public FalconException lacks(List<String> missing, String model) {
    String first =
        missing.stream().limit(MOST_NAMED).map(name -> " " + name).collect(Collectors.joining(","));
    int more = missing.size() - MOST_NAMED;
    return new FalconException(
        String.format(
            Locale.ROOT,
            "%s: lacks %d tensors of %s:%s%s",
            path,
            missing.size(),
            model,
            first,
            more > 0 ? ", and " + more + " more" : ""));
  }

  private static void fill(ByteBuffer buffer, Source source, long position) {
    try {
      if (!FileReads.fill(source.channel(), position, buffer)) {
        throw new EOFException("the file ended while it was read");
      }
      buffer.flip();
    } catch (IOException e) {
      throw new FalconException(source.file() + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private Source source(String name) {
    Source source = tensors.get(name);
    if (source == null) {
      throw new FalconException(path + ": has no tensor named " + name);
    }
    return source;
  }

  @Override
  public void close() {
    channels.forEach(channel -> FileReads.close(path, channel));
  }
}
