// Writes the SDK for PHP 8.1: read-only classes for requests and answers, one class for each module, PSR-4.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import { phpNames as names } from './names/php.ts'
import type { Call, ChoiceShape, Field, Module, RecordShape, Shape } from './shapes.ts'
import { quotePhp, toBlockComment } from './words.ts'

const KINDS = {
  BadRequest: '400: the request could not be read.',
  Unauthorized: '401: the token is missing, wrong or revoked.',
  PaymentRequired: '402: the call has to be paid for.',
  Forbidden: '403: the token may not do this.',
  NotFound: '404: it does not exist, or belongs to another user.',
  Conflict: '409: it conflicts with something that happened before.',
  Invalid: "422: a field is wrong, or the bank's rules refuse it.",
  RateLimited: '429: too many calls.',
  Server: '5xx: the bank failed or is busy.',
}

export function writePhp(source: Source): Files {
  const { options, shapes } = source
  const template = (name: string) => readTemplate(`php/${name}.php`, source)
  const files = new Map([
    ['composer.json', writeManifest(source)],
    ['autoload.php', template('autoload')],
    ['src/Client.php', writeClient(source)],
    ...['ApiException', 'CallOptions', 'Http', 'TransportException', 'Webhooks'].map(
      (name) => [`src/${name}.php`, template(name)] as const,
    ),
    ...Object.entries(KINDS).map(
      ([name, text]) =>
        [
          `src/${name}Exception.php`,
          `${head(source, '')}/** ${text} */\nfinal class ${name}Exception extends ApiException\n{\n}\n`,
        ] as const,
    ),
  ])
  for (const module of shapes.modules)
    files.set(`src/Api/${names.service(module)}.php`, writeModule(module, source))
  if (options.include_types) {
    for (const record of shapes.records.values())
      files.set(`src/Model/${names.type(record.name)}.php`, writeRecord(record, source))
    for (const choice of shapes.choices.values())
      files.set(`src/Model/${names.type(choice.name)}.php`, writeChoice(choice, source))
  }
  if (options.include_examples) {
    const isLong = options.include_types && hasTransfers(source)
    files.set('examples/quickstart.php', template(isLong ? 'quickstart-transfers' : 'quickstart'))
  }
  if (options.include_tests) files.set('tests/ClientTest.php', template('ClientTest'))
  return files
}

const writeManifest = ({ brand, shapes }: Source): string =>
  `${JSON.stringify(
    {
      name: `${brand.slug}/${brand.slug}`,
      description: `A typed client for the API of ${brand.title}.`,
      version: shapes.version,
      type: 'library',
      require: { php: '>=8.1', 'ext-json': '*', 'ext-openssl': '*' },
      autoload: { 'psr-4': { [`${brand.pascal}\\`]: 'src/' } },
    },
    null,
    4,
  )}\n`

const head = ({ brand }: Source, folder: string): string =>
  `<?php\n\ndeclare(strict_types=1);\n\nnamespace ${brand.pascal}${folder};\n\n`

/** `tags` hold types, whose backslashes the escaping of descriptions would not keep. */
function comment(
  lines: readonly (string | undefined)[],
  indent: string,
  tags: readonly string[] = [],
): string {
  const own = [...lines.filter((line) => line !== undefined).map(toBlockComment), ...tags]
  if (own.length === 0) return ''
  if (own.length === 1) return `${indent}/** ${own[0]} */\n`
  return `${indent}/**\n${own.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`
}

const writeClient = (source: Source): string => {
  const { brand, shapes } = source
  const imports = shapes.modules.map(
    (module) => `use ${brand.pascal}\\Api\\${names.service(module)};\n`,
  )
  return `${head(source, '')}${imports.join('')}
/** A client for the API of ${toBlockComment(brand.title)}: one property for each module. */
final class Client
{
    public readonly Http $http;
${shapes.modules.map((module) => `${comment([module.summary], '    ')}    public readonly ${names.service(module)} $${names.module(module)};\n`).join('')}
    /**
     * @param string $baseUrl the address of the bank, such as https://bank.example
     * @param string|\\Closure(): string|null $token an access token or API key, or a function that returns the current one
     * @param array<string, string> $headers headers of every call, such as X-Partner-Key
     * @param int $retries how often a call is repeated when the bank cannot be reached or is busy
     * @param (\\Closure(int): void)|null $wait waits this many milliseconds between two attempts
     */
    public function __construct(
        string $baseUrl,
        string|\\Closure|null $token = null,
        array $headers = [],
        int $retries = 2,
        float $timeout = 30.0,
        ?\\Closure $wait = null,
    ) {
        $this->http = new Http($baseUrl, $token, $headers, $retries, $timeout, $wait);
${shapes.modules.map((module) => `        $this->${names.module(module)} = new ${names.service(module)}($this->http);\n`).join('')}    }
}
`
}

