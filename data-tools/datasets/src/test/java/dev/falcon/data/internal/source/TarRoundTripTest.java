// SPDX-License-Identifier: Apache-2.0
package dev.falcon.data.internal.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.falcon.data.internal.source.TarReader.TarMember;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever is written into a tar is read from it, name by name and byte by byte. */
class TarRoundTripTest {
  private record Member(String name, byte[] content) {}

  @Property(tries = 200, seed = "1")
  void readsWhatWasWritten(@ForAll("members") List<Member> members) throws IOException {
    Path file = Files.createTempFile("members", ".tar");
    try {
      try (TarWriter writer = new TarWriter(file)) {
        for (Member member : members) {
          writer.write(member.name(), member.content());
        }
      }
      try (TarReader reader = new TarReader(Files.newInputStream(file))) {
        for (Member member : members) {
          TarMember found = reader.next().orElseThrow();
          assertThat(found.name()).isEqualTo(member.name());
          assertThat(reader.content()).isEqualTo(member.content());
        }
        assertThat(reader.next()).isEmpty();
      }
    } finally {
      Files.delete(file);
    }
  }

  /** Names around the 100 bytes of a header, in one to four bytes a character. */
  @Provide
  Arbitrary<List<Member>> members() {
    Arbitrary<String> names =
        Arbitraries.strings()
            .withChars("abc./ -\u00e9\u4e2d")
            .ofMinLength(1)
            .ofMaxLength(130)
            .filter(name -> !name.endsWith("/"));
    Arbitrary<byte[]> contents = Arbitraries.bytes().array(byte[].class).ofMaxSize(1100);
    return Combinators.combine(names, contents).as(Member::new).list().ofMaxSize(5);
  }
}
