<?php

declare(strict_types=1);

// What needs no bank. It needs no test library: php tests/ClientTest.php

require __DIR__ . '/../autoload.php';

use SDK_PASCAL\ApiException;
use SDK_PASCAL\Client;
use SDK_PASCAL\NotFoundException;
use SDK_PASCAL\TransportException;
use SDK_PASCAL\Webhooks;

function expect(mixed $wanted, mixed $found): void
{
    if ($wanted !== $found) {
        throw new \LogicException(sprintf('expected %s, found %s', var_export($wanted, true), var_export($found, true)));
    }
}

$refusal = ApiException::of(404, '{"error":{"code":"NOT_FOUND","message":"No."},"request_id":"r1"}');
expect(true, $refusal instanceof NotFoundException);
expect('NOT_FOUND', $refusal->errorCode);
expect('r1', $refusal->requestId);
expect('UNREADABLE', ApiException::of(502, '<html>')->errorCode);

// Nothing listens at port 1: the call is repeated twice, and then given up.
$waits = [];
$client = new Client('http://127.0.0.1:1', 'token', wait: static function (int $milliseconds) use (&$waits): void {
    $waits[] = $milliseconds;
});
try {
    $client->http->call('GET', '/x');
    throw new \LogicException('nothing was thrown');
} catch (TransportException) {
    expect([250, 500], $waits);
}

$body = '{"event":"transfer.completed"}';
$signature = hash_hmac('sha256', $body, 'secret');
expect(true, Webhooks::isFromBank($body, $signature, 'secret'));
expect(false, Webhooks::isFromBank($body, $signature, 'other'));
expect(false, Webhooks::isFromBank($body, null, 'secret'));
echo "3 tests passed\n";
