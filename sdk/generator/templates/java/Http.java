package com.SDK_FLAT;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Sends the calls of the SDK to the bank. A write carries an idempotency key, the same on every try, so that a retry
 * after a lost answer is never executed twice.
 */
final class Http {
    private static final long WAIT_MS = 250;
    private static final long WAIT_MS_MAX = 10_000;
    private static final Set<Integer> BUSY = Set.of(429, 502, 503, 504);

    private final String base;
    private final Supplier<String> token;
    private final Map<String, String> headers;
    private final int retries;
    private final Duration timeout;
    private final LongConsumer pause;
    // Redirects are not followed: they would carry the token to another host.
    private final HttpClient client = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();

    Http(
            String baseUrl,
            Supplier<String> token,
            Map<String, String> headers,
            int retries,
            Duration timeout,
            LongConsumer pause) {
        this.base = baseUrl.replaceAll("/+$", "");
        this.token = token;
        this.headers = Map.copyOf(headers);
        this.retries = retries;
        this.timeout = timeout;
        this.pause = pause;
    }

    <T> T call(
            String method,
            String path,
            Map<String, ?> pathValues,
            Object query,
            Object body,
            CallOptions options,
            Class<T> answer) {
        URI uri = toUri(path, pathValues, toFields(query));
        try {
            String text = read(send(method, uri, body, options, "application/json"));
            return text.isEmpty() ? null : Json.convert(Json.parse(text), answer);
        } catch (IOException problem) {
            throw new TransportException("The answer was cut off.", problem);
        }
    }

    /** Every item of a list of any length; a page is asked for when its first item is wanted. */
    <T> Iterable<T> pages(
            String path, Map<String, ?> pathValues, Object query, CallOptions options, Class<T> item) {
        return () -> new Pages<>(path, pathValues, toFields(query), options, item);
    }

    /** The answers of a call that goes on. The stream has to be closed. */
    <T> Stream<T> stream(
            String path, Map<String, ?> pathValues, Object query, CallOptions options, Class<T> item) {
        URI uri = toUri(path, pathValues, toFields(query));
        InputStream body = send("GET", uri, null, options, "text/event-stream");
        BufferedReader lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8));
        List<String> data = new ArrayList<>();
        Stream<T> events = lines.lines().<T>mapMulti((line, out) -> {
            if (line.startsWith("data:")) data.add(line.substring(5).stripLeading());
            else if (line.isEmpty() && !data.isEmpty()) {
                T event = Json.convert(Json.parse(String.join("\n", data)), item);
                data.clear();
                out.accept(event);
            }
        });
        return events.onClose(() -> {
            try {
                body.close();
            } catch (IOException gone) {
                // The bank had closed it already.
            }
        });
    }

    private final class Pages<T> implements Iterator<T> {
        private final String path;
        private final Map<String, ?> pathValues;
        private final Map<String, Object> query;
        private final CallOptions options;
        private final Class<T> item;
        private Iterator<?> rest = List.of().iterator();
        private long page;
        private long last;

        Pages(
                String path,
                Map<String, ?> pathValues,
                Map<String, Object> query,
                CallOptions options,
                Class<T> item) {
            this.path = path;
            this.pathValues = pathValues;
            this.query = query;
            this.options = options;
            this.item = item;
            this.page = query.get("page") instanceof Number first ? first.longValue() : 1;
            this.last = page;
        }

        @Override
        public boolean hasNext() {
            while (!rest.hasNext() && page <= last) read();
            return rest.hasNext();
        }

        @Override
        public T next() {
            if (!hasNext()) throw new NoSuchElementException();
            return Json.convert(rest.next(), item);
        }

        private void read() {
            query.put("page", page);
            Map<?, ?> answer = call("GET", path, pathValues, query, null, options, Map.class);
            rest = ((List<?>) answer.get("data")).iterator();
            last = ((Number) ((Map<?, ?>) answer.get("meta")).get("last_page")).longValue();
            page++;
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> toFields(Object query) {
        if (query == null) return new LinkedHashMap<>();
        return new LinkedHashMap<>(query instanceof Record record ? Json.toMap(record) : (Map<String, Object>) query);
    }

    private URI toUri(String path, Map<String, ?> pathValues, Map<String, Object> query) {
        String filled = path;
        for (Map.Entry<String, ?> entry : pathValues.entrySet()) {
            String value = String.valueOf(entry.getValue());
            if (entry.getValue() == null || Set.of("", ".", "..").contains(value))
                throw new IllegalArgumentException(entry.getKey() + " must not be empty");
            filled = filled.replace("{" + entry.getKey() + "}", encode(value));
        }
        List<String> pairs = new ArrayList<>();
        query.forEach((name, value) -> {
            List<?> values = value instanceof List<?> list ? list : List.of(value);
            for (Object one : values) pairs.add(encode(name) + "=" + encode(String.valueOf(one)));
        });
        return URI.create(base + filled + (pairs.isEmpty() ? "" : "?" + String.join("&", pairs)));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private InputStream send(String method, URI uri, Object body, CallOptions options, String accept) {
        String key = options.idempotencyKey();
        if (key == null && !method.equals("GET")) key = UUID.randomUUID().toString();
        HttpRequest request = toRequest(method, uri, body, key, accept, options);
        for (int tries = 0; ; tries++) {
            long wait = WAIT_MS << tries;
            try {
                HttpResponse<InputStream> response =
                        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
                int status = response.statusCode();
                if (status < 300) return response.body();
                ApiException refusal = ApiException.of(status, read(response.body()));
                if (tries >= retries || !BUSY.contains(status)) throw refusal;
                wait = Math.min(retryAfter(response, wait), WAIT_MS_MAX);
            } catch (IOException problem) {
                if (tries >= retries) throw new TransportException("The bank cannot be reached.", problem);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new TransportException("The call was interrupted.", stopped);
            }
            pause.accept(wait);
        }
    }

    private HttpRequest toRequest(
            String method, URI uri, Object body, String key, String accept, CallOptions options) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(timeout)
                .header("User-Agent", "SDK_SLUG/SDK_VERSION java")
                .setHeader("Accept", accept);
        String bearer = token.get();
        if (bearer != null) request.setHeader("Authorization", "Bearer " + bearer);
        if (key != null) request.setHeader("Idempotency-Key", key);
        if (body != null) request.setHeader("Content-Type", "application/json");
        headers.forEach(request::setHeader);
        options.headers().forEach(request::setHeader);
        return request.method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(Json.write(body)))
                .build();
    }

    private static long retryAfter(HttpResponse<?> response, long otherwise) {
        String seconds = response.headers().firstValue("Retry-After").orElse("");
        return seconds.matches("[0-9]{1,9}") ? Long.parseLong(seconds) * 1_000 : otherwise;
    }

    private static String read(InputStream body) throws IOException {
        try (body) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
