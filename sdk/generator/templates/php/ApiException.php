<?php

declare(strict_types=1);

namespace SDK_PASCAL;

/** An error response of the bank, with its code and the invalid fields; one class for each kind. */
class ApiException extends \RuntimeException
{
    private const KINDS = [
        400 => BadRequestException::class,
        401 => UnauthorizedException::class,
        402 => PaymentRequiredException::class,
        403 => ForbiddenException::class,
        404 => NotFoundException::class,
        409 => ConflictException::class,
        422 => InvalidException::class,
        429 => RateLimitedException::class,
    ];

    /** @param array<string, list<string>> $errors the problems of each field */
    final public function __construct(
        public readonly int $status,
        public readonly string $errorCode,
        string $message,
        public readonly mixed $details = null,
        public readonly array $errors = [],
        public readonly ?string $requestId = null,
    ) {
        parent::__construct($message);
    }

    public static function of(int $status, string $body): self
    {
        $answer = json_decode($body, true);
        $answer = is_array($answer) ? $answer : [];
        $error = is_array($answer['error'] ?? null) ? $answer['error'] : [];
        $kind = self::KINDS[$status] ?? ($status >= 500 ? ServerException::class : self::class);

        return new $kind(
            $status,
            (string) ($error['code'] ?? 'UNREADABLE'),
            (string) ($error['message'] ?? $answer['message'] ?? "The bank answered $status."),
            $error['details'] ?? null,
            is_array($answer['errors'] ?? null) ? $answer['errors'] : [],
            isset($answer['request_id']) ? (string) $answer['request_id'] : null,
        );
    }
}
