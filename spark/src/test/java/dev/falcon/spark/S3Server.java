// SPDX-License-Identifier: Apache-2.0
package dev.falcon.spark;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A server of this machine that speaks S3, with one bucket. It and Hadoop's client for it are in
 * {@code target/s3}, where {@code mvn -f spark/src/test/s3/pom.xml package} puts them.
 */
final class S3Server implements AutoCloseable {
  static final String BUCKET = "falcon";

  private static final Path JARS = Path.of("target", "s3").toAbsolutePath();
  private static final Path JAR = JARS.resolve("server.jar");
  private static final Duration LONGEST_START = Duration.ofMinutes(3);

  private final HttpClient client = HttpClient.newHttpClient();
  private final int port;
  private final Process process;

  private S3Server(int port, Process process) {
    this.port = port;
    this.process = process;
  }

  /** Returns whether the server and the client are there. */
  static boolean isHere() {
    return Files.isRegularFile(JAR) && Files.isDirectory(JARS.resolve("client"));
  }

  /** Starts the server, and waits until it answers. */
  static S3Server start(Path folder) throws IOException, InterruptedException {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-Djava.io.tmpdir=" + folder,
                "-jar",
                JAR.toString(),
                "--com.adobe.testing.s3mock.http-port=" + port,
                "--server.port=0")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("s3.log").toFile());
    builder.environment().put("COM_ADOBE_TESTING_S3MOCK_STORE_INITIAL_BUCKETS", BUCKET);
    S3Server server = new S3Server(port, builder.start());
    long end = System.nanoTime() + LONGEST_START.toNanos();
    while (!server.answers()) {
      if (!server.process.isAlive() || System.nanoTime() > end) {
        server.close();
        throw new IOException(Files.readString(folder.resolve("s3.log")));
      }
      Thread.sleep(200);
    }
    return server;
  }

  private boolean answers() throws InterruptedException {
    try {
      return send(HttpRequest.newBuilder(uri("")).GET().build()).statusCode() == 200;
    } catch (IOException e) {
      return false; // it has not started yet
    }
  }

  private URI uri(String key) {
    return URI.create("http://127.0.0.1:" + port + "/" + BUCKET + "/" + key);
  }

  private HttpResponse<byte[]> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
  }

  /** Puts a folder's files. */
  void put(Path folder, String prefix) throws IOException, InterruptedException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String key = prefix + "/" + folder.relativize(file).toString().replace('\\', '/');
        HttpRequest put =
            HttpRequest.newBuilder(uri(key)).PUT(HttpRequest.BodyPublishers.ofFile(file)).build();
        int status = send(put).statusCode();
        if (status != 200) {
          throw new IOException(key + ": " + status);
        }
      }
    }
  }

  /** The names of the objects below a prefix. */
  List<String> list(String prefix) throws IOException, InterruptedException {
    URI all = URI.create("http://127.0.0.1:" + port + "/" + BUCKET + "?list-type=2");
    String xml =
        new String(send(HttpRequest.newBuilder(all).build()).body(), StandardCharsets.UTF_8);
    return Stream.of(xml.split("<Key>", -1))
        .skip(1)
        .map(each -> each.substring(0, each.indexOf('<')))
        .filter(key -> key.startsWith(prefix + "/"))
        .map(key -> key.substring(prefix.length() + 1))
        .sorted()
        .toList();
  }

  /** An object's content. */
  byte[] get(String key) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri(key)).build()).body();
  }

  /** Settings of spark-submit by which Hadoop reads it, without its artifacts. */
  List<String> settings() {
    return List.of(
        "--conf=spark.hadoop.fs.s3a.endpoint=http://127.0.0.1:" + port,
        "--conf=spark.hadoop.fs.s3a.endpoint.region=us-east-1",
        "--conf=spark.hadoop.fs.s3a.path.style.access=true",
        "--conf=spark.hadoop.fs.s3a.access.key=a",
        "--conf=spark.hadoop.fs.s3a.secret.key=b");
  }

  /** Hadoop's artifacts, as {@code --packages} adds them. */
  static String jars() throws IOException {
    try (Stream<Path> jars = Files.list(JARS.resolve("client"))) {
      return "--jars=" + String.join(",", jars.map(Path::toString).sorted().toList());
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
