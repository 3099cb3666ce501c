// Input that travels beside the address and the body: in a header, or as the body's very text, which
// a signature was made over. A field says so in its schema; doors without headers leave it out.
import { type TString, Type } from 'typebox'

interface Carried {
  readonly 'x-header'?: string
  readonly 'x-raw-body'?: true
}

/** A field that is read from this header and from nowhere else. */
export const inHeader = (name: string, options: { maxLength: number; description?: string }) =>
  Type.Optional(Type.String({ ...options, 'x-header': name }))

/** Far more than any provider tells in one call. */
const RAW_BODY_LENGTH_MAX = 262_144

/** The body as it was sent, for a route that must not read it before it has judged it. */
export const rawBody = (options: { description?: string } = {}): TString =>
  Type.String({ maxLength: RAW_BODY_LENGTH_MAX, ...options, 'x-raw-body': true })

export const headerOf = (schema: object): string | undefined => (schema as Carried)['x-header']

export const isRawBody = (schema: object): boolean => (schema as Carried)['x-raw-body'] === true
