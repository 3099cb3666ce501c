using System;
using SDK_PASCAL;
using SDK_PASCAL.Models;

// Pays between two accounts: BANK_URL and BANK_TOKEN in the environment, and FROM TO AMOUNT ASSET as arguments.
var client = new Client(new ClientOptions
{
    BaseUrl = Environment.GetEnvironmentVariable("BANK_URL")!,
    Token = Environment.GetEnvironmentVariable("BANK_TOKEN"),
});
try
{
    await foreach (var account in client.Accounts.ListAllAsync(new AccountListParams()))
    {
        Console.WriteLine($"{account.Uuid} {account.Name} {account.Balance}");
    }

    if (args.Length == 4)
    {
        var transfer = await client.Transfers.CreateAsync(new TransferCreateRequest
        {
            FromAccount = args[0],
            ToAccount = args[1],
            Amount = args[2],
            AssetCode = args[3],
        });
        Console.WriteLine($"{transfer.Data.Uuid} {transfer.Data.Status}");
    }
}
catch (ApiException refusal)
{
    Console.Error.WriteLine($"{refusal.Code}: {refusal.Message}");
}
