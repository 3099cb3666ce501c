// Input fields that are not read from the path, query or JSON body: from a header, or as the exact text of
// the body, over which a signature was made. The schema of the field says so; transports without headers
// leave such a field out.
import { type TString, Type } from 'typebox'

interface SourceKeywords {
  readonly 'x-header'?: string
  readonly 'x-raw-body'?: true
}

/** A field that is read from this header and from nowhere else. */
export const inHeader = (name: string, options: { maxLength: number; description?: string }) =>
  Type.Optional(Type.String({ ...options, 'x-header': name }))

/** Far more than any provider sends in one call. */
const RAW_BODY_LENGTH_MAX = 262_144

/** The exact body, for a route that must check its signature before parsing it. */
export const rawBody = (options: { description?: string } = {}): TString =>
  Type.String({ maxLength: RAW_BODY_LENGTH_MAX, ...options, 'x-raw-body': true })

export const headerOf = (schema: object): string | undefined =>
  (schema as SourceKeywords)['x-header']

export const isRawBody = (schema: object): boolean =>
  (schema as SourceKeywords)['x-raw-body'] === true
