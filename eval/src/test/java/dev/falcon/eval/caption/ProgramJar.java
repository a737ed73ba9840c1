// SPDX-License-Identifier: Apache-2.0
package dev.falcon.eval.caption;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A program of one class as a jar. */
final class ProgramJar {
  private ProgramJar() {}

  static Path of(Class<?> program, Path folder) throws IOException {
    Path jar = folder.resolve(program.getSimpleName() + ".jar");
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, program.getName());
    String entry = program.getName().replace('.', '/') + ".class";
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
        InputStream bytes = program.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      bytes.transferTo(out);
    }
    return jar;
  }
}
