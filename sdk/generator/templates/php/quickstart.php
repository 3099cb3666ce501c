<?php

declare(strict_types=1);

// Opens a client with the token in the environment: BANK_URL=… BANK_TOKEN=… php examples/quickstart.php

require __DIR__ . '/../autoload.php';

use SDK_PASCAL\ApiException;
use SDK_PASCAL\Client;

$client = new Client((string) getenv('BANK_URL'), (string) getenv('BANK_TOKEN'));
try {
    var_dump($client->http->call('GET', '/api/v2/status'));
} catch (ApiException $refusal) {
    fwrite(STDERR, "{$refusal->errorCode}: {$refusal->getMessage()}\n");
    exit(1);
}