function writeModule(module: Module, source: Source): string {
  const isTyped = source.options.include_types
  const { brand } = source
  const body = module.calls
    .flatMap((call) => [
      writeMethod(call, isTyped),
      ...(call.item ? [writePages(call, call.item, isTyped)] : []),
    ])
    .join('\n')
  const imports = ['CallOptions', 'Http'].map((name) => `use ${brand.pascal}\\${name};\n`)
  if (body.includes('Model\\')) imports.push(`use ${brand.pascal}\\Model;\n`)
  return `${head(source, '\\Api')}${imports.join('')}
${comment([module.summary], '')}final class ${names.service(module)}
{
    public function __construct(private readonly Http $http)
    {
    }

${body}}
`
}

function argumentsOf(call: Call, isTyped: boolean): string[] {
  const { pathFields, query, body } = call
  const queryType =
    isTyped && query ? `?Model\\${names.type(query.name)} $filters = null` : 'array $filters = []'
  return [
    ...names
      .arguments(call)
      .map((own, index) => `${toType(pathFields[index]!.shape, isTyped)} $${own}`),
    ...(body ? [`${toType(body, isTyped)} $request`] : []),
    ...(query ? [queryType] : []),
    '?CallOptions $options = null',
  ]
}

const pathValues = (call: Call): string =>
  `[${names
    .arguments(call)
    .map((own, index) => `${quotePhp(call.pathFields[index]!.name)} => $${own}`)
    .join(', ')}]`

const queryValues = ({ query }: Call, isTyped: boolean): string => {
  if (!query) return '[]'
  return isTyped ? '(array) $filters?->jsonSerialize()' : '$filters'
}

function writeMethod(call: Call, isTyped: boolean): string {
  const name = names.method(call)
  const common = [quotePhp(call.path), pathValues(call), queryValues(call, isTyped)]
  const record =
    isTyped && call.answer?.kind === 'record' ? names.type(call.answer.name) : undefined
  if (call.isStream) {
    const code = `$this->http->stream(${[...common, '$options'].join(', ')})`
    return writeGenerator(name, call, code, record, isTyped)
  }
  const parts = [quotePhp(call.method), ...common, call.body ? '$request' : 'null', '$options']
  const code = `$this->http->call(${parts.join(', ')})`
  const answer = call.answer ? toType(call.answer, isTyped) : 'void'
  const made = record ? `Model\\${record}::fromArray(${code})` : code
  return writeFunction(name, call, answer, `${answer === 'void' ? '' : 'return '}${made};`, isTyped)
}

function writePages(call: Call, item: Shape, isTyped: boolean): string {
  const parts = [quotePhp(call.path), pathValues(call), queryValues(call, isTyped), '$options']
  const record = isTyped && item.kind === 'record' ? names.type(item.name) : undefined
  const code = `$this->http->pages(${parts.join(', ')})`
  return writeGenerator(names.pages(call)!, call, code, record, isTyped)
}

function writeGenerator(
  name: string,
  call: Call,
  code: string,
  record: string | undefined,
  isTyped: boolean,
): string {
  const item = record ? `Model\\${record}::fromArray($item)` : '$item'
  const body = `foreach (${code} as $item) {\n            yield ${item};\n        }`
  const type = `@return \\Generator<int, ${record ? `Model\\${record}` : 'mixed'}>`
  return writeFunction(name, call, '\\Generator', body, isTyped, type)
}

function writeFunction(
  name: string,
  call: Call,
  answer: string,
  body: string,
  isTyped: boolean,
  returned?: string,
): string {
  const tags = [
    ...names.arguments(call).map((own, index) => {
      const { shape, description } = call.pathFields[index]!
      return `@param ${toType(shape, isTyped)} $${own} ${toBlockComment(description ?? '')}`.trimEnd()
    }),
    ...(returned === undefined ? [] : [returned]),
  ]
  return `${comment([call.summary], '    ', tags)}    public function ${name}(
${argumentsOf(call, isTyped)
  .map((one) => `        ${one},\n`)
  .join('')}    ): ${answer} {
        ${body}
    }
`
}

