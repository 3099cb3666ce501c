using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace SDK_PASCAL;

/// <summary>The settings of a client.</summary>
public sealed record ClientOptions
{
    /// <summary>The address of the bank, such as https://bank.example.</summary>
    public required string BaseUrl { get; init; }

    /// <summary>An access token or API key.</summary>
    public string? Token { get; init; }

    /// <summary>Returns the current token for each call, instead of Token.</summary>
    public Func<CancellationToken, Task<string>>? TokenSource { get; init; }

    /// <summary>Headers of every call, such as X-Partner-Key.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; init; } = new Dictionary<string, string>();

    /// <summary>How often a call is repeated when the bank cannot be reached or is busy.</summary>
    public int Retries { get; init; } = 2;

    public HttpClient? HttpClient { get; init; }

    /// <summary>Waits between two tries.</summary>
    public Func<TimeSpan, CancellationToken, Task> Wait { get; init; } = Task.Delay;
}
