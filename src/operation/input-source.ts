// Input fields that are not read from the path, query or JSON body: from a header, or as the exact text of
// the body, over which a signature was made, or the document (XML or plain text) or the bytes that the body is. The
// schema of the field says so; transports without headers leave a field of a header out.
import { type TString, Type } from 'typebox'

interface SourceKeywords {
  readonly 'x-header'?: string
  readonly 'x-raw-body'?: true
  readonly 'x-document-body'?: DocumentBody
  readonly 'x-octet-body'?: number
}

/** How a body that is a document comes to its field. */
export interface DocumentBody {
  readonly kind: 'xml' | 'text'
  /** A document with more bytes is an attachment of the call. */
  readonly fieldBytesMax: number
  readonly bytesMax: number
}

/** A field that is read from this header and from nowhere else. */
export const inHeader = (name: string, options: { maxLength: number; description?: string }) =>
  Type.Optional(Type.String({ ...options, 'x-header': name }))

/** Far more than any provider sends in one call. */
const RAW_BODY_LENGTH_MAX = 262_144

/** The exact body, for a route that must check its signature before parsing it. */
export const rawBody = (options: { description?: string } = {}): TString =>
  Type.String({ maxLength: RAW_BODY_LENGTH_MAX, ...options, 'x-raw-body': true })

/** The longest XML text that is passed on as a field; a longer document is an attachment of the call. */
export const XML_LENGTH_MAX = 1_048_576

/**
 * A body that is an XML document, or this field of a JSON body. A document with more bytes than a field may have
 * and at most `bytesMax` is not in the field but in `ctx.attachment`.
 */
export const xmlBody = (options: { readonly description: string; readonly bytesMax?: number }) => {
  const { description, bytesMax = XML_LENGTH_MAX } = options
  return documentBody({ kind: 'xml', fieldBytesMax: XML_LENGTH_MAX, bytesMax }, { description })
}

/** The same for plain text, such as a file of records in fixed columns. */
export const textBody = (options: {
  readonly description: string
  readonly lengthMax: number
  readonly bytesMax: number
}) => {
  const { description, lengthMax, bytesMax } = options
  return documentBody({ kind: 'text', fieldBytesMax: lengthMax, bytesMax }, { description })
}

const documentBody = (body: DocumentBody, options: { readonly description: string }) =>
  Type.Optional(Type.String({ ...options, maxLength: body.fieldBytesMax, 'x-document-body': body }))

/** How the body of a request comes to this field; undefined for other fields. */
export const documentBodyOf = (schema: object): DocumentBody | undefined =>
  (schema as SourceKeywords)['x-document-body']

/**
 * A body of at most `bytesMax` bytes, or this field of a JSON body, in base64 either way. The API document only names it
 * in the description: generators of clients cannot tell bytes from JSON where a body may be both.
 */
export const octetBody = (options: { readonly description: string; readonly bytesMax: number }) => {
  const { description, bytesMax } = options
  return Type.String({
    minLength: 1,
    maxLength: Math.ceil(bytesMax / 3) * 4,
    description,
    'x-octet-body': bytesMax,
  })
}

/** The most bytes of a body that goes to this field; undefined for other fields. */
export const octetBytesOf = (schema: object): number | undefined =>
  (schema as SourceKeywords)['x-octet-body']

export const headerOf = (schema: object): string | undefined =>
  (schema as SourceKeywords)['x-header']

export const isRawBody = (schema: object): boolean =>
  (schema as SourceKeywords)['x-raw-body'] === true
