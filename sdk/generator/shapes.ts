// The shapes of the requests and answers, for languages whose types have names: every object is a record with a
// name of its own, and lists of allowed words are choices. A choice is a text on the wire and stays one in the SDKs,
// so that a word which the bank adds later does not break clients.
import type { ApiDocument, Schema } from './document.ts'
import { nameOf, resolve } from './document.ts'
import type { SdkModel, SdkOperation, SdkParameter } from './model.ts'
import { methodWords, toPascal } from './words.ts'

export type Shape =
  | {
      readonly kind: 'text' | 'integer' | 'number' | 'boolean' | 'any'
      readonly isNullable?: boolean
    }
  | { readonly kind: 'list' | 'map'; readonly of: Shape; readonly isNullable?: boolean }
  | { readonly kind: 'record' | 'choice'; readonly name: string; readonly isNullable?: boolean }

export interface Field {
  /** As on the wire. */
  readonly name: string
  readonly shape: Shape
  readonly isRequired: boolean
  readonly description: string | undefined
}

export interface RecordShape {
  readonly name: string
  readonly description: string | undefined
  readonly fields: readonly Field[]
}

export interface ChoiceShape {
  readonly name: string
  readonly description: string | undefined
  readonly values: readonly string[]
}

export interface Call {
  readonly id: string
  /** The words of its method within the module: 'transfer.create' is `create` in transfers. */
  readonly words: readonly string[]
  readonly summary: string
  readonly method: SdkOperation['method']
  readonly path: string
  readonly pathFields: readonly Field[]
  readonly query: RecordShape | undefined
  readonly body: Shape | undefined
  /** Empty where the body is no record. */
  readonly bodyFields: readonly Field[]
  readonly isBodyRequired: boolean
  readonly answer: Shape | undefined
  /** The shape of one item, where the answer comes in pages. */
  readonly item: Shape | undefined
  /** The words of the method that reads every page, where the answer comes in pages. */
  readonly pagesWords: readonly string[] | undefined
  readonly isStream: boolean
}

export interface Module {
  readonly name: string
  readonly summary: string
  readonly calls: readonly Call[]
}

export interface Shapes {
  readonly version: string
  readonly modules: readonly Module[]
  readonly records: ReadonlyMap<string, RecordShape>
  readonly choices: ReadonlyMap<string, ChoiceShape>
  /** The records that a caller has to make. */
  readonly sent: ReadonlySet<string>
}

export function toShapes(document: ApiDocument, model: SdkModel): Shapes {
  const maker = new ShapeMaker(document)
  const modules = model.groups.map(({ name, summary, operations }) => ({
    name,
    summary,
    calls: namePages(operations.map((one) => maker.toCall(one, name))),
  }))
  const { records, choices } = maker
  return {
    version: model.version,
    modules,
    records: sorted(records),
    choices: sorted(choices),
    sent: findSent(modules, records),
  }
}

/** A list is read whole by `list_all`, or by `list_each` where that is a call of the bank or would say `all_all`. */
function namePages(calls: readonly Call[]): readonly Call[] {
  const methods = new Set(calls.map(({ words }) => words.join('_')))
  return calls.map((call) => {
    if (call.item === undefined) return call
    const { words } = call
    const isTaken = words.at(-1) === 'all' || methods.has([...words, 'all'].join('_'))
    return { ...call, pagesWords: [...words, isTaken ? 'each' : 'all'] }
  })
}

class ShapeMaker {
  readonly records = new Map<string, RecordShape>()
  readonly choices = new Map<string, ChoiceShape>()
  private readonly document: ApiDocument
  /** The names that are being made, so that a schema may contain itself. */
  private readonly open = new Set<string>()

  constructor(document: ApiDocument) {
    this.document = document
  }

  toCall(operation: SdkOperation, module: string): Call {
    const { id, summary, method, path, isBodyRequired, isStream } = operation
    const name = toPascal(operation.words)
    const body = operation.body && this.toShape(operation.body, `${name}Request`)
    const answer = operation.answer && this.toShape(operation.answer, `${name}Response`)
    const queryFields = operation.queryParameters.map((one) => this.toField(one, name))
    return {
      id,
      summary,
      method,
      path,
      isBodyRequired,
      isStream,
      body,
      answer,
      words: methodWords(operation.id, module),
      bodyFields: (body?.kind === 'record' && this.records.get(body.name)?.fields) || [],
      pathFields: operation.pathParameters.map((one) => ({
        ...this.toField(one, name),
        isRequired: true,
      })),
      query:
        queryFields.length === 0
          ? undefined
          : this.addRecord(`${name}Params`, `The filters of ${id}.`, queryFields),
      item: operation.isPaged && answer ? this.itemOf(answer) : undefined,
      pagesWords: undefined,
    }
  }

  private itemOf(answer: Shape): Shape | undefined {
    const fields = answer.kind === 'record' ? this.records.get(answer.name)?.fields : undefined
    const list = fields?.find(({ name }) => name === 'data')?.shape
    return list?.kind === 'list' ? list.of : undefined
  }