function toType(shape: Shape, isTyped: boolean, prefix = 'Model\\'): string {
  const own = toPlainType(shape, isTyped, prefix)
  if (shape.isNullable !== true || own === 'mixed') return own
  return own.includes('|') ? `${own}|null` : `?${own}`
}

function toPlainType(shape: Shape, isTyped: boolean, prefix: string): string {
  switch (shape.kind) {
    case 'text':
    case 'choice':
      return 'string'
    case 'integer':
      return 'int'
    case 'number':
      return 'int|float'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'mixed'
    case 'list':
    case 'map':
      return 'array'
    case 'record':
      return isTyped ? `${prefix}${names.type(shape.name)}` : 'array'
  }
}

interface Property extends Field {
  readonly own: string
  readonly isAbsent: boolean
}

function writeRecord(record: RecordShape, source: Source): string {
  const { name, description, fields } = record
  const all = names.fields(record).map((own, index): Property => {
    const field = fields[index]!
    return { ...field, own, isAbsent: !field.isRequired || field.shape.isNullable === true }
  })
  // Parameters with a default come last.
  const properties = [
    ...all.filter(({ isAbsent }) => !isAbsent),
    ...all.filter(({ isAbsent }) => isAbsent),
  ]
  const tags = properties
    .filter(
      (one) =>
        one.description !== undefined || one.shape.kind === 'list' || one.shape.kind === 'map',
    )
    .map((one) =>
      `@param ${toDocType(one)} $${one.own} ${toBlockComment(one.description ?? '')}`.trimEnd(),
    )
  const parameters = properties.map((one) => {
    const type = toType({ ...one.shape, isNullable: one.isAbsent }, true, '')
    return `        public readonly ${type} $${one.own}${one.isAbsent ? ' = null' : ''},\n`
  })
  const own = names.type(name)
  return `${head(source, '\\Model')}${comment([description ?? 'See the documentation of the bank.'], '')}final class ${own} implements \\JsonSerializable
{
${comment([], '    ', tags)}    public function __construct(
${parameters.join('')}    ) {
    }

    /** @param array<string, mixed> $data */
    public static function fromArray(array $data): self
    {
        return new self(
${properties.map((one) => `            ${fromArray(one)},\n`).join('')}        );
    }

    /** The fields by their names on the wire, without those that are null. */
    public function jsonSerialize(): object
    {
        return (object) array_filter([
${properties.map((one) => `            ${quotePhp(one.name)} => ${toValue(one)},\n`).join('')}        ], static fn (mixed $value): bool => $value !== null);
    }
}
`
}

function toDocType({ shape, isAbsent }: Property): string {
  const own = docTypeOf(shape)
  return isAbsent && own !== 'mixed' ? `${own}|null` : own
}

function docTypeOf(shape: Shape): string {
  if (shape.kind === 'list') return `list<${docTypeOf(shape.of)}>`
  if (shape.kind === 'map') return `array<string, ${docTypeOf(shape.of)}>`
  return toPlainType(shape, true, '')
}

/** The value of a property, out of decoded JSON. */
function fromArray({ name, shape, isAbsent }: Property): string {
  const value = `$data[${quotePhp(name)}]`
  const inner = convert(shape, value)
  if (inner === value) return isAbsent ? `${value} ?? null` : value
  return isAbsent ? `isset(${value}) ? ${inner} : null` : inner
}

function convert(shape: Shape, value: string): string {
  if (shape.kind === 'record') return `${names.type(shape.name)}::fromArray(${value})`
  if (shape.kind !== 'list' && shape.kind !== 'map') return value
  const { of } = shape
  const item = convert(of, '$item')
  if (item === '$item') return value
  const each = of.isNullable === true ? `$item === null ? null : ${item}` : item
  return `array_map(static fn (mixed $item): mixed => ${each}, ${value})`
}

/** An empty map is an object in JSON, and an empty list is not. */
const toValue = ({ own, shape, isAbsent }: Property): string => {
  if (shape.kind !== 'map') return `$this->${own}`
  return isAbsent
    ? `$this->${own} === null ? null : (object) $this->${own}`
    : `(object) $this->${own}`
}

function writeChoice(choice: ChoiceShape, source: Source): string {
  const { name, description, values } = choice
  const constants = names
    .constants(choice)
    .map((own, index) => `    public const ${own} = ${quotePhp(values[index]!)};\n`)
  const text = description ?? `The words of ${name}; the bank may add others.`
  return `${head(source, '\\Model')}${comment([text], '')}final class ${names.type(name)}
{
${constants.join('')}}
`
}
