<?php

declare(strict_types=1);

namespace SDK_PASCAL;

/** Options of one call. */
final class CallOptions
{
    /**
     * @param string|null $idempotencyKey chosen by the SDK for each write unless it is given
     * @param array<string, string> $headers headers of this call, such as X-Consent-ID
     */
    public function __construct(
        public readonly ?string $idempotencyKey = null,
        public readonly array $headers = [],
    ) {
    }
}
