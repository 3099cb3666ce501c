// Writes the SDK for Go: one package, a struct for each request and answer, one service for each module.
import { type Files, hasTransfers, readTemplate, type Source } from './files.ts'
import { goNames as names } from './names/go.ts'
import type { Call, ChoiceShape, Module, RecordShape, Shape } from './shapes.ts'
import { quote, toLine, toWords } from './words.ts'

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
  // Go leaves out files whose names end with a system or `test`, which `_api` keeps apart.
  for (const module of shapes.modules)
    files.set(`${toWords(module.name).join('_')}_api.go`, writeModule(module, source))
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

go 1.19
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
${shapes.modules.map((module) => `${comment(module.summary, '\t')}\t${names.module(module)} *${names.service(module)}\n`).join('')}}

// New opens a client.
func New(options Options) *Client {
	through := newTransport(options)
	return &Client{
${alignRuns([['transport:', 'through,'], ...shapes.modules.map((module) => [`${names.module(module)}:`, `&${names.service(module)}{through},`])], '\t\t')}	}
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
  const imports = ['context', ...(/\bfmt\./.test(body) ? ['fmt'] : [])]
  return `package ${brand.flat}

import (
${imports
  .toSorted()
  .map((name) => `\t"${name}"\n`)
  .join('')})

// ${names.service(module)}: ${toLine(module.summary)}
type ${names.service(module)} struct {
	transport *transport
}

${body}`
}

function argumentsOf(call: Call, isTyped: boolean): string[] {
  const { pathFields, query, body } = call
  return [
    'ctx context.Context',
    ...names
      .arguments(call)
      .map((own, index) => `${own} ${toType(pathFields[index]!.shape, isTyped)}`),
    ...(body ? [`body ${toType(body, isTyped)}`] : []),
    ...(query ? [`params ${isTyped ? names.type(query.name) : 'map[string]any'}`] : []),
    'options ...CallOption',
  ]
}

function toText(shape: Shape, own: string, isTyped: boolean): string {
  if (shape.kind === 'choice' && isTyped) return `string(${own})`
  return shape.kind === 'text' || shape.kind === 'choice' ? own : `fmt.Sprint(${own})`
}

function writeRequest(call: Call, isTyped: boolean): string {
  const values = names.arguments(call).map((own, index) => {
    const { name, shape } = call.pathFields[index]!
    return `${quote(name)}: ${toText(shape, own, isTyped)}`
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
  const name = names.method(call)
  const own = argumentsOf(call, isTyped).join(', ')
  const head = `// ${name}: ${toLine(call.summary)}\nfunc (s *${names.service(module)}) ${name}(${own})`
  const sent = writeRequest(call, isTyped)
  if (call.answer === undefined)
    return `${head} error {\n\t_, err := call[any](ctx, s.transport, ${sent})\n\treturn err\n}\n`
  const type = toType(call.answer, isTyped)
  if (call.isStream)
    return `${head} Items[${type}] {\n\treturn stream[${type}](ctx, s.transport, ${sent})\n}\n`
  return `${head} (*${type}, error) {\n\treturn call[${type}](ctx, s.transport, ${sent})\n}\n`
}

function writePages(call: Call, item: Shape, module: Module, isTyped: boolean): string {
  const name = names.pages(call)
  const type = toType(item, isTyped)
  const own = argumentsOf(call, isTyped).join(', ')
  return `// ${name} reads every page: ${toLine(call.summary)}
func (s *${names.service(module)}) ${name}(${own}) Items[${type}] {
	return pages[${type}](ctx, s.transport, ${writeRequest(call, isTyped)})
}
`
}

function toType(shape: Shape, isTyped: boolean): string {
  switch (shape.kind) {
    case 'text':
      return 'string'
    case 'choice':
      return isTyped ? names.type(shape.name) : 'string'
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
      return isTyped ? names.type(shape.name) : 'map[string]any'
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

function writeChoice(choice: ChoiceShape): string {
  const { name, description, values } = choice
  const own = names.type(name)
  const constants = names
    .constants(choice)
    .map((constant, index) => [constant, own, `= ${quote(values[index]!)}`])
  return `${comment(`${own}: ${description ?? 'one of the words below; the bank may add others.'}`, '')}type ${own} string

const (
${alignRuns(constants, '\t')})
`
}

function writeRecord(record: RecordShape): string {
  const lines = names.fields(record).flatMap((own, index) => {
    const { name, shape, isRequired, description } = record.fields[index]!
    const type = toFieldType(shape, true, !isRequired)
    const tag = `\`json:${quote(isRequired ? name : `${name},omitempty`)}\``
    const line = [own, type, tag]
    return description === undefined ? [line] : [`// ${toLine(description)}`, line]
  })
  const own = names.type(record.name)
  return `${comment(`${own}: ${record.description ?? 'see the documentation of the bank.'}`, '')}type ${own} struct {
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
