// SPDX-License-Identifier: Apache-2.0
package dev.falcon.onnx.graph;

import dev.falcon.data.Provenance;
import dev.falcon.data.file.Json;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The metadata of a graph's file.
 *
 * @param name the graph's name
 * @param doc a description of the model
 * @param producerVersion Falcon's version
 * @param properties further keys and values, which are written in sorted order
 */
public record ModelMetadata(
    String name, String doc, String producerVersion, Map<String, String> properties) {
  /** The key under which a model holds its provenance, as JSON on one line. */
  public static final String PROVENANCE = "falcon.provenance";

  /** The producer in every model written by Falcon. */
  public static final String PRODUCER = "falcon";

  public ModelMetadata {
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
  }

  /** Returns the metadata of a model with a provenance. */
  public static ModelMetadata of(String name, String doc, Provenance provenance) {
    return new ModelMetadata(
        name, doc, provenance.falconVersion(), Map.of(PROVENANCE, Json.line(provenance)));
  }

  /** Returns a copy with one more property. */
  public ModelMetadata with(String key, String value) {
    Map<String, String> more = new TreeMap<>(properties);
    more.put(key, value);
    return new ModelMetadata(name, doc, producerVersion, more);
  }
}
