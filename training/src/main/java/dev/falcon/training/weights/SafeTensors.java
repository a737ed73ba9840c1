package dev.falcon.training.weights;

import com.fasterxml.jackson.databind.JsonNode;
import dev.falcon.data.FalconException;
import dev.falcon.data.Json;
import dev.falcon.onnx.graph.Tensor;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The tensors of a safetensors file, or of the several that an index joins. Opening reads the
 * headers alone; a tensor is mapped when it is asked for, so that files may be of any size.
 */
public final class SafeTensors {
  private static final String SINGLE = "model.safetensors";
  private static final String INDEX_SUFFIX = ".safetensors.index.json";

  private final Path path;
  private final Map<String, Source> tensors;

  private record Source(Path file, SafeTensorsHeader.Entry entry) {}

  private SafeTensors(Path path, Map<String, Source> tensors) {
    this.path = path;
    this.tensors = tensors;
  }

  /**
   * Opens weights.
   *
   * @param path a {@code .safetensors} file, a {@code .safetensors.index.json}, or a folder that
   *     holds {@code model.safetensors} or its index
   */
  public static SafeTensors open(Path path) {
    if (Files.isDirectory(path)) {
      Path single = path.resolve(SINGLE);
      return open(Files.exists(single) ? single : path.resolve("model" + INDEX_SUFFIX));
    }
    if (!Files.exists(path)) {
      throw new FalconException(path + ": there is no such file");
    }
    Map<String, Source> tensors = new LinkedHashMap<>();
    if (path.getFileName().toString().endsWith(INDEX_SUFFIX)) {
      addShards(path, tensors);
    } else {
      SafeTensorsHeader.read(path)
          .forEach((name, entry) -> tensors.put(name, new Source(path, entry)));
    }
    return new SafeTensors(path, tensors);
  }

  private static void addShards(Path index, Map<String, Source> tensors) {
    JsonNode places = Json.readTree(index).path("weight_map");
    if (!places.isObject()) {
      throw new FalconException(index + ": has no weight_map");
    }
    Map<String, Map<String, SafeTensorsHeader.Entry>> headers = new HashMap<>();
    for (Map.Entry<String, JsonNode> place : places.properties()) {
      String shard = place.getValue().asText();
      Path file = index.resolveSibling(shard);
      SafeTensorsHeader.Entry entry =
          headers.computeIfAbsent(shard, name -> SafeTensorsHeader.read(file)).get(place.getKey());
      if (entry == null) {
        throw new FalconException(
            index + ": says that " + shard + " holds " + place.getKey() + "; it does not");
      }
      tensors.put(place.getKey(), new Source(file, entry));
    }
  }

  /** What was opened. */
  public Path path() {
    return path;
  }

  /** All tensors' names, in the order of the header. */
  public Set<String> names() {
    return Collections.unmodifiableSet(tensors.keySet());
  }

  /** Whether there is a tensor of the name. */
  public boolean contains(String name) {
    return tensors.containsKey(name);
  }

  /** The dimensions of a tensor. */
  public long[] shape(String name) {
    return source(name).entry().dimensions();
  }

  /** Reads a tensor of F64, F32, F16, BF16 or I64 as 32-bit floats. */
  public Tensor read(String name) {
    Source source = source(name);
    SafeTensorsHeader.Entry entry = source.entry();
    if (!entry.type().readable()) {
      throw new FalconException(
          source.file()
              + ": tensor "
              + name
              + " is of "
              + entry.type()
              + "; weights are F64, F32, F16, BF16 or I64");
    }
    long bytes = entry.end() - entry.begin();
    if (bytes > Integer.MAX_VALUE) {
      throw new FalconException(
          source.file() + ": tensor " + name + " has " + bytes + " bytes; 2^31 - 1 is the most");
    }
    try (FileChannel channel = FileChannel.open(source.file())) {
      MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, entry.begin(), bytes);
      float[] values = new float[(int) (bytes / entry.type().bytes())];
      entry.type().read(mapped.order(ByteOrder.LITTLE_ENDIAN), values);
      return Tensor.float32(values, entry.dimensions());
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
}
