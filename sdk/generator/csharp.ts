// Writes the SDK for C# and .NET 8: records for requests and answers, one class for each module, asynchronous calls.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import type { Call, ChoiceShape, Module, RecordShape, Shape } from './shapes.ts'
import { quote, toCamel, toPascal, toWords, toXml, withLetter } from './words.ts'

const RESERVED = new Set(
  'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while'.split(
    ' ',
  ),
)

/** Members that every record has. */
const TAKEN = new Set(
  'Clone Equals EqualityContract Finalize GetHashCode GetType MemberwiseClone PrintMembers ReferenceEquals ToString'.split(
    ' ',
  ),
)

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
    files.set(`${root}/Api/${className(module)}.cs`, writeModule(module, source))
  if (options.include_types) {
    for (const record of shapes.records.values())
      files.set(`${root}/Models/${record.name}.cs`, writeRecord(record, source))
    for (const choice of shapes.choices.values())
      files.set(`${root}/Models/${choice.name}.cs`, writeChoice(choice, source))
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

const className = ({ name }: Module): string => `${toPascal(toWords(name))}Api`
const propertyName = ({ name }: Module): string => toPascal(toWords(name))

const summary = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/// <summary>${toXml(text)}</summary>\n`

function toArgument(name: string): string {
  const own = withLetter(toCamel(toWords(name)), 'n')
  if (['request', 'filters', 'options', 'cancellation'].includes(own)) return `${own}Value`
  return RESERVED.has(own) ? `@${own}` : own
}

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
${shapes.modules.map((module) => `        ${propertyName(module)} = new ${className(module)}(http);\n`).join('')}    }

${shapes.modules.map((module) => `${summary(module.summary, '    ')}    public ${className(module)} ${propertyName(module)} { get; }\n\n`).join('')}    /// <summary>The answer of any path, as it is.</summary>
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
${isTyped ? `using ${brand.pascal}.Models;\n` : ''}
namespace ${brand.pascal}.Api;

${summary(module.summary, '')}public sealed class ${className(module)}
{
    private readonly Http http;

    internal ${className(module)}(Http http) => this.http = http;

${body}}
`
}

interface Argument {
  readonly text: string
  readonly name: string
  readonly description: string | undefined
}

function argumentsOf({ pathFields, query, body }: Call, isTyped: boolean): Argument[] {
  const own = (type: string, name: string, description: string | undefined): Argument => ({
    text: `${type} ${name}`,
    name,
    description,
  })
  const queryType = isTyped && query ? query.name : 'JsonObject'
  return [
    ...pathFields.map((one) =>
      own(toType(one.shape, isTyped), toArgument(one.name), one.description),
    ),
    ...(body ? [own(toType(body, isTyped), 'request', 'The body.')] : []),
    ...(query ? [own(`${queryType}?`, 'filters', 'The filters.')] : []),
  ]
}

const METHODS = { GET: 'Get', POST: 'Post', PUT: 'Put', PATCH: 'Patch', DELETE: 'Delete' } as const

function pathValues({ pathFields }: Call): string {
  if (pathFields.length === 0) return 'null'
  const pairs = pathFields.map(({ name }) => `[${quote(name)}] = ${toArgument(name)}`)
  return `new Dictionary<string, object?> { ${pairs.join(', ')} }`
}

function writeMethod(call: Call, isTyped: boolean): string {
  const common = [quote(call.path), pathValues(call), call.query ? 'filters' : 'null']
  const name = `${toPascal(call.words)}Async`
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
  const name = `${toPascal(call.words)}AllAsync`
  return writeCall(name, call, `IAsyncEnumerable<${type}>`, code, isTyped)
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
      return isTyped ? shape.name : 'JsonObject'
  }
}

const toInnerType = (shape: Shape, isTyped: boolean): string =>
  `${toType(shape, isTyped)}${shape.isNullable === true || shape.kind === 'any' ? '?' : ''}`

function writeRecord(
  { name, description, fields }: RecordShape,
  { brand, shapes }: Source,
): string {
  const used = new Set<string>()
  const isSent = shapes.sent.has(name)
  const properties = fields.map((field) => {
    let own = withLetter(toPascal(toWords(field.name)), 'N')
    // A member cannot have the name of its type.
    if (TAKEN.has(own) || own === name) own += 'Value'
    while (used.has(own)) own += '_'
    used.add(own)
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

${summary(description ?? `See the documentation of the bank.`, '')}public sealed record ${name}
{
${properties.join('\n')}}
`
}

function writeChoice({ name, description, values }: ChoiceShape, { brand }: Source): string {
  const used = new Set<string>()
  const constants = values.map((value) => {
    let own = withLetter(toPascal(toWords(value)), 'N')
    if (TAKEN.has(own) || own === name) own += 'Value'
    while (used.has(own)) own += '_'
    used.add(own)
    return `    public const string ${own} = ${quote(value)};\n`
  })
  return `namespace ${brand.pascal}.Models;

${summary(description ?? `The words of ${name}; the bank may add others.`, '')}public static class ${name}
{
${constants.join('')}}
`
}
