using System;
using System.Collections.Generic;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading;
using System.Threading.Tasks;
using SDK_PASCAL;

// The client at a bank of its own, which answers what each test prepares. It needs no test library: dotnet run.
var bank = new FakeBank();
var waits = new List<TimeSpan>();
var client = new Client(new ClientOptions
{
    BaseUrl = "https://bank.test/",
    Token = "token",
    HttpClient = new HttpClient(bank),
    Wait = (pause, _) =>
    {
        waits.Add(pause);
        return Task.CompletedTask;
    },
});

bank.Answers.Enqueue((503, "{}"));
bank.Answers.Enqueue((200, "{\"data\":1}"));
var answer = await client.GetAsync("/x");
Expect(1, answer!["data"]!.GetValue<int>());
Expect(TimeSpan.FromMilliseconds(250), waits.Single());

bank.Answers.Enqueue((404, "{\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"No.\"},\"request_id\":\"r1\"}"));
try
{
    await client.GetAsync("/x");
    throw new InvalidOperationException("nothing was thrown");
}
catch (NotFoundException refusal)
{
    Expect("NOT_FOUND", refusal.Code);
    Expect("r1", refusal.RequestId);
}

var body = Encoding.UTF8.GetBytes("{\"event\":\"transfer.completed\"}");
const string signature = "ff918528158771af0e58e206507b442419633dce9ed91645d1a510bb2f388ab0";
Expect(true, Webhooks.IsFromBank(body, signature, "secret"));
Expect(false, Webhooks.IsFromBank(body, signature, "other"));
Expect(false, Webhooks.IsFromBank(body, null, "secret"));
Console.WriteLine("3 tests passed");

static void Expect<T>(T wanted, T found)
{
    if (!EqualityComparer<T>.Default.Equals(wanted, found))
    {
        throw new InvalidOperationException($"expected {wanted}, found {found}");
    }
}

internal sealed class FakeBank : HttpMessageHandler
{
    public Queue<(int Status, string Body)> Answers { get; } = new();

    protected override Task<HttpResponseMessage> SendAsync(HttpRequestMessage request, CancellationToken cancellation)
    {
        var (status, body) = Answers.Dequeue();
        return Task.FromResult(new HttpResponseMessage((HttpStatusCode)status) { Content = new StringContent(body) });
    }
}
