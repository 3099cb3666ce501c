package com.SDK_FLAT;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Checks that a webhook was sent by the bank. */
public final class Webhooks {
    private Webhooks() {}

    /** Whether the header X-Florin-Signature fits the exact body, before any parsing. */
    public static boolean isFromBank(byte[] body, String signature, String secret) {
        if (signature == null || !signature.matches("[0-9a-fA-F]{64}")) return false;
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return MessageDigest.isEqual(mac.doFinal(body), HexFormat.of().parseHex(signature));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(missing);
        }
    }
}
