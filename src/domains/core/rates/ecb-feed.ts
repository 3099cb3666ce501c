// The feed of the European Central Bank's reference rates, or of any server that answers in the same form:
// a document with the rates of one euro, published once every working day. It quotes currencies only.
import type { RateFeed } from './feed.ts'

const TIMEOUT_MS = 5_000
/** In characters: hundreds of times the length of a real document. */
const LENGTH_MAX = 1_000_000

export const ecbFeed = (url: string): RateFeed => ({
  name: 'ecb',
  title: 'European Central Bank reference rates',
  source: 'api',
  simulated: false,
  isFor: ({ type, code }) => type === 'fiat' && code !== 'USD',
  async latest(now) {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`the rate feed answered ${response.status}`)
    const text = await readText(response)
    // Loaded on first use: most banks run without this feed.
    const { readReferenceRates } = await import('./ecb-document.ts')
    return readReferenceRates(text, now)
  },
})

/** Stops reading at the maximum length, because the announced length may be wrong. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > LENGTH_MAX)
      throw new Error(`the rate feed sent more than ${LENGTH_MAX} characters`)
  }
  return text + decoder.decode()
}
