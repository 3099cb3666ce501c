<?php

declare(strict_types=1);

namespace SDK_PASCAL;

/**
 * Sends the calls of the SDK to the bank. A write carries an idempotency key, the same on every try, so that a retry
 * after a lost answer is never executed twice.
 */
final class Http
{
    private const WAIT_MS = 250;
    private const WAIT_MS_MAX = 10_000;
    private const BUSY = [429, 502, 503, 504];

    private readonly string $base;
    private readonly \Closure $wait;

    /**
     * @param string|\Closure(): string|null $token
     * @param array<string, string> $headers
     * @param (\Closure(int): void)|null $wait waits this many milliseconds between two attempts
     */
    public function __construct(
        string $baseUrl,
        private readonly string|\Closure|null $token,
        private readonly array $headers,
        private readonly int $retries,
        private readonly float $timeout,
        ?\Closure $wait = null,
    ) {
        // PHP would open files by other schemes.
        if (preg_match('#^https?://#i', $baseUrl) !== 1) {
            throw new \InvalidArgumentException('The address of the bank must start with https:// or http://.');
        }
        $this->base = rtrim($baseUrl, '/');
        $this->wait = $wait ?? static function (int $milliseconds): void {
            usleep($milliseconds * 1_000);
        };
    }

    /**
     * @param array<string, mixed> $pathValues
     * @param array<string, mixed> $query
     */
    public function call(
        string $method,
        string $path,
        array $pathValues = [],
        array $query = [],
        mixed $body = null,
        ?CallOptions $options = null,
    ): mixed {
        $stream = $this->open($method, $this->address($path, $pathValues, $query), $body, $options, 'application/json');
        $text = stream_get_contents($stream);
        fclose($stream);
        if ($text === false) {
            throw new TransportException('The answer was cut off.');
        }

        return $text === '' ? null : json_decode($text, true, 512, JSON_THROW_ON_ERROR);
    }

    /**
     * Every item of a list of any length, page by page.
     *
     * @param array<string, mixed> $pathValues
     * @param array<string, mixed> $query
     * @return \Generator<int, mixed>
     */
    public function pages(string $path, array $pathValues, array $query, ?CallOptions $options): \Generator
    {
        for ($page = $query['page'] ?? 1; ; $page++) {
            $answer = $this->call('GET', $path, $pathValues, ['page' => $page] + $query, null, $options);
            foreach ($answer['data'] as $item) {
                yield $item;
            }
            if ($page >= $answer['meta']['last_page']) {
                return;
            }
        }
    }

    /**
     * The answers of a call that goes on until the caller stops reading.
     *
     * @param array<string, mixed> $pathValues
     * @param array<string, mixed> $query
     * @return \Generator<int, mixed>
     */
    public function stream(string $path, array $pathValues, array $query, ?CallOptions $options): \Generator
    {
        $stream = $this->open('GET', $this->address($path, $pathValues, $query), null, $options, 'text/event-stream');
        try {
            $data = [];
            while (($line = fgets($stream)) !== false) {
                $line = rtrim($line, "\r\n");
                if (str_starts_with($line, 'data:')) {
                    $data[] = ltrim(substr($line, 5));
                } elseif ($line === '' && $data !== []) {
                    yield json_decode(implode("\n", $data), true, 512, JSON_THROW_ON_ERROR);
                    $data = [];
                }
            }
        } finally {
            fclose($stream);
        }
    }

    /** @return resource */
    private function open(string $method, string $url, mixed $body, ?CallOptions $options, string $accept)
    {
        $key = $options?->idempotencyKey ?? ($method === 'GET' ? null : self::newKey());
        $sent = match ($body) {
            null => null,
            [] => '{}',
            default => json_encode($body, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES),
        };
        for ($tries = 0; ; $tries++) {
            $wait = self::WAIT_MS * 2 ** $tries;
            $stream = @fopen($url, 'r', false, $this->context($method, $sent, $key, $options, $accept));
            if ($stream === false) {
                if ($tries >= $this->retries) {
                    throw new TransportException('The bank cannot be reached.');
                }
            } else {
                [$status, $retryAfter] = self::readHead(stream_get_meta_data($stream)['wrapper_data'] ?? []);
                if ($status < 300) {
                    return $stream;
                }
                $text = (string) stream_get_contents($stream);
                fclose($stream);
                if ($tries >= $this->retries || !in_array($status, self::BUSY, true)) {
                    throw ApiException::of($status, $text);
                }
                $wait = min($retryAfter ?? $wait, self::WAIT_MS_MAX);
            }
            ($this->wait)($wait);
        }
    }

    /** @return resource */
    private function context(string $method, ?string $sent, ?string $key, ?CallOptions $options, string $accept)
    {
        $token = $this->token instanceof \Closure ? ($this->token)() : $this->token;
        $headers = array_filter([
            'Accept' => $accept,
            'User-Agent' => 'SDK_SLUG/SDK_VERSION php',
            'Authorization' => $token === null ? null : "Bearer $token",
            'Idempotency-Key' => $key,
            'Content-Type' => $sent === null ? null : 'application/json',
        ], static fn (?string $value): bool => $value !== null);
        $headers = array_merge($headers, $this->headers, $options?->headers ?? []);
        $lines = [];
        foreach ($headers as $name => $value) {
            if (preg_match('/[\r\n]/', "$name$value") === 1) {
                throw new \InvalidArgumentException('A header must be one line.');
            }
            $lines[] = "$name: $value";
        }

        return stream_context_create(['http' => array_filter([
            'method' => $method,
            'header' => $lines,
            'content' => $sent,
            'ignore_errors' => true,
            // A redirect would carry the token to another host.
            'follow_location' => 0,
            'timeout' => $this->timeout,
            'protocol_version' => 1.1,
        ], static fn (mixed $value): bool => $value !== null)]);
    }

    /**
     * @param array<string, mixed> $pathValues
     * @param array<string, mixed> $query
     */
    private function address(string $path, array $pathValues, array $query): string
    {
        foreach ($pathValues as $name => $value) {
            if (in_array((string) $value, ['', '.', '..'], true)) {
                throw new \InvalidArgumentException("$name must not be empty");
            }
            $path = str_replace('{' . $name . '}', rawurlencode((string) $value), $path);
        }
        $pairs = [];
        foreach ($query as $name => $value) {
            foreach (is_array($value) ? $value : [$value] as $one) {
                if ($one !== null) {
                    $pairs[] = rawurlencode($name) . '=' . rawurlencode(is_bool($one) ? var_export($one, true) : (string) $one);
                }
            }
        }

        return $this->base . $path . ($pairs === [] ? '' : '?' . implode('&', $pairs));
    }

    /**
     * @param list<string> $lines
     * @return array{int, int|null} the status, and the milliseconds to wait
     */
    private static function readHead(array $lines): array
    {
        $status = 0;
        $retryAfter = null;
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ (\d{3})#', $line, $found) === 1) {
                $status = (int) $found[1];
                $retryAfter = null;
            } elseif (preg_match('/^Retry-After: *(\d{1,6})$/i', $line, $found) === 1) {
                $retryAfter = (int) $found[1] * 1_000;
            }
        }

        return [$status, $retryAfter];
    }

    /** A random UUID. */
    private static function newKey(): string
    {
        $random = random_bytes(16);
        $random[6] = chr(ord($random[6]) & 0x0f | 0x40);
        $random[8] = chr(ord($random[8]) & 0x3f | 0x80);

        return vsprintf('%s%s-%s-%s-%s-%s%s%s', str_split(bin2hex($random), 4));
    }
}
