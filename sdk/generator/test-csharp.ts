// The generated C# in the language of an older compiler, which resolves its names: classes for records, and neither
// nullable references nor asynchronous sequences. What the package has from templates is declared in its place.
import { basename } from 'node:path'
import type { Files } from './files.ts'

const isModel = (path: string): boolean => path.includes('/Models/')
const isGenerated = (path: string): boolean => /\/(?:Api|Models)\/|\/Client\.cs$/.test(path)

export function toOlderCsharp(files: Files, namespace: string): Map<string, string> {
  const sources = [...files].filter(([path]) => path.endsWith('.cs') && isGenerated(path))
  const models = sources.filter(([path]) => isModel(path)).map(([path]) => basename(path, '.cs'))
  // Files with the same imports and namespace see the same names: one file of them is quicker to write.
  const bodies = Map.groupBy(sources, ([, text]) => text.slice(0, endOfHead(text)))
  const older = [...bodies].map(([head, own], index) => {
    const body = own.map(([, text]) => lower(text.slice(endOfHead(text)))).join('')
    return [`Generated${index}.cs`, `${head.replace(/;\s*$/, '')} {${body}}\n`] as const
  })
  return new Map([
    ...older,
    ['Declared.cs', declared(namespace)],
    ['Partner.cs', writePartner(namespace, models)],
  ])
}

const endOfHead = (text: string): number => text.indexOf(';', text.search(/^namespace /m)) + 1

const lower = (text: string): string =>
  text
    .replace('public sealed record ', 'public sealed class ')
    .replaceAll('public required ', 'public ')
    .replaceAll('{ get; init; }', '{ get; set; }')
    .replaceAll(' = default!;', '')
    .replaceAll('IAsyncEnumerable<', 'IEnumerable<')
    .replaceAll(/\?(?=[ ,>)])/g, (mark, at: number, whole: string) =>
      /\b(?:long|decimal|bool)$/.test(whole.slice(Math.max(0, at - 10), at)) ? mark : '',
    )

const declared = (namespace: string): string => `using System;
using System.Collections.Generic;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;

namespace System.Text.Json.Nodes { public class JsonNode {} public class JsonObject : JsonNode {} }
namespace System.Text.Json.Serialization {
    public class JsonPropertyNameAttribute : Attribute { public JsonPropertyNameAttribute(string name) {} }
}
namespace System.Net.Http { public class HttpMethod { public static HttpMethod Get, Post, Put, Patch, Delete; } }
namespace ${namespace} {
    public class ApiException : Exception {}
    public sealed class CallOptions {}
    public sealed class ClientOptions {}
    public static class Webhooks {}
    internal sealed class Http {
        internal Http(ClientOptions options) {}
        internal Task<T> CallAsync<T>(HttpMethod method, string path, IReadOnlyDictionary<string, object> pathValues, object query, object body, CallOptions call, CancellationToken cancellation) => null;
        internal IEnumerable<T> PagesAsync<T>(string path, IReadOnlyDictionary<string, object> pathValues, object query, CallOptions call, CancellationToken cancellation) => null;
        internal IEnumerable<T> StreamAsync<T>(string path, IReadOnlyDictionary<string, object> pathValues, object query, CallOptions call, CancellationToken cancellation) => null;
    }
}
`

/** A partner's file, with all namespaces that a new project imports: every model is meant by its name alone. */
const writePartner = (namespace: string, models: readonly string[]): string => `using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Net.Http;
using System.Threading;
using System.Threading.Tasks;
using ${namespace};
using ${namespace}.Api;
using ${namespace}.Models;

class Partner
{
    static object[] types = { ${models.map((name) => `nameof(${name})`).join(', ')} };

    static async Task List(Client client)
    {
        Console.WriteLine(Environment.GetEnvironmentVariable("BANK_URL"));
        foreach (var account in client.Accounts.ListAllAsync(new AccountListParams())) Console.WriteLine(account.Name);
        foreach (var tenant in client.Partners.TenantListEachAsync()) Console.WriteLine(tenant);
        await client.Partners.TenantListAllAsync();
    }
}
`
