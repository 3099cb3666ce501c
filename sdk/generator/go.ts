// Writes the SDK for Go: one package, a struct for each request and answer, one service for each module.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import { toConstants } from './java.ts'
import type { Call, ChoiceShape, Field, Module, RecordShape, Shape } from './shapes.ts'
import { quote, toCamel, toLine, toWords, withLetter } from './words.ts'

const RESERVED = new Set(
  'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var any bool string error nil true false ctx params body options s request call pages stream context fmt iter'.split(
    ' ',
  ),
)

/** Names of the package's own parts, and of methods that return errors. */
const TAKEN = new Set([
  'APIError',
  'CallOption',
  'Client',
  'Error',
  'IsFromBank',
  'New',
  'Options',
  'Ptr',
  'TransportError',
])

/** Written in capitals, as Go does. */
const INITIALISMS = new Set(
  'api ach did http https id ip iban json jwt qr rpc ttl uri url uuid xml'.split(' '),
)

const toGoWord = (word: string): string =>
  INITIALISMS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
const toExported = (name: string): string => withLetter(toWords(name).map(toGoWord).join(''), 'N')
const typeName = (name: string): string => (TAKEN.has(name) ? `${name}Model` : name)
const serviceName = ({ name }: Module): string => `${toExported(name)}Service`

function toArgument(name: string): string {
  const own = withLetter(toCamel(toWords(name)), 'n')
  return RESERVED.has(own) ? `${own}_` : own
}

export function writeGo(source: Source): Files {
  const { options, shapes } = source
  const template = (name: string) => readTemplate(`go/${name}.go`, source)
  const files = new Map([
    ['go.mod', writeManifest(source)],
    ['services.go', writeServices(source)],
    ...['client', 'errors', 'pages', 'webhooks'].map(
      (name) => [`${name}.go`, template(name)] as const,
    ),
  ])
  for (const module of shapes.modules)
    files.set(`api_${toWords(module.name).join('_')}.go`, writeModule(module, source))
  if (options.include_types) files.set('models.go', writeModels(source))
  if (options.include_examples)
    files.set(
      'examples/quickstart/main.go',
      template(
        options.include_types && hasTransfers(source) ? 'quickstart-transfers' : 'quickstart',
      ),
    )
  if (options.include_tests) files.set('client_test.go', template('client_test'))
  return files
}

const writeManifest = ({ brand }: Source): string => `module ${brand.slug}

go 1.23
`

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}// ${toLine(text)}\n`

const writeServices = ({
  brand,
  shapes,
}: Source): string => `// Package ${brand.flat} is a client for the API of ${brand.title}.
package ${brand.flat}

import (
	"context"
	"net/http"
)

// Client has one service for each module. It may be used by several goroutines.
type Client struct {
	transport *transport
${shapes.modules.map((module) => `${comment(module.summary, '\t')}\t${toExported(module.name)} *${serviceName(module)}\n`).join('')}}

// New opens a client.
func New(options Options) *Client {
	through := newTransport(options)
	return &Client{
${alignRuns([['transport:', 'through,'], ...shapes.modules.map((module) => [`${toExported(module.name)}:`, `&${serviceName(module)}{through},`])], '\t\t')}	}
}

// Get returns the answer of any path, as it is.
func (c *Client) Get(ctx context.Context, path string) (any, error) {
	answer, err := call[any](ctx, c.transport, request{method: http.MethodGet, path: path})
	if err != nil || answer == nil {
		return nil, err
	}
	return *answer, nil
}
`

function writeModule(module: Module, { brand, options }: Source): string {
  const isTyped = options.include_types
  const body = module.calls
    .flatMap((call) => [
      writeMethod(call, module, isTyped),
      ...(call.item ? [writePages(call, call.item, module, isTyped)] : []),
    ])
    .join('\n')
  const imports = ['context', ...(/\biter\./.test(body) ? ['iter'] : [])]
  if (/\bfmt\./.test(body)) imports.push('fmt')
  return `package ${brand.flat}

import (
${imports
  .toSorted()
  .map((name) => `\t"${name}"\n`)
  .join('')})

// ${serviceName(module)}: ${toLine(module.summary)}
type ${serviceName(module)} struct {
	transport *transport
}

${body}`
}

function argumentsOf({ pathFields, query, body }: Call, isTyped: boolean): string[] {
  return [
    'ctx context.Context',
    ...pathFields.map(({ name, shape }) => `${toArgument(name)} ${toType(shape, isTyped)}`),
    ...(body ? [`body ${toType(body, isTyped)}`] : []),
    ...(query ? [`params ${isTyped ? typeName(query.name) : 'map[string]any'}`] : []),
    'options ...CallOption',
  ]
}

