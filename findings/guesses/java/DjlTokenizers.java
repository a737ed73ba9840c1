// D1 to D9: DJL's tokenizers beside those of Python, both in two versions.
// maven: ai.djl.huggingface:tokenizers:0.35.1 org.slf4j:slf4j-nop:2.0.16
// maven: ai.djl.huggingface:tokenizers:0.38.0 org.slf4j:slf4j-nop:2.0.16
// pip: tokenizers==0.22.2
// pip: tokenizers==0.23.2
// options: -Dai.djl.offline=true
import ai.djl.huggingface.tokenizers.*;
import java.nio.file.*;
import java.util.*;
import java.util.function.UnaryOperator;

final class DjlTokenizers {
  /** A WordPiece of single letters with [CLS] A [SEP] B [SEP]; files with truncation and padding; what Python's library makes of texts. */
  static final String PYTHON =
      """
      from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
      words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"] + [chr(c) for c in range(97, 123)]
      made = Tokenizer(models.WordPiece({word: i for i, word in enumerate(words)}, unk_token="[UNK]"))
      made.normalizer = normalizers.BertNormalizer(lowercase=True)
      made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
      made.add_special_tokens(words[:4])
      made.post_processor = processors.TemplateProcessing(
          single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
      made.save("plain.json")
      ids = lambda *texts: " ".join(map(str, made.encode(*texts).ids))
      out = open("python.txt", "w")
      say = lambda name, value: print(name + "=" + value, file=out)
      long = " ".join("abcdefghijkl")
      for i, text in enumerate(["", "a\\0b", "\\U0001f436 a", "a [SEP] b", "A\\u00c9\\u0130 b\\u0301"]):
          say(f"text{i}", ids(text))
      made.enable_truncation(8)
      made.save("truncating.json")
      say("longest", ids(long, "m n o p q r"))
      made.enable_truncation(8, strategy="only_first")
      say("first", ids(long, "m n"))
      made.enable_truncation(1)
      say("one", ids(long))
      made.enable_truncation(6, direction="left")
      say("left", ids(long))
      made.enable_truncation(6, stride=1)
      windows = made.encode(long)
      say("windows", " | ".join(" ".join(map(str, w.ids)) for w in [windows] + windows.overflowing))
      made.no_truncation()
      made.enable_padding(length=10)
      made.save("padding.json")
      out.close()
      """;

  static final Map<String, String> PYTHONS = new HashMap<>();
  static final String LONG = "a b c d e f g h i j k l";

  public static void main(String[] arguments) throws Exception {
    Seen.python(PYTHON);
    for (String line : Files.readAllLines(Path.of("python.txt"))) {
      PYTHONS.put(line.substring(0, line.indexOf('=')), line.substring(line.indexOf('=') + 1));
    }
    UnaryOperator<HuggingFaceTokenizer.Builder> asIs = builder -> builder;
    Seen.say("D1", "tokens of 12 words with a truncation to 8 in the file", () -> ids("truncating", asIs, LONG).length);
    Seen.say("D1", "tokens of a word and of two with a padding to 10 in the file", () -> {
      try (var tokenizer = tokenizer("padding", asIs)) {
        var encoded = tokenizer.batchEncode(List.of("a", "a b"));
        return List.of(encoded[0].getIds().length, encoded[1].getIds().length);
      }
    });
    Seen.say("D2", "tokens of 1000 words", () -> ids("plain", asIs, "a ".repeat(1000)).length);
    Seen.say("D2", "with optMaxLength(700)", () -> ids("plain", builder -> builder.optMaxLength(700), "a ".repeat(1000)).length);
    Seen.say("D3", "the span of a in an emoji, a space and a", () -> {
      try (var tokenizer = tokenizer("plain", asIs)) {
        return tokenizer.encode("\ud83d\udc36 a").getCharTokenSpans()[2].getStart();
      }
    });
    Seen.say("D4", "Python's ids of a pair, longest first",
        () -> same("longest", ids("plain", builder -> builder.optTruncation(true).optMaxLength(8), LONG, "m n o p q r")));
    Seen.say("D4", "only first",
        () -> same("first", ids("plain", builder -> builder.optTruncateFirstOnly().optMaxLength(8), LONG, "m n")));
    String[] texts = {"", "a\0b", "\ud83d\udc36 a", "a [SEP] b", "A\u00c9\u0130 b\u0301"};
    for (int i = 0; i < texts.length; i++) {
      int number = i;
      Seen.say("D5", "Python's ids of text " + i, () -> same("text" + number, ids("plain", asIs, texts[number])));
    }
    Seen.say("D6", "ids of a text and of a pair",
        () -> Seen.text(ids("plain", asIs, texts[4])) + " " + Seen.text(ids("truncating", asIs, LONG, "m n o p q r")));
    Seen.say("D7", "tokens for a maximum of 1", () -> ids("plain", builder -> builder.optTruncation(true).optMaxLength(1), LONG).length);
    Seen.say("D7", "in Python", () -> PYTHONS.get("one").split(" ").length);
    Seen.say("D8", "windows of 6 that overlap by 1", () -> {
      try (var tokenizer = tokenizer("plain", builder -> builder.optTruncation(true).optMaxLength(6).optStride(1).optWithOverflowingTokens(true))) {
        var encoded = tokenizer.encode(LONG);
        var windows = new ArrayList<String>();
        windows.add(joined(encoded.getIds()));
        for (var window : encoded.getOverflowing()) {
          windows.add(joined(window.getIds()));
        }
        return String.join(" | ", windows);
      }
    });
    Seen.say("D8", "in Python", () -> PYTHONS.get("windows"));
    Seen.say("D9", "truncated from the left in Python", () -> PYTHONS.get("left"));
  }

  static HuggingFaceTokenizer tokenizer(String file, UnaryOperator<HuggingFaceTokenizer.Builder> options) throws Exception {
    return options.apply(HuggingFaceTokenizer.builder().optTokenizerPath(Path.of(file + ".json"))).build();
  }

  static long[] ids(String file, UnaryOperator<HuggingFaceTokenizer.Builder> options, String... texts) throws Exception {
    try (var tokenizer = tokenizer(file, options)) {
      return (texts.length == 1 ? tokenizer.encode(texts[0]) : tokenizer.encode(texts[0], texts[1])).getIds();
    }
  }

  static Object same(String name, long[] ids) {
    return joined(ids).equals(PYTHONS.get(name)) ? true : joined(ids) + " instead of " + PYTHONS.get(name);
  }

  static String joined(long[] ids) {
    return String.join(" ", Arrays.stream(ids).mapToObj(Long::toString).toList());
  }
}
