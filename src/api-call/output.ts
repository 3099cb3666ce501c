// How an answer is printed: JSON indented for a reader and unchanged for a program, files and streams as they come. A
// refusal says what is wrong, field by field, and where to read what to do.
import { isRecord } from '../kernel/json.ts'
import type { ApiStreams } from './command.ts'

export async function writeBody(answer: Response, streams: ApiStreams): Promise<void> {
  const type = answer.headers.get('content-type') ?? ''
  if (isJson(type)) {
    const text = await answer.text()
    return streams.write(
      streams.isTerminal ? `${JSON.stringify(JSON.parse(text), null, 2)}\n` : text,
    )
  }
  if (answer.body === null) return
  if (streams.isTerminal && !isText(type)) {
    await answer.body.cancel()
    return streams.complain(`The answer is a file (${type}); redirect it: florin api … > file`)
  }
  // As it comes, because a stream of events does not end.
  for await (const chunk of answer.body) streams.write(chunk)
}

const isJson = (type: string): boolean => /^application\/([\w.-]+\+)?json\b/.test(type)
const isText = (type: string): boolean => /^text\/|\bxml\b/.test(type)

interface Asked {
  readonly bank: string
  readonly hasToken: boolean
}

export async function explainRefusal(answer: Response, { bank, hasToken }: Asked): Promise<string> {
  const body: unknown = await answer.json().catch(() => undefined)
  const { error, message, errors } = isRecord(body) ? body : {}
  const code = isRecord(error) && typeof error['code'] === 'string' ? ` ${error['code']}` : ''
  const says = typeof message === 'string' ? message : `The bank answered ${answer.statusText}.`
  const fields = Object.entries(isRecord(errors) ? errors : {}).flatMap(([name, texts]) =>
    (Array.isArray(texts) ? texts : [texts]).map((text) => `  ${name}: ${String(text)}`),
  )
  const help = helpOf(answer, bank)
  return [
    `florin: ${answer.status}${code}: ${says}`,
    ...fields,
    ...(answer.status === 401 && !hasToken ? ['  Set FLORIN_API_KEY to an API key.'] : []),
    ...(help === undefined ? [] : [`  What to do: ${help}`]),
  ].join('\n')
}

/** The page of the error, which the answer links to. */
function helpOf({ headers }: Response, bank: string): string | undefined {
  const [, target] = /<([^>]+)>;\s*rel="help"/.exec(headers.get('link') ?? '') ?? []
  return target === undefined ? undefined : new URL(target, bank).href
}
