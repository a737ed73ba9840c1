package dev.falcon.data.file;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** What may be missing, in JSON: where it is, null or no field at all. */
final class OptionalJson {
  private OptionalJson() {}

  /** Teaches a mapper. */
  static SimpleModule module() {
    return new SimpleModule("optional")
        .addSerializer(Optional.class, new Writer<>(Optional.class, value -> value))
        .addSerializer(OptionalInt.class, new Writer<>(OptionalInt.class, OptionalJson::boxed))
        .addDeserializer(Optional.class, new Reader())
        .addDeserializer(OptionalInt.class, new NumberReader());
  }

  private static Optional<Integer> boxed(OptionalInt value) {
    return value.isPresent() ? Optional.of(value.getAsInt()) : Optional.empty();
  }

  private static final class Writer<T> extends StdSerializer<T> {
    private static final long serialVersionUID = 1;

    private final transient Function<T, Optional<?>> value;

    Writer(Class<T> type, Function<T, Optional<?>> value) {
      super(type);
      this.value = value;
    }

    @Override
    public void serialize(T given, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      provider.defaultSerializeValue(value.apply(given).orElse(null), out);
    }

    /** Lets a record leave the field out, as null would be left out. */
    @Override
    public boolean isEmpty(SerializerProvider provider, T given) {
      return value.apply(given).isEmpty();
    }
  }

  private static final class Reader extends StdDeserializer<Optional<?>>
      implements ContextualDeserializer {
    private static final long serialVersionUID = 1;

    private final JavaType content;

    Reader() {
      this(null);
    }

    private Reader(JavaType content) {
      super(Optional.class);
      this.content = content;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) {
      return new Reader(context.getContextualType().containedTypeOrUnknown(0));
    }

    @Override
    public Optional<?> deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return Optional.of(context.readValue(json, content));
    }

    @Override
    public Optional<?> getNullValue(DeserializationContext context) {
      return Optional.empty();
    }
  }

  private static final class NumberReader extends StdDeserializer<OptionalInt> {
    private static final long serialVersionUID = 1;

    NumberReader() {
      super(OptionalInt.class);
    }

    @Override
    public OptionalInt deserialize(JsonParser json, DeserializationContext context)
        throws IOException {
      return OptionalInt.of(json.getIntValue());
    }

    @Override
    public OptionalInt getNullValue(DeserializationContext context) {
      return OptionalInt.empty();
    }
  }
}
