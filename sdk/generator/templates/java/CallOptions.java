package com.SDK_FLAT;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Options of one call.
 *
 * @param idempotencyKey chosen by the SDK for each write if it is null
 * @param headers headers of this call, such as X-Consent-ID
 */
public record CallOptions(String idempotencyKey, Map<String, String> headers) {
    public static final CallOptions NONE = new CallOptions(null, Map.of());

    public static CallOptions idempotencyKey(String key) {
        return new CallOptions(key, Map.of());
    }

    public CallOptions header(String name, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(name, value);
        return new CallOptions(idempotencyKey, all);
    }
}
