using System;
using SDK_PASCAL;

// Opens a client with the token in the environment: BANK_URL and BANK_TOKEN.
var client = new Client(new ClientOptions
{
    BaseUrl = Environment.GetEnvironmentVariable("BANK_URL")!,
    Token = Environment.GetEnvironmentVariable("BANK_TOKEN"),
});
try
{
    Console.WriteLine(await client.GetAsync("/api/v2/status"));
}
catch (ApiException refusal)
{
    Console.Error.WriteLine($"{refusal.Code}: {refusal.Message}");
}
