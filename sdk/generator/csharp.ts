// Writes the SDK for C# and .NET 8: records for requests and answers, one class for each module, asynchronous calls.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import { csharpNames as names } from './names/csharp.ts'
import type { Call, ChoiceShape, Module, RecordShape, Shape } from './shapes.ts'
import { quote, toXml } from './words.ts'

export function writeCsharp(source: Source): Files {
  const { brand, options, shapes } = source
  const root = `src/${brand.pascal}`
  const template = (name: string) => readTemplate(`csharp/${name}.cs`, source)
  const files = new Map([
    [`${root}/${brand.pascal}.csproj`, writeManifest(source)],
    [`${root}/Client.cs`, writeClient(source)],
    ...['ApiException', 'ClientOptions', 'Http', 'Webhooks'].map(
      (name) => [`${root}/${name}.cs`, template(name)] as const,
    ),
  ])
  for (const module of shapes.modules)
    files.set(`${root}/Api/${names.service(module)}.cs`, writeModule(module, source))
  if (options.include_types) {
    for (const record of shapes.records.values())
      files.set(`${root}/Models/${names.type(record.name)}.cs`, writeRecord(record, source))
    for (const choice of shapes.choices.values())
      files.set(`${root}/Models/${names.type(choice.name)}.cs`, writeChoice(choice, source))
  }
  if (options.include_examples) {
    const isLong = options.include_types && hasTransfers(source)
    files.set(
      'examples/Quickstart/Program.cs',
      template(isLong ? 'QuickstartTransfers' : 'Quickstart'),
    )
    files.set('examples/Quickstart/Quickstart.csproj', writeProgram(source))
  }
  if (options.include_tests) {
    files.set(`tests/${brand.pascal}.Tests/Program.cs`, template('ClientTests'))
    files.set(`tests/${brand.pascal}.Tests/${brand.pascal}.Tests.csproj`, writeProgram(source))
  }
  return files
}

const writeManifest = ({ brand, shapes }: Source): string => `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <TargetFramework>net8.0</TargetFramework>
    <Nullable>enable</Nullable>
    <LangVersion>12</LangVersion>
    <PackageId>${brand.pascal}</PackageId>
    <RootNamespace>${brand.pascal}</RootNamespace>
    <Version>${shapes.version}</Version>
    <Description>A typed client for the API of ${toXml(brand.title)}.</Description>
  </PropertyGroup>
</Project>
`

/** An executable project beside the library. */
const writeProgram = ({ brand }: Source): string => `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net8.0</TargetFramework>
    <Nullable>enable</Nullable>
    <LangVersion>12</LangVersion>
  </PropertyGroup>
  <ItemGroup>
    <ProjectReference Include="../../src/${brand.pascal}/${brand.pascal}.csproj" />
  </ItemGroup>
</Project>
`

const summary = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/// <summary>${toXml(text)}</summary>\n`

const writeClient = ({ brand, shapes }: Source): string => `using System.Net.Http;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;
using ${brand.pascal}.Api;

namespace ${brand.pascal};

/// <summary>A client for the API of ${toXml(brand.title)}: one property for each module. It may be used by several threads.</summary>
public sealed class Client
{
    private readonly Http http;

    public Client(ClientOptions options)
    {
        http = new Http(options);
${shapes.modules.map((module) => `        ${names.module(module)} = new ${names.service(module)}(http);\n`).join('')}    }

${shapes.modules.map((module) => `${summary(module.summary, '    ')}    public ${names.service(module)} ${names.module(module)} { get; }\n\n`).join('')}    /// <summary>The answer of any path, as it is.</summary>
    public Task<JsonNode?> GetAsync(string path, CancellationToken cancellation = default) =>
        http.CallAsync<JsonNode?>(HttpMethod.Get, path, null, null, null, null, cancellation);
}
`

function writeModule(module: Module, { brand, options }: Source): string {
  const isTyped = options.include_types
  const body = module.calls
    .flatMap((call) => [
      writeMethod(call, isTyped),
      ...(call.item ? [writePages(call, call.item, isTyped)] : []),
    ])
    .join('\n')
  return `using System.Collections.Generic;
using System.Net.Http;
using System.Text.Json.Nodes;
using System.Threading;
using System.Threading.Tasks;

namespace ${brand.pascal}.Api;

${summary(module.summary, '')}public sealed class ${names.service(module)}
{
    private readonly Http http;

    internal ${names.service(module)}(Http http) => this.http = http;

${body}}
`
}

interface Argument {
  readonly text: string
  readonly name: string
  readonly description: string | undefined
}

function argumentsOf(call: Call, isTyped: boolean): Argument[] {
  const { pathFields, query, body } = call
  const own = (type: string, name: string, description: string | undefined): Argument => ({
    text: `${type} ${name}`,
    name,
    description,
  })
  const queryType = isTyped && query ? modelOf(query.name) : 'JsonObject'
  return [
    ...names.arguments(call).map((name, index) => {
      const { shape, description } = pathFields[index]!
      return own(toType(shape, isTyped), name, description)
    }),
    ...(body ? [own(toType(body, isTyped), 'request', 'The body.')] : []),
    ...(query ? [own(`${queryType}?`, 'filters', 'The filters.')] : []),
  ]
}

