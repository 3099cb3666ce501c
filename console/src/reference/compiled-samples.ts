// The same request in Java, PHP, Go and C#, with nothing but what each language brings. A text of JSON is a literal of
// Java, Go and C# as well.
import type { HeaderValue, SampleRequest } from './samples.ts'

const CONTENT_TYPE = 'content-type'

/** An expression for the value of a header; `variable` reads one from the environment. */
const valueOf = (value: HeaderValue, plus: string, variable: (name: string) => string): string =>
  typeof value === 'string'
    ? JSON.stringify(value)
    : value.before === ''
      ? variable(value.variable)
      : `${JSON.stringify(value.before)}${plus}${variable(value.variable)}`

export function writeJava({ method, url, headers, body }: SampleRequest): string {
  const publisher = body === undefined ? 'noBody()' : `ofString(${JSON.stringify(body)})`
  return [
    'import java.net.URI;',
    'import java.net.http.HttpClient;',
    'import java.net.http.HttpRequest;',
    'import java.net.http.HttpResponse;',
    '',
    'class Call {',
    '    public static void main(String[] args) throws Exception {',
    `        var request = HttpRequest.newBuilder(URI.create(${JSON.stringify(url)}))`,
    ...Object.entries(headers).map(
      ([name, value]) =>
        `            .header(${JSON.stringify(name)}, ${valueOf(value, ' + ', (one) => `System.getenv("${one}")`)})`,
    ),
    `            .method("${method}", HttpRequest.BodyPublishers.${publisher})`,
    '            .build();',
    '        var response = HttpClient.newHttpClient()',
    '            .send(request, HttpResponse.BodyHandlers.ofString());',
    '        System.out.println(response.statusCode() + " " + response.body());',
    '    }',
    '}',
  ].join('\n')
}

/** Within single quotes PHP reads everything as it is, except the quote and the backslash. */
const php = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

export function writePhp({ method, url, headers, body }: SampleRequest): string {
  const lines = Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? `        ${php(`${name}: ${value}`)},`
      : `        ${php(`${name}: ${value.before}`)} . getenv('${value.variable}'),`,
  )
  return [
    '<?php',
    `$request = curl_init(${php(url)});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    '    CURLOPT_HTTPHEADER => [',
    ...lines,
    '    ],',
    ...(body === undefined ? [] : [`    CURLOPT_POSTFIELDS => ${php(body)},`]),
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$body = curl_exec($request);',
    String.raw`echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $body, "\n";`,
  ].join('\n')
}

export function writeGo({ method, url, headers, body }: SampleRequest): string {
  const isSecret = Object.values(headers).some((value) => typeof value !== 'string')
  const sent = body === undefined ? 'nil' : `strings.NewReader(${JSON.stringify(body)})`
  return [
    'package main',
    '',
    'import (',
    '\t"fmt"',
    '\t"io"',
    '\t"net/http"',
    ...(isSecret ? ['\t"os"'] : []),
    ...(body === undefined ? [] : ['\t"strings"']),
    ')',
    '',
    'func main() {',
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${sent})`,
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    ...Object.entries(headers).map(
      ([name, value]) =>
        `\trequest.Header.Set(${JSON.stringify(name)}, ${valueOf(value, '+', (one) => `os.Getenv("${one}")`)})`,
    ),
    '\tresponse, err := http.DefaultClient.Do(request)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tdefer response.Body.Close()',
    '\tbody, err := io.ReadAll(response.Body)',
    '\tif err != nil {',
    '\t\tpanic(err)',
    '\t}',
    '\tfmt.Println(response.StatusCode, string(body))',
    '}',
  ].join('\n')
}

/** The type of the content belongs to the content there, not to the request. */
export function writeCsharp({ method, url, headers, body }: SampleRequest): string {
  const entries = Object.entries(headers)
  const type = entries.find(([name]) => name.toLowerCase() === CONTENT_TYPE)?.[1]
  const name = method.charAt(0) + method.slice(1).toLowerCase()
  return [
    'using var client = new HttpClient();',
    `using var request = new HttpRequestMessage(HttpMethod.${name}, ${JSON.stringify(url)});`,
    ...entries
      .filter(([header]) => header.toLowerCase() !== CONTENT_TYPE)
      .map(
        ([header, value]) =>
          `request.Headers.TryAddWithoutValidation(${JSON.stringify(header)}, ${valueOf(value, ' + ', (one) => `Environment.GetEnvironmentVariable("${one}")`)});`,
      ),
    ...(body === undefined
      ? []
      : [
          `request.Content = new StringContent(${JSON.stringify(body)}, System.Text.Encoding.UTF8, ${JSON.stringify(typeof type === 'string' ? type : 'application/json')});`,
        ]),
    'using var response = await client.SendAsync(request);',
    'var body = await response.Content.ReadAsStringAsync();',
    'Console.WriteLine($"{(int)response.StatusCode} {body}");',
  ].join('\n')
}
