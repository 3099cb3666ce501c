// Sends a request from the reference to the bank that it was loaded from. A long answer is shown as it comes, up to a
// limit; one that is no text is kept to be saved.
import { type Document, needsOf } from './openapi.ts'
import {
  beforeOf,
  headerOf,
  pathFor,
  plainHeaders,
  type RequestOptions,
  type Secrets,
} from './request.ts'
import { CONSOLE_HEADER } from './session.tsx'

export interface Received {
  readonly status: number
  readonly milliseconds: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
  readonly isCut: boolean
  readonly file: Blob | undefined
}

/** The longest answer that is shown on a page. */
const TEXT_LENGTH_MAX = 200_000

export async function send(
  options: RequestOptions,
  secrets: Secrets,
  signal: AbortSignal,
  onProgress: (received: Received) => void,
): Promise<void> {
  const startedAt = performance.now()
  const { route, body } = options
  const response = await fetch(pathFor(options), {
    method: route.method,
    headers: {
      ...CONSOLE_HEADER,
      ...secretHeaders(options.document, route.operation, secrets),
      ...plainHeaders(options),
    },
    ...(body !== undefined && { body }),
    signal,
    // An answer must come from where the request went.
    redirect: 'manual',
  })
  const base = {
    status: response.status,
    milliseconds: performance.now() - startedAt,
    headers: [...response.headers],
  }
  const type = response.headers.get('content-type') ?? ''
  if (type !== '' && !/json|xml|text/.test(type)) {
    onProgress({ ...base, text: '', isCut: false, file: await response.blob() })
    return
  }
  const isJson = type.includes('json')
  let text = ''
  const tell = (): void =>
    onProgress({
      ...base,
      text: isJson ? pretty(text) : text,
      isCut: text.length >= TEXT_LENGTH_MAX,
      file: undefined,
    })
  tell()
  if (!response.body) return
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  while (text.length < TEXT_LENGTH_MAX) {
    const { done, value } = await reader.read()
    if (done) break
    text = (text + value).slice(0, TEXT_LENGTH_MAX)
    if (!isJson) tell()
  }
  await reader.cancel()
  tell()
}

/** Only the credentials that the operation takes; without a token the session of the console is used. */
const secretHeaders = (
  document: Document,
  operation: RequestOptions['route']['operation'],
  secrets: Secrets,
): Record<string, string> =>
  Object.fromEntries(
    [...new Set(needsOf(operation, document).flat())].flatMap((scheme) =>
      secrets[scheme] ? [[headerOf(document, scheme), beforeOf(scheme) + secrets[scheme]]] : [],
    ),
  )

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    // It was truncated, or it is not JSON.
    return text
  }
}