  private toField({ name, isRequired, description, schema }: SdkParameter, owner: string): Field {
    const shape = this.toShape(schema, `${owner}${toPascal(name.split(/\W|_/))}`)
    return { name, shape, isRequired, description }
  }

  /** `suggested` names a record or choice that has no name in the document. */
  private toShape(schema: Schema, suggested: string): Shape {
    const name = nameOf(schema)
    if (name === undefined) return this.toOwnShape(schema, suggested, false)
    if (this.records.has(name) || this.open.has(name)) return { kind: 'record', name }
    if (this.choices.has(name)) return { kind: 'choice', name }
    return this.toOwnShape(resolve(this.document, schema), name, true)
  }

  private toOwnShape(schema: Schema, name: string, isNamed: boolean): Shape {
    const isNullable = schema.nullable === true
    const union = schema.anyOf ?? schema.oneOf
    if (union) return this.toUnion(union, name, isNullable)
    if (schema.enum) return this.toChoice(schema, name, isNamed)
    switch (schema.type) {
      case 'string':
        return { kind: 'text', isNullable }
      case 'integer':
      case 'number':
      case 'boolean':
        return { kind: schema.type, isNullable }
      case 'array':
        return { kind: 'list', of: this.toItem(schema.items, `${name}Item`), isNullable }
      case 'object':
        return this.toObject(schema, name, isNamed)
    }
    return { kind: 'any', isNullable }
  }

  private toItem(schema: Schema | undefined, suggested: string): Shape {
    return schema === undefined ? { kind: 'any' } : this.toShape(schema, suggested)
  }

  private toUnion(union: readonly Schema[], name: string, isNullable: boolean): Shape {
    const isNull = (one: Schema) => one.enum?.length === 1 && one.enum[0] === null
    const rest = union.filter((one) => !isNull(one))
    const nullable = isNullable || rest.length < union.length
    if (rest.length === 1) return { ...this.toShape(rest[0]!, name), isNullable: nullable }
    // Amounts are text or number; text is exact.
    const types = new Set(rest.map(({ type }) => type))
    const isAmount =
      types.has('string') &&
      [...types].every((type) => /^(string|number|integer)$/.test(type ?? ''))
    return { kind: isAmount ? 'text' : 'any', isNullable: nullable }
  }

  private toChoice(schema: Schema, suggested: string, isNamed: boolean): Shape {
    const isNullable = schema.nullable === true || schema.enum!.includes(null)
    const values = schema.enum!.filter((value) => typeof value === 'string')
    if (values.length === 0)
      return { kind: schema.type === 'boolean' ? 'boolean' : 'any', isNullable }
    if (!isNamed && values.length === 1) return { kind: 'text', isNullable }
    const name = isNamed ? suggested : this.freeName(suggested)
    this.choices.set(name, { name, description: schema.description, values })
    return { kind: 'choice', name, isNullable }
  }

  private toObject(schema: Schema, suggested: string, isNamed: boolean): Shape {
    const { properties = {}, required = [], additionalProperties: rest } = schema
    const isNullable = schema.nullable === true
    if (Object.keys(properties).length === 0) {
      const isTyped = typeof rest === 'object' && Object.keys(rest).length > 0
      return {
        kind: 'map',
        of: isTyped ? this.toShape(rest, `${suggested}Value`) : { kind: 'any' },
        isNullable,
      }
    }
    const name = isNamed ? suggested : this.freeName(suggested)
    this.open.add(name)
    const fields = Object.entries(properties).map(([field, own]) =>
      this.toField(
        {
          name: field,
          isRequired: required.includes(field),
          description: own.description,
          schema: own,
        },
        name,
      ),
    )
    this.open.delete(name)
    this.addRecord(name, schema.description, fields)
    return { kind: 'record', name, isNullable }
  }

  private addRecord(name: string, description: string | undefined, fields: readonly Field[]) {
    const record = { name, description, fields }
    this.records.set(name, record)
    return record
  }

  private freeName(wanted: string): string {
    const isTaken = (name: string) =>
      this.records.has(name) ||
      this.choices.has(name) ||
      this.open.has(name) ||
      this.document.components.schemas[name] !== undefined
    let name = wanted
    for (let count = 2; isTaken(name); count++) name = `${wanted}${count}`
    return name
  }
}

function findSent(
  modules: readonly Module[],
  records: ReadonlyMap<string, RecordShape>,
): ReadonlySet<string> {
  const sent = new Set<string>()
  const visit = (shape: Shape | undefined): void => {
    if (shape?.kind === 'list' || shape?.kind === 'map') return visit(shape.of)
    if (shape?.kind !== 'record' || sent.has(shape.name)) return
    sent.add(shape.name)
    for (const field of records.get(shape.name)?.fields ?? []) visit(field.shape)
  }
  for (const { calls } of modules)
    for (const { body, query } of calls) {
      visit(body)
      if (query) visit({ kind: 'record', name: query.name })
    }
  return sent
}

const sorted = <Value>(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
  new Map([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)))
