// Sends messages through VertexSMS over HTTP, with a token in a header and JSON bodies. An answer that
// cannot be understood counts as no answer, so the message is retried under the same reference.
import { isRecord } from '../../../../kernel/json.ts'
import type { OutgoingSms, SendOutcome, SmsProvider } from './provider.ts'

export interface VertexOptions {
  readonly url: string
  readonly token: string
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 10_000
/** The network tries to reach the phone for three days. */
export const VALIDITY_SECONDS = 259_200

export function vertexSmsProvider({
  url,
  token,
  timeoutMs = TIMEOUT_MS,
}: VertexOptions): SmsProvider {
  const call = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), 'X-VertexSMS-Token': token },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    name: 'vertexsms',
    simulated: false,
    async send(sms: OutgoingSms): Promise<SendOutcome> {
      const response = await call('/sms', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': sms.reference },
        body: JSON.stringify({
          to: sms.destination,
          from: sms.sender,
          message: sms.message,
          reference: sms.reference,
          validity: VALIDITY_SECONDS,
        }),
      })
      const answer = (await response.json().catch(() => undefined)) as Answer
      if (response.ok) {
        const id = readId(answer)
        if (id === undefined)
          throw new Error('the SMS provider accepted a message but returned no id')
        return { outcome: 'accepted', provider_id: id }
      }
      if (!isRefusal(response.status))
        throw new Error(`the SMS provider answered ${response.status} to a message`)
      return {
        outcome: 'refused',
        error_code: (asText(first(answer)?.error) || String(response.status)).slice(0, 50),
        reason: (asText(first(answer)?.message) || 'No reason was given.').slice(0, 200),
      }
    },
    async listRates() {
      const response = await call('/rates/?format=json')
      if (!response.ok)
        throw new Error(`the SMS provider answered ${response.status} to the request for rates`)
      return readRates(await response.json())
    },
  }
}

type Answer = AnswerItem | readonly AnswerItem[] | undefined
interface AnswerItem {
  readonly id?: unknown
  readonly error?: unknown
  readonly message?: unknown
}

const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** Some versions of the interface wrap the answer in a list. */
const first = (answer: Answer): AnswerItem | undefined =>
  Array.isArray(answer) ? (answer as AnswerItem[])[0] : (answer as AnswerItem | undefined)

function readId(answer: Answer): string | undefined {
  const id = first(answer)?.id
  return (typeof id === 'string' && id !== '') || typeof id === 'number'
    ? String(id).slice(0, 100)
    : undefined
}

/** These statuses reject this very message; all others may be temporary and are retried. */
const isRefusal = (status: number): boolean => status === 400 || status === 404 || status === 422

/** '0.0390' → 390; further decimals are rounded up. */
export function readRates(document: unknown): ReadonlyMap<string, number> {
  if (!Array.isArray(document)) throw new Error('the SMS provider sent no list of rates')
  const rates = new Map<string, number>()
  for (const row of (document as unknown[]).filter(isRecord)) {
    const country = asText(row.country_code ?? row.country).toUpperCase()
    const match = /^(\d{1,4})(?:\.(\d{1,10}))?$/.exec(asText(row.rate ?? row.price))
    if (!/^[A-Z]{2}$/.test(country) || !match) continue
    const [, whole = '', fraction = ''] = match
    const kept = Number(whole + fraction.slice(0, 4).padEnd(4, '0'))
    const rate = /[1-9]/.test(fraction.slice(4)) ? kept + 1 : kept
    // Networks of one country have different rates; the highest covers the cost of each.
    if (rate > 0) rates.set(country, Math.max(rate, rates.get(country) ?? 0))
  }
  return rates
}
