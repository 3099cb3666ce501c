// The reference rates of the European Central Bank, or whatever else answers in their form: a document
// that says, once a working day, how much of each currency one euro is. For money only.
import type { RateFeed } from './feed.ts'

const TIMEOUT_MS = 5_000
/** Hundreds of times what they send. */
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
    // Loaded when first wanted: most banks start without this feed, and need not read XML.
    const { readReferenceRates } = await import('./ecb-document.ts')
    return readReferenceRates(text, now)
  },
})

/** Stops reading where it is too much, whatever the sender said of its length. */
async function readText({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes, { stream: true })
    if (text.length > LENGTH_MAX) throw new Error('the rate feed sent too much')
  }
  return text + decoder.decode()
}
