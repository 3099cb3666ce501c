// A first body for operations: the example of the document, or one made from the schema.
import { type Document, type Media, type Operation, resolve, type Schema } from './openapi.ts'

const DEPTH_MAX = 6

const TEXTS: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-0000-0000-000000000000',
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  email: 'ada@example.com',
  uri: 'https://example.com/',
}

export function exampleOf(document: Document, given: Schema, depth = 0): unknown {
  const schema = resolve(document, given)
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const [choice] = schema.oneOf ?? schema.anyOf ?? []
  if (choice !== undefined) return exampleOf(document, choice, depth + 1)
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((one) => exampleOf(document, one, depth + 1)))
  if (depth > DEPTH_MAX) return null
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).flatMap((name) => {
          const field = schema.properties?.[name]
          return field ? [[name, exampleOf(document, field, depth + 1)]] : []
        }),
      )
    case 'array':
      return schema.items && (schema.minItems ?? 0) > 0
        ? [exampleOf(document, schema.items, depth + 1)]
        : []
    case 'integer':
    case 'number':
      return schema.minimum ?? 1
    case 'boolean':
      return true
    default:
      return TEXTS[schema.format ?? ''] ?? ''
  }
}

/** The body as JSON text; undefined when the operation takes none. */
export function firstBody(document: Document, { requestBody }: Operation): string | undefined {
  if (!requestBody) return undefined
  const media: Media | undefined = resolve(document, requestBody).content?.['application/json']
  if (!media) return ''
  const example = media.example ?? (media.schema && exampleOf(document, media.schema))
  return JSON.stringify(example ?? {}, undefined, 2)
}
