// Compares two OpenAPI documents: routes, credentials, parameters, bodies and answers. Errors are compared as a catalogue.
import { isRecord } from '../../src/kernel/json.ts'
import { breaking, type Change, compatible } from './change.ts'
import { type Resolve, type Schema, SchemaComparison } from './schemas.ts'

const record = (value: unknown): Schema => (isRecord(value) ? value : {})
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const resolverOf =
  (document: Schema): Resolve =>
  (ref) => {
    const found = ref
      .slice(2)
      .split('/')
      .reduce<unknown>((value, name) => record(value)[name], document)
    if (!isRecord(found)) throw new Error(`${ref} leads nowhere.`)
    return found
  }

interface Side {
  readonly document: Schema
  readonly resolve: Resolve
}

interface Pair {
  readonly where: string
  readonly old: Schema
  readonly now: Schema
}

export function compareOpenApi(before: Schema, after: Schema): Change[] {
  return new OpenApiComparison(before, after).compare()
}

class OpenApiComparison {
  private readonly before: Side
  private readonly after: Side
  private readonly schemas: SchemaComparison

  constructor(before: Schema, after: Schema) {
    this.before = { document: before, resolve: resolverOf(before) }
    this.after = { document: after, resolve: resolverOf(after) }
    this.schemas = new SchemaComparison(this.before.resolve, this.after.resolve)
  }

  compare(): Change[] {
    const [old, now] = [routesOf(this.before.document), routesOf(this.after.document)]
    const kept = [...old].flatMap(([where, operation]) => {
      const other = now.get(where)
      return other
        ? this.compareOperation({ where, old: operation, now: other })
        : [breaking(where, 'removed')]
    })
    const added = [...now.keys()].filter((where) => !old.has(where))
    return [...kept, ...added.map((where) => compatible(where, 'new'))]
  }

  private compareOperation(pair: Pair): Change[] {
    const { where, old, now } = pair
    const name =
      old['operationId'] === now['operationId']
        ? []
        : [
            breaking(
              where,
              `named ${String(now['operationId'])} instead of ${String(old['operationId'])}`,
            ),
          ]
    return [
      ...name,
      ...this.compareCredentials(pair),
      ...this.compareParameters(pair),
      ...this.compareBody(pair),
      ...this.compareAnswers(pair),
    ]
  }

  /** Whoever could call it can still do so with the same credentials. */
  private compareCredentials({ where, old, now }: Pair): Change[] {
    const of = ({ document }: Side, operation: Schema): string[][] => {
      const alternatives = list(operation['security'] ?? document['security'])
      return alternatives.length === 0 ? [[]] : alternatives.map((one) => Object.keys(record(one)))
    }
    const after = of(this.after, now)
    const lost = of(this.before, old).filter(
      (had) => !after.some((needed) => needed.every((scheme) => had.includes(scheme))),
    )
    return lost.map((had) =>
      breaking(
        where,
        `${had.length === 0 ? 'no credential' : had.join(' and ')} no longer suffices`,
      ),
    )
  }

  private compareParameters({ where, old, now }: Pair): Change[] {
    const of = ({ resolve }: Side, operation: Schema): Map<string, Schema> =>
      new Map(
        list(operation['parameters'])
          .map((one) => deref(record(one), resolve))
          .map((one) => [`${String(one['in'])} ${String(one['name'])}`, one]),
      )
    const [before, after] = [of(this.before, old), of(this.after, now)]
    const kept = [...before].flatMap(([name, parameter]): Change[] => {
      const at = `${where}, ${name}`
      const other = after.get(name)
      if (!other) return [breaking(at, 'removed')]
      const isRequiredNow = other['required'] === true && parameter['required'] !== true
      return [
        ...(isRequiredNow ? [breaking(at, 'required now')] : []),
        ...this.schemas.compare(at, parameter['schema'], other['schema'], 'sent'),
      ]
    })
    const added = [...after]
      .filter(([name]) => !before.has(name))
      .map(([name, { required }]) =>
        required === true
          ? breaking(`${where}, ${name}`, 'new and required')
          : compatible(`${where}, ${name}`, 'new'),
      )
    return [...kept, ...added]
  }

  private compareBody({ where, old, now }: Pair): Change[] {
    const before = deref(record(old['requestBody']), this.before.resolve)
    const after = deref(record(now['requestBody']), this.after.resolve)
    const at = `${where}, body`
    const required =
      after['required'] === true && before['required'] !== true
        ? [breaking(at, 'required now')]
        : []
    return [...required, ...this.compareContent(at, before, after, 'sent')]
  }

  private compareContent(
    where: string,
    before: Schema,
    after: Schema,
    direction: 'sent' | 'received',
  ): Change[] {
    const [old, now] = [record(before['content']), record(after['content'])]
    return Object.entries(old).flatMap(([type, one]) =>
      type in now
        ? this.schemas.compare(where, record(one)['schema'], record(now[type])['schema'], direction)
        : [breaking(where, `${type} removed`)],
    )
  }

  private compareAnswers({ where, old, now }: Pair): Change[] {
    const [before, after] = [record(old['responses']), record(now['responses'])]
    const ofSuccess = Object.entries(before).filter(([status]) => /^[23]/.test(status))
    const kept = ofSuccess.flatMap(([status, one]): Change[] => {
      const at = `${where}, ${status}`
      if (!(status in after)) return [breaking(at, 'removed')]
      const [answer, other] = [
        deref(record(one), this.before.resolve),
        deref(record(after[status]), this.after.resolve),
      ]
      const headers = Object.keys(record(answer['headers']))
        .filter((name) => !(name in record(other['headers'])))
        .map((name) => breaking(at, `header ${name} removed`))
      return [...headers, ...this.compareContent(at, answer, other, 'received')]
    })
    const added = Object.keys(after).filter((status) => /^[23]/.test(status) && !(status in before))
    return [...kept, ...added.map((status) => compatible(`${where}, ${status}`, 'new'))]
  }
}

function deref(value: Schema, resolve: Resolve): Schema {
  const { $ref } = value
  return typeof $ref === 'string' ? deref(resolve($ref), resolve) : value
}

const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options'])

const routesOf = (document: Schema): Map<string, Schema> =>
  new Map(
    Object.entries(record(document['paths'])).flatMap(([path, methods]) =>
      Object.entries(record(methods))
        .filter(([method]) => METHODS.has(method))
        .map(
          ([method, operation]) => [`${method.toUpperCase()} ${path}`, record(operation)] as const,
        ),
    ),
  )
