package com.SDK_FLAT;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The client at a bank of its own, which answers what each test prepares. It needs no test library: run its main. */
public final class ClientTest {
    private record Answer(int status, Map<String, String> headers, String body) {}

    private static final Deque<Answer> answers = new ArrayDeque<>();
    private static final List<String> keys = new ArrayList<>();
    private static final List<String> paths = new ArrayList<>();
    private static final List<Long> waits = new ArrayList<>();

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            paths.add(exchange.getRequestURI().toString());
            Answer answer = answers.remove();
            answer.headers().forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status(), bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        try {
            Client client = Client.builder("http://127.0.0.1:" + server.getAddress().getPort() + "/")
                    .token("token")
                    .pause(waits::add)
                    .build();
            repeatsAWriteUnderOneKey(client.http());
            throwsTheRefusal(client.http());
            readsEveryPage(client.http());
            checksWebhooks();
            System.out.println("4 tests passed");
        } finally {
            server.stop(0);
        }
    }

    private static void repeatsAWriteUnderOneKey(Http http) {
        reset(new Answer(503, Map.of("Retry-After", "3"), "{}"), new Answer(200, Map.of(), "{\"data\":1.50}"));
        Map<?, ?> answer =
                http.call("POST", "/x", Map.of(), null, Map.of("amount", "1.00"), CallOptions.NONE, Map.class);
        expect("1.50", answer.get("data").toString());
        expect(List.of(3_000L), waits);
        expect(1, new HashSet<>(keys).size());
        expect(36, keys.get(0).length());
    }

    private static void throwsTheRefusal(Http http) {
        reset(new Answer(404, Map.of(), "{\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"No.\"},\"request_id\":\"r1\"}"));
        try {
            http.call("GET", "/x/{id}", Map.of("id", "a/b"), null, null, CallOptions.NONE, Map.class);
        } catch (ApiException.NotFound refusal) {
            expect("NOT_FOUND", refusal.code());
            expect("r1", refusal.requestId());
            expect(List.of("/x/a%2Fb"), paths);
            return;
        }
        throw new AssertionError("nothing was thrown");
    }

    private static void readsEveryPage(Http http) {
        reset(
                new Answer(200, Map.of(), "{\"data\":[\"a\",\"b\"],\"meta\":{\"last_page\":2}}"),
                new Answer(200, Map.of(), "{\"data\":[\"c\"],\"meta\":{\"last_page\":2}}"));
        List<String> items = new ArrayList<>();
        http.pages("/x", Map.of(), Map.of("per_page", 2), CallOptions.NONE, String.class).forEach(items::add);
        expect(List.of("a", "b", "c"), items);
        expect(List.of("/x?per_page=2&page=1", "/x?per_page=2&page=2"), paths);
    }

    private static void checksWebhooks() {
        byte[] body = "{\"event\":\"transfer.completed\"}".getBytes(StandardCharsets.UTF_8);
        String signature = "ff918528158771af0e58e206507b442419633dce9ed91645d1a510bb2f388ab0";
        expect(true, Webhooks.isFromBank(body, signature, "secret"));
        expect(false, Webhooks.isFromBank(body, signature, "other"));
        expect(false, Webhooks.isFromBank(body, null, "secret"));
    }

    private static void reset(Answer... prepared) {
        answers.clear();
        answers.addAll(List.of(prepared));
        keys.clear();
        paths.clear();
        waits.clear();
    }

    private static void expect(Object wanted, Object found) {
        if (!Objects.equals(wanted, found)) throw new AssertionError("expected " + wanted + ", found " + found);
    }
}
