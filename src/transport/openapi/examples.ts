// Turns the example of an operation into the bodies of a route's request and answer.
import { type Page, pageLinks } from '../../kernel/page.ts'
import { isRawBody } from '../../operation/input-source.ts'
import type { Example } from '../../operation/examples.ts'
import type { AnyOperation, Route } from '../../operation/operation.ts'
import { parseRoute } from '../../operation/operation.ts'
import type { Schema } from '../../kernel/json-schema.ts'

/** The example fields that belong in the body; an empty object when there are none. */
export function exampleOfRequest(
  { input = {} }: Example,
  fields: Readonly<Record<string, Schema>>,
): object {
  const raw = Object.keys(fields).find((name) => isRawBody(fields[name]!))
  if (raw !== undefined) {
    const text = input[raw]
    return typeof text === 'string' ? toExample(JSON.parse(text)) : {}
  }
  const inBody = Object.entries(input).filter(([name]) => Object.hasOwn(fields, name))
  return inBody.length > 0 ? toExample(Object.fromEntries(inBody)) : {}
}

/** The document that is the body itself. */
export function exampleOfText({ input = {} }: Example, field: string): object {
  const text = input[field]
  return typeof text === 'string' ? toExample(text) : {}
}

/** The example output in the envelope of the route, without the fields that are sent as headers. */
export function exampleOfAnswer(example: Example, op: AnyOperation, route: Route): object {
  if (example.output === undefined) return {}
  const output = withoutHeaders(example.output, route)
  switch (route.envelope) {
    case 'data':
      return toExample({ data: output })
    case 'success':
      return toExample({ success: true, data: output })
    case 'page':
      return toExample({ ...asPage(output), links: linksOf(output, op) })
    case 'success_page':
      return toExample({ success: true, ...asPage(output), links: linksOf(output, op) })
    case 'bare':
    case 'stream':
      return toExample(output)
    case 'none':
      return {}
  }
}

const toExample = (example: unknown): object => ({ example })

const asPage = (output: unknown): Page<unknown> => output as Page<unknown>

/** All routes of an operation show the links of one of them, so that they can share the example. */
const linksOf = (output: unknown, op: AnyOperation) =>
  pageLinks(asPage(output).meta, parseRoute(op.rest[0]!.route).path, new URLSearchParams())

function withoutHeaders(output: unknown, { headers }: Route): unknown {
  if (!headers) return output
  return Object.fromEntries(
    Object.entries(output as object).filter(([name]) => !Object.hasOwn(headers, name)),
  )
}
