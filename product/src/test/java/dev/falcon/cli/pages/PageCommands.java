// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli.pages;

import dev.falcon.cli.Main;
import dev.falcon.cli.mine.ScriptedCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A process that runs a page's commands one after the other: most are done faster than a process
 * starts. Its working directory is the page's folder, where it leaves what a command prints for the
 * stand-in that asked for it.
 */
final class PageCommands implements AutoCloseable {
  /** A stand-in's code, which asks this process, by the port of {@code PAGE_COMMANDS}. */
  static final String ASK =
      """
      exec 3<>"/dev/tcp/127.0.0.1/$PAGE_COMMANDS"
      printf '%s\\0' "$#" "${0##*/}" "$@" >&3
      read -r code <&3
      cat .out
      cat .err >&2
      exit "$code"
      """;

  private final Process process;
  private final String port;

  /**
   * Starts the process.
   *
   * @param builder its command, of this class, with its environment and its folder
   */
  PageCommands(ProcessBuilder builder) throws IOException {
    Path errors = builder.directory().toPath().resolve(".errors");
    process = builder.redirectError(errors.toFile()).start();
    port = process.inputReader(StandardCharsets.UTF_8).readLine();
    if (port == null) {
      throw new IOException("no process for a page's commands: " + Files.readString(errors));
    }
  }

  String port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** Serves until the process is ended. */
  public static void main(String[] none) throws IOException, InterruptedException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      System.out.println(server.getLocalPort());
      System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
      while (true) {
        try (Socket asked = server.accept()) {
          InputStream in = asked.getInputStream();
          String[] arguments = new String[Integer.parseInt(word(in))];
          String program = word(in);
          for (int i = 0; i < arguments.length; i++) {
            arguments[i] = word(in);
          }
          String code = run(program, arguments) + "\n";
          asked.getOutputStream().write(code.getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
  }

  private static String word(InputStream in) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int next = in.read(); next > 0; next = in.read()) {
      bytes.write(next);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static int run(String program, String... arguments)
      throws IOException, InterruptedException {
    try (PrintWriter out = new PrintWriter(Files.newBufferedWriter(Path.of(".out")));
        PrintWriter err = new PrintWriter(Files.newBufferedWriter(Path.of(".err")))) {
      return program.equals("scripted")
          ? ScriptedCommand.run(out, arguments)
          : Main.run(out, err, arguments);
    }
  }
}
