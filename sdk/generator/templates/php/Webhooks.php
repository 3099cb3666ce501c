<?php

declare(strict_types=1);

namespace SDK_PASCAL;

/** Checks that a webhook was sent by the bank. */
final class Webhooks
{
    /** Whether the header X-Florin-Signature fits the exact body, before any parsing. */
    public static function isFromBank(string $body, ?string $signature, string $secret): bool
    {
        return hash_equals(hash_hmac('sha256', $body, $secret), strtolower($signature ?? ''));
    }
}
