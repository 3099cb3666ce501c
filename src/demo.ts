// `florin demo`: loads the demo data into a running bank, through its public API like any other client.
import { explain, loadDemo } from '../demo/load.ts'
import { people } from '../demo/people.ts'
import { StartError } from './platform/start-error.ts'

export const DEMO_HELP = `florin demo [--url URL]

Loads five customers with three months of activity into a running bank in sandbox mode: payments, GCU, orders on the
exchange, agents, keys. It takes a few seconds, uses only the public API, and can be repeated: existing data is left
unchanged.

  --url URL   the address of the bank; http://127.0.0.1 with the port of the setting PORT when absent`

/** Takes `--url URL` and `--url=URL`. */
export function readDemoCommand(words: readonly string[], fallback: string): string {
  const [option, ...values] = words.length === 1 ? words[0]!.split(/(?<=^--\w+)=/) : words
  if (option === undefined) return fallback
  const [url] = values
  if (option !== '--url' || url === undefined || values.length > 1)
    throw new StartError('Give the URL of the bank: florin demo --url http://127.0.0.1:8080.')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new StartError(`"${url}" is not a URL; write it like http://127.0.0.1:8080.`)
  return new URL(url).origin
}

export async function runDemoCommand(url: string, say: (text: string) => void): Promise<void> {
  try {
    const isNew = await loadDemo({
      baseUrl: url,
      onStep: ({ number, of, title }) => say(`  ${String(number).padStart(2)} of ${of}  ${title}`),
    })
    say(isNew ? '\nThe demo data is loaded.' : '\nThe demo data was there already.')
    say(listPeople(url))
  } catch (error) {
    const sentence = explain(error)
    throw sentence === undefined ? error : new StartError(sentence)
  }
}

function listPeople(url: string): string {
  const width = (of: (person: (typeof people)[number]) => string): number =>
    Math.max(...people.map((person) => of(person).length))
  const emails = width(({ email }) => email)
  const passwords = width(({ password }) => password)
  const lines = people.map(
    ({ email, password, name, about }) =>
      `  ${email.padEnd(emails)}  ${password.padEnd(passwords)}  ${name} ${about}`,
  )
  return `Sign in at ${url}/ as one of them:\n\n${lines.join('\n')}`
}
