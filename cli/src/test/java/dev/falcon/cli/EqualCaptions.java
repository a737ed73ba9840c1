// SPDX-License-Identifier: Apache-2.0
package dev.falcon.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A program that speaks METEOR's protocol: a caption scores 1 if it equals a reference, else 0. */
final class EqualCaptions {
  private EqualCaptions() {}

  /** Writes the program as a jar. */
  static Path jar(Path folder) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, EqualCaptions.class.getName());
    String entry = EqualCaptions.class.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("scorer.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream bytes = EqualCaptions.class.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      bytes.transferTo(out);
    }
    return jar;
  }

  public static void main(String[] arguments) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split(" \\|\\|\\| ", -1);
      int last = parts.length - 1;
      if (parts[0].equals("SCORE")) {
        boolean same = Arrays.asList(parts).subList(1, last).contains(parts[last]);
        System.out.println(same ? 1 : 0);
      } else {
        double sum = 0;
        for (int i = 1; i <= last; i++) {
          sum += Integer.parseInt(parts[i]);
          System.out.println(parts[i]);
        }
        System.out.println(sum / last);
      }
    }
  }
}
