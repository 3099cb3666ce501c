package com.SDK_FLAT;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON to maps, lists and records, and back. Fields that are null are not written. */
final class Json {
    private static final int DEPTH_MAX = 200;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /** Objects become maps, numbers BigDecimal. */
    static Object parse(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        reader.skip();
        if (reader.at < text.length()) throw reader.unexpected();
        return value;
    }

    private Object value() {
        skip();
        if (at >= text.length()) throw unexpected();
        char next = text.charAt(at);
        return switch (next) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", Boolean.TRUE);
            case 'f' -> word("false", Boolean.FALSE);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> fields = new LinkedHashMap<>();
        enter();
        if (isNext('}')) return leave(fields);
        do {
            skip();
            String name = string();
            skip();
            if (at >= text.length() || text.charAt(at++) != ':') throw unexpected();
            fields.put(name, value());
        } while (isNext(','));
        if (!isNext('}')) throw unexpected();
        return leave(fields);
    }

    private List<Object> array() {
        List<Object> items = new ArrayList<>();
        enter();
        if (isNext(']')) return leave(items);
        do items.add(value());
        while (isNext(','));
        if (!isNext(']')) throw unexpected();
        return leave(items);
    }

    private void enter() {
        at++;
        if (++depth > DEPTH_MAX) throw new IllegalArgumentException("JSON is nested too deeply");
    }

    private <T> T leave(T value) {
        depth--;
        return value;
    }

    private boolean isNext(char wanted) {
        skip();
        if (at >= text.length() || text.charAt(at) != wanted) return false;
        at++;
        return true;
    }

    private String string() {
        if (at >= text.length() || text.charAt(at) != '"') throw unexpected();
        StringBuilder read = new StringBuilder();
        for (at++; at < text.length(); at++) {
            char next = text.charAt(at);
            if (next == '"') {
                at++;
                return read.toString();
            }
            read.append(next == '\\' ? escaped() : next);
        }
        throw unexpected();
    }

    private char escaped() {
        if (++at >= text.length()) throw unexpected();
        char next = text.charAt(at);
        return switch (next) {
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> {
                if (at + 4 >= text.length()) throw unexpected();
                at += 4;
                yield (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            }
            default -> next;
        };
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw unexpected();
        at += word.length();
        return value;
    }

    private BigDecimal number() {
        int start = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
        if (start == at) throw unexpected();
        return new BigDecimal(text.substring(start, at));
    }

    private void skip() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) at++;
    }

    private IllegalArgumentException unexpected() {
        return new IllegalArgumentException("This is no JSON, at position " + at);
    }

    static String write(Object value) {
        StringBuilder written = new StringBuilder();
        write(value, written);
        return written.toString();
    }

    private static void write(Object value, StringBuilder out) {
        if (value == null || value instanceof Boolean || value instanceof Number) out.append(value);
        else if (value instanceof Record record) write(toMap(record), out);
        else if (value instanceof Map<?, ?> map) {
            out.append('{');
            String between = "";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(between);
                quote(String.valueOf(entry.getKey()), out);
                out.append(':');
                write(entry.getValue(), out);
                between = ",";
            }
            out.append('}');
        } else if (value instanceof Iterable<?> items) {
            out.append('[');
            String between = "";
            for (Object item : items) {
                out.append(between);
                write(item, out);
                between = ",";
            }
            out.append(']');
        } else quote(value.toString(), out);
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int index = 0; index < text.length(); index++) {
            char next = text.charAt(index);
            if (next == '"' || next == '\\') out.append('\\').append(next);
            else if (next < ' ') out.append(String.format("\\u%04x", (int) next));
            else out.append(next);
        }
        out.append('"');
    }

    /** The fields of a record by their names on the wire, without those that are null. */
    static Map<String, Object> toMap(Record record) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (RecordComponent component : record.getClass().getRecordComponents()) {
            try {
                Object value = component.getAccessor().invoke(record);
                if (value != null) fields.put(nameOf(component), value);
            } catch (IllegalAccessException | InvocationTargetException broken) {
                throw new IllegalStateException(broken);
            }
        }
        return fields;
    }

    private static String nameOf(RecordComponent component) {
        JsonName name = component.getAnnotation(JsonName.class);
        return name == null ? component.getName() : name.value();
    }

    @SuppressWarnings("unchecked")
    static <T> T convert(Object value, Class<T> type) {
        return (T) toType(value, type);
    }

    private static Object toType(Object value, Type type) {
        if (value == null || type == Object.class) return value;
        if (type instanceof ParameterizedType generic) return toCollection(value, generic);
        Class<?> wanted = (Class<?>) type;
        if (wanted.isRecord() && value instanceof Map<?, ?> fields) return toRecord(fields, wanted);
        if (wanted == Long.class && value instanceof BigDecimal number) return number.longValueExact();
        if (wanted == String.class) return value.toString();
        return wanted.cast(value);
    }

    private static Object toCollection(Object value, ParameterizedType type) {
        Type[] inner = type.getActualTypeArguments();
        if (value instanceof List<?> items) {
            List<Object> converted = new ArrayList<>(items.size());
            for (Object item : items) converted.add(toType(item, inner[0]));
            return converted;
        }
        Map<String, Object> converted = new LinkedHashMap<>();
        ((Map<?, ?>) value).forEach((name, item) -> converted.put((String) name, toType(item, inner[1])));
        return converted;
    }

    private static Object toRecord(Map<?, ?> fields, Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int index = 0; index < components.length; index++) {
            types[index] = components[index].getType();
            values[index] = toType(fields.get(nameOf(components[index])), components[index].getGenericType());
        }
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(broken);
        }
    }
}
