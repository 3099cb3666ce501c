using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Threading;
using System.Threading.Tasks;

namespace SDK_PASCAL;

/// <summary>Options of one call.</summary>
public sealed record CallOptions
{
    /// <summary>Chosen by the SDK for each write unless it is given.</summary>
    public string? IdempotencyKey { get; init; }

    /// <summary>Headers of this call, such as X-Consent-ID.</summary>
    public IReadOnlyDictionary<string, string> Headers { get; init; } = new Dictionary<string, string>();
}

/// <summary>
/// Sends the calls of the SDK to the bank. A write carries an idempotency key, the same on every try, so that a retry
/// after a lost answer is never executed twice.
/// </summary>
internal sealed class Http
{
    private static readonly JsonSerializerOptions Json = new()
    {
        DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    };

    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(10);

    private readonly ClientOptions options;
    private readonly string address;
    private readonly HttpClient client;

    internal Http(ClientOptions options)
    {
        this.options = options;
        address = options.BaseUrl.TrimEnd('/');
        // A redirect would carry the token to another host.
        client = options.HttpClient ?? new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });
    }

    internal async Task<T> CallAsync<T>(
        HttpMethod method,
        string path,
        IReadOnlyDictionary<string, object?>? pathValues,
        object? query,
        object? body,
        CallOptions? call,
        CancellationToken cancellation)
    {
        using var response = await SendAsync(method, ToUri(path, pathValues, query), body, call, "application/json", cancellation)
            .ConfigureAwait(false);
        var text = await response.Content.ReadAsStringAsync(cancellation).ConfigureAwait(false);
        return text.Length == 0 ? default! : JsonSerializer.Deserialize<T>(text, Json)!;
    }

    /// <summary>Every item of a list of any length; a page is asked for when its first item is wanted.</summary>
    internal async IAsyncEnumerable<T> PagesAsync<T>(
        string path,
        IReadOnlyDictionary<string, object?>? pathValues,
        object? query,
        CallOptions? call,
        [EnumeratorCancellation] CancellationToken cancellation)
    {
        var filters = JsonSerializer.SerializeToNode(query, Json) as JsonObject ?? new JsonObject();
        for (var page = filters["page"]?.GetValue<long>() ?? 1; ; page++)
        {
            filters["page"] = page;
            var answer = await CallAsync<Page<T>>(HttpMethod.Get, path, pathValues, filters, null, call, cancellation)
                .ConfigureAwait(false);
            foreach (var item in answer.Data)
            {
                yield return item;
            }

            if (page >= answer.Meta.LastPage)
            {
                yield break;
            }
        }
    }

    /// <summary>The answers of a call that goes on until the caller stops reading.</summary>
    internal async IAsyncEnumerable<T> StreamAsync<T>(
        string path,
        IReadOnlyDictionary<string, object?>? pathValues,
        object? query,
        CallOptions? call,
        [EnumeratorCancellation] CancellationToken cancellation)
    {
        using var response = await SendAsync(HttpMethod.Get, ToUri(path, pathValues, query), null, call, "text/event-stream", cancellation)
            .ConfigureAwait(false);
        using var reader = new StreamReader(await response.Content.ReadAsStreamAsync(cancellation).ConfigureAwait(false));
        var data = new List<string>();
        while (await reader.ReadLineAsync(cancellation).ConfigureAwait(false) is { } line)
        {
            if (line.StartsWith("data:", StringComparison.Ordinal))
            {
                data.Add(line[5..].TrimStart());
            }
            else if (line.Length == 0 && data.Count > 0)
            {
                yield return JsonSerializer.Deserialize<T>(string.Join('\n', data), Json)!;
                data.Clear();
            }
        }
    }

    private async Task<HttpResponseMessage> SendAsync(
        HttpMethod method,
        Uri uri,
        object? body,
        CallOptions? call,
        string accept,
        CancellationToken cancellation)
    {
        var key = call?.IdempotencyKey ?? (method == HttpMethod.Get ? null : Guid.NewGuid().ToString());
        var sent = body is null ? null : JsonSerializer.Serialize(body, body.GetType(), Json);
        for (var tries = 0; ; tries++)
        {
            var wait = TimeSpan.FromMilliseconds(250 * Math.Pow(2, tries));
            try
            {
                using var request = await ToRequestAsync(method, uri, sent, key, call, accept, cancellation).ConfigureAwait(false);
                var response = await client.SendAsync(request, HttpCompletionOption.ResponseHeadersRead, cancellation)
                    .ConfigureAwait(false);
                if (response.IsSuccessStatusCode)
                {
                    return response;
                }

                using (response)
                {
                    var status = (int)response.StatusCode;
                    if (tries >= options.Retries || status is not (429 or 502 or 503 or 504))
                    {
                        throw ApiException.From(status, await response.Content.ReadAsStringAsync(cancellation).ConfigureAwait(false));
                    }

                    wait = response.Headers.RetryAfter?.Delta ?? wait;
                }
            }
            catch (HttpRequestException problem) when (tries >= options.Retries)
            {
                throw new TransportException("The bank cannot be reached.", problem);
            }
            catch (HttpRequestException)
            {
                // The next try follows after the pause.
            }

            await options.Wait(wait < LongestWait ? wait : LongestWait, cancellation).ConfigureAwait(false);
        }
    }

    private async Task<HttpRequestMessage> ToRequestAsync(
        HttpMethod method,
        Uri uri,
        string? sent,
        string? key,
        CallOptions? call,
        string accept,
        CancellationToken cancellation)
    {
        var request = new HttpRequestMessage(method, uri);
        if (sent is not null)
        {
            request.Content = new StringContent(sent, Encoding.UTF8, "application/json");
        }

        var token = options.TokenSource is null ? options.Token : await options.TokenSource(cancellation).ConfigureAwait(false);
        var headers = new Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
        {
            ["Accept"] = accept,
            ["User-Agent"] = "SDK_SLUG/SDK_VERSION",
        };
        if (token is not null)
        {
            headers["Authorization"] = "Bearer " + token;
        }

        if (key is not null)
        {
            headers["Idempotency-Key"] = key;
        }

        foreach (var (name, value) in options.Headers.Concat(call?.Headers ?? new Dictionary<string, string>()))
        {
            headers[name] = value;
        }

        foreach (var (name, value) in headers)
        {
            request.Headers.TryAddWithoutValidation(name, value);
        }

        return request;
    }

    private Uri ToUri(string path, IReadOnlyDictionary<string, object?>? pathValues, object? query)
    {
        foreach (var (name, value) in pathValues ?? new Dictionary<string, object?>())
        {
            var text = ToText(value);
            if (text is "" or "." or "..")
            {
                throw new ArgumentException(name + " must not be empty");
            }

            path = path.Replace("{" + name + "}", Uri.EscapeDataString(text), StringComparison.Ordinal);
        }

        var pairs = new List<string>();
        foreach (var (name, value) in JsonSerializer.SerializeToNode(query, Json) as JsonObject ?? new JsonObject())
        {
            foreach (var one in value is JsonArray list ? list : (IEnumerable<JsonNode?>)new[] { value })
            {
                if (one is not null)
                {
                    pairs.Add(Uri.EscapeDataString(name) + "=" + Uri.EscapeDataString(one.ToString()));
                }
            }
        }

        return new Uri(address + path + (pairs.Count == 0 ? string.Empty : "?" + string.Join('&', pairs)));
    }

    private static string ToText(object? value) => Convert.ToString(value, CultureInfo.InvariantCulture) ?? string.Empty;

    private sealed record Page<T>(
        [property: JsonPropertyName("data")] IReadOnlyList<T> Data,
        [property: JsonPropertyName("meta")] Meta Meta);

    private sealed record Meta([property: JsonPropertyName("last_page")] long LastPage);
}