const METHODS = { GET: 'Get', POST: 'Post', PUT: 'Put', PATCH: 'Patch', DELETE: 'Delete' } as const

function pathValues(call: Call): string {
  if (call.pathFields.length === 0) return 'null'
  const pairs = names
    .arguments(call)
    .map((own, index) => `[${quote(call.pathFields[index]!.name)}] = ${own}`)
  return `new Dictionary<string, object?> { ${pairs.join(', ')} }`
}

function writeMethod(call: Call, isTyped: boolean): string {
  const common = [quote(call.path), pathValues(call), call.query ? 'filters' : 'null']
  const name = names.method(call)
  if (call.isStream) {
    const type = toType(call.answer!, isTyped)
    const code = `http.StreamAsync<${type}>(${[...common, 'options', 'cancellation'].join(', ')})`
    return writeCall(name, call, `IAsyncEnumerable<${type}>`, code, isTyped)
  }
  const type = call.answer ? toType(call.answer, isTyped) : undefined
  const parts = [`HttpMethod.${METHODS[call.method]}`, ...common, call.body ? 'request' : 'null']
  const code = `http.CallAsync<${type ?? 'JsonNode?'}>(${[...parts, 'options', 'cancellation'].join(', ')})`
  return writeCall(name, call, type ? `Task<${type}>` : 'Task', code, isTyped)
}

function writePages(call: Call, item: Shape, isTyped: boolean): string {
  const type = toType(item, isTyped)
  const parts = [quote(call.path), pathValues(call), 'filters', 'options', 'cancellation']
  const code = `http.PagesAsync<${type}>(${parts.join(', ')})`
  return writeCall(names.pages(call)!, call, `IAsyncEnumerable<${type}>`, code, isTyped)
}

function writeCall(
  name: string,
  call: Call,
  answer: string,
  code: string,
  isTyped: boolean,
): string {
  const own = argumentsOf(call, isTyped)
  const docs = own.map(
    (one) =>
      `    /// <param name="${one.name.replace('@', '')}">${toXml(one.description ?? '')}</param>\n`,
  )
  // The filters may be left out.
  const list = own.map(({ text, name: argument }) =>
    argument === 'filters' ? `${text} = null` : text,
  )
  const all = [...list, 'CallOptions? options = null', 'CancellationToken cancellation = default']
  return `${summary(call.summary, '    ')}${docs.join('')}    public ${answer} ${name}(
${all.map((one) => `        ${one}`).join(',\n')}) =>
        ${code};
`
}

/**
 * With its namespace: whatever a model is called, it is meant, and not a type of the framework or of the package with
 * the same name.
 */
const modelOf = (name: string): string => `Models.${names.type(name)}`

function toType(shape: Shape, isTyped: boolean): string {
  switch (shape.kind) {
    case 'text':
    case 'choice':
      return 'string'
    case 'integer':
      return 'long'
    case 'number':
      return 'decimal'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'JsonNode'
    case 'list':
      return `IReadOnlyList<${toInnerType(shape.of, isTyped)}>`
    case 'map':
      return `IReadOnlyDictionary<string, ${toInnerType(shape.of, isTyped)}>`
    case 'record':
      return isTyped ? modelOf(shape.name) : 'JsonObject'
  }
}

const toInnerType = (shape: Shape, isTyped: boolean): string =>
  `${toType(shape, isTyped)}${shape.isNullable === true || shape.kind === 'any' ? '?' : ''}`

function writeRecord(record: RecordShape, { brand, shapes }: Source): string {
  const { name, description } = record
  const isSent = shapes.sent.has(name)
  const properties = names.fields(record).map((own, index) => {
    const field = record.fields[index]!
    const { shape } = field
    const isAbsent = !field.isRequired || shape.isNullable === true || shape.kind === 'any'
    const type = `${toType(shape, true)}${isAbsent ? '?' : ''}`
    const mark = isSent && field.isRequired && !isAbsent ? 'required ' : ''
    const isReference = !['integer', 'number', 'boolean'].includes(shape.kind)
    const start = !isSent && !isAbsent && isReference ? ' = default!;' : ''
    return `${summary(field.description, '    ')}    [JsonPropertyName(${quote(field.name)})]
    public ${mark}${type} ${own} { get; init; }${start}
`
  })
  return `using System.Collections.Generic;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace ${brand.pascal}.Models;

${summary(description ?? `See the documentation of the bank.`, '')}public sealed record ${names.type(name)}
{
${properties.join('\n')}}
`
}

function writeChoice(choice: ChoiceShape, { brand }: Source): string {
  const { name, description, values } = choice
  const constants = names
    .constants(choice)
    .map((own, index) => `    public const string ${own} = ${quote(values[index]!)};\n`)
  return `namespace ${brand.pascal}.Models;

${summary(description ?? `The words of ${name}; the bank may add others.`, '')}public static class ${names.type(name)}
{
${constants.join('')}}
`
}
