// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import dev.falcon.data.Sha256;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;

/** Sparks of one machine, and what they leave. */
final class TestClusters {
  private TestClusters() {}

  /** A Spark within this process, or, of a local cluster, with executors of their own. */
  static JavaSparkContext start(String master) {
    return start(master, Map.of());
  }

  /** The same with more settings. */
  static JavaSparkContext start(String master, Map<String, String> settings) {
    SparkConf conf =
        new SparkConf()
            .setMaster(master)
            .setAppName("test")
            .set("spark.ui.enabled", "false")
            .set("spark.driver.host", "localhost")
            .set("spark.driver.bindAddress", "127.0.0.1")
            .set(
                "spark.executor.extraClassPath",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")));
    settings.forEach(conf::set);
    JavaSparkContext spark = new JavaSparkContext(conf);
    spark.setLogLevel("OFF");
    return spark;
  }

  /** The digests of a folder's files, by their names. */
  static Map<String, String> files(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> list = Files.walk(folder)) {
      for (Path file : list.filter(Files::isRegularFile).toList()) {
        files.put(folder.relativize(file).toString(), Sha256.of(file));
      }
    }
    return files;
  }
}
