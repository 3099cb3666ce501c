<?php

declare(strict_types=1);

// Pays between two accounts: BANK_URL=… BANK_TOKEN=… php examples/quickstart.php FROM TO AMOUNT ASSET

require __DIR__ . '/../autoload.php';

use SDK_PASCAL\ApiException;
use SDK_PASCAL\Client;
use SDK_PASCAL\Model\TransferCreateRequest;

$client = new Client((string) getenv('BANK_URL'), (string) getenv('BANK_TOKEN'));
try {
    foreach ($client->accounts->listAll() as $account) {
        echo "{$account->uuid} {$account->name} {$account->balance}\n";
    }
    if ($argc === 5) {
        [, $from, $to, $amount, $asset] = $argv;
        $transfer = $client->transfers->create(new TransferCreateRequest(
            amount: $amount,
            fromAccount: $from,
            toAccount: $to,
            assetCode: $asset,
        ));
        echo "{$transfer->data->uuid} {$transfer->data->status}\n";
    }
} catch (ApiException $refusal) {
    fwrite(STDERR, "{$refusal->errorCode}: {$refusal->getMessage()}\n");
    exit(1);
}