function writeRequest(call: Call): string {
  const values = call.pathFields.map(({ name, shape }) => {
    const own = toArgument(name)
    const isText = shape.kind === 'text' || shape.kind === 'choice'
    return `${quote(name)}: ${isText ? own : `fmt.Sprint(${own})`}`
  })
  const fields = [
    ['method', quote(call.method)],
    ['path', quote(call.path)],
    ...(values.length > 0 ? [['pathValues', `map[string]string{${values.join(', ')}}`]] : []),
    ...(call.query ? [['query', 'params']] : []),
    ...(call.body ? [['body', 'body']] : []),
    ['options', 'options'],
  ]
  return `request{\n${alignRuns(
    fields.map(([key, value]) => [`${key}:`, `${value},`]),
    '\t\t',
  )}\t}`
}

function writeMethod(call: Call, module: Module, isTyped: boolean): string {
  const name = withLetter(call.words.map(toGoWord).join(''), 'N')
  const own = argumentsOf(call, isTyped).join(', ')
  const head = `// ${name}: ${toLine(call.summary)}\nfunc (s *${serviceName(module)}) ${name}(${own})`
  const sent = writeRequest(call)
  if (call.answer === undefined)
    return `${head} error {\n\t_, err := call[any](ctx, s.transport, ${sent})\n\treturn err\n}\n`
  const type = toType(call.answer, isTyped)
  if (call.isStream)
    return `${head} iter.Seq2[${type}, error] {\n\treturn stream[${type}](ctx, s.transport, ${sent})\n}\n`
  return `${head} (*${type}, error) {\n\treturn call[${type}](ctx, s.transport, ${sent})\n}\n`
}

function writePages(call: Call, item: Shape, module: Module, isTyped: boolean): string {
  const name = `${withLetter(call.words.map(toGoWord).join(''), 'N')}All`
  const type = toType(item, isTyped)
  const own = argumentsOf(call, isTyped).join(', ')
  return `// ${name} reads every page: ${toLine(call.summary)}
func (s *${serviceName(module)}) ${name}(${own}) iter.Seq2[${type}, error] {
	return pages[${type}](ctx, s.transport, ${writeRequest(call)})
}
`
}

function toType(shape: Shape, isTyped: boolean): string {
  switch (shape.kind) {
    case 'text':
      return 'string'
    case 'choice':
      return isTyped ? typeName(shape.name) : 'string'
    case 'integer':
      return 'int64'
    case 'number':
      return 'float64'
    case 'boolean':
      return 'bool'
    case 'any':
      return 'any'
    case 'list':
      return `[]${toFieldType(shape.of, isTyped)}`
    case 'map':
      return `map[string]${toFieldType(shape.of, isTyped)}`
    case 'record':
      return isTyped ? typeName(shape.name) : 'map[string]any'
  }
}

/** A pointer where the value may be null. */
const toFieldType = (shape: Shape, isTyped: boolean, isOptional = false): string => {
  const isPlain = shape.kind === 'any' || shape.kind === 'list' || shape.kind === 'map'
  const mark = !isPlain && (isOptional || shape.isNullable === true) ? '*' : ''
  return `${mark}${toType(shape, isTyped)}`
}

const writeModels = ({ brand, shapes }: Source): string => `package ${brand.flat}

${[...shapes.choices.values()].map(writeChoice).join('\n')}
${[...shapes.records.values()].map(writeRecord).join('\n')}`

function writeChoice({ name, description, values }: ChoiceShape): string {
  const own = typeName(name)
  const constants = toConstants(values).map(([constant, value]) => {
    const suffix = constant
      .split('_')
      .map((word) => toGoWord(word.toLowerCase()))
      .join('')
    return [`${own}${suffix}${constant.endsWith('_') ? '_' : ''}`, own, `= ${quote(value)}`]
  })
  return `${comment(`${own}: ${description ?? 'one of the words below; the bank may add others.'}`, '')}type ${own} string

const (
${alignRuns(constants, '\t')})
`
}

function writeRecord({ name, description, fields }: RecordShape): string {
  const used = new Set<string>()
  const lines = fields.flatMap((field: Field) => {
    let own = toExported(field.name)
    while (used.has(own)) own += '_'
    used.add(own)
    const type = toFieldType(field.shape, true, !field.isRequired)
    const tag = `\`json:${quote(field.isRequired ? field.name : `${field.name},omitempty`)}\``
    const line = [own, type, tag]
    return field.description === undefined ? [line] : [`// ${toLine(field.description)}`, line]
  })
  const own = typeName(name)
  return `${comment(`${own}: ${description ?? 'see the documentation of the bank.'}`, '')}type ${own} struct {
${alignRuns(lines, '\t')}}
`
}

/** Lines of cells, aligned as gofmt does it: a comment (a text) ends a run. */
function alignRuns(lines: readonly (string | readonly string[])[], indent: string): string {
  const written: string[] = []
  for (let start = 0; start < lines.length; ) {
    let end = start
    while (end < lines.length && typeof lines[end] !== 'string') end++
    const run = lines.slice(start, end) as (readonly string[])[]
    for (const cells of run)
      written.push(
        cells
          .map((cell, column) =>
            column === cells.length - 1
              ? cell
              : cell.padEnd(Math.max(...run.map((other) => other[column]!.length))),
          )
          .join(' '),
      )
    if (end < lines.length) written.push(lines[end] as string)
    start = end + 1
  }
  return written.map((line) => `${indent}${line}\n`).join('')
}
