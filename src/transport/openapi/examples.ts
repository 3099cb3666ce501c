// The example of an operation as a route carries it: the body of the request, the body of the answer.
import { type Page, pageLinks } from '../../kernel/page.ts'
import { isRawBody } from '../../operation/input-source.ts'
import type { Example } from '../../operation/examples.ts'
import type { AnyOperation, Route } from '../../operation/operation.ts'
import { parseRoute } from '../../operation/operation.ts'
import type { Schema } from '../json-schema.ts'

/** The fields of the example that travel in the body; nothing, where none of them does. */
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

/** The output of the example in the envelope of the route, without what leaves as a header. */
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

/** All addresses of an operation show the links of its own one, so that they can share the example. */
const linksOf = (output: unknown, op: AnyOperation) =>
  pageLinks(asPage(output).meta, parseRoute(op.rest[0]!.route).path, new URLSearchParams())

function withoutHeaders(output: unknown, { headers }: Route): unknown {
  if (!headers) return output
  return Object.fromEntries(
    Object.entries(output as object).filter(([name]) => !Object.hasOwn(headers, name)),
  )
}
