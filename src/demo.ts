// `florin demo`: has a running bank load the demo data.
import { people } from '../demo/people.ts'
import { createClient } from '../sdk/client/client.ts'
import { ConflictError, NotFoundError, ServerError } from '../sdk/client/errors.ts'
import { demoGet, demoLoad } from '../sdk/client/operations.ts'
import { StartError } from './platform/start-error.ts'

export const DEMO_HELP = `florin demo [--url URL]

Loads five customers and their last three months into a running bank in sandbox mode that has no entries yet: payments,
GCU, orders on the exchange, agents, keys. It takes some ten seconds. An interrupted load is continued by the next.

  --url URL   the address of the bank; http://localhost with the port of the setting PORT when absent`

/** Takes `--url URL` and `--url=URL`. */
export function readDemoCommand(words: readonly string[], fallback: string): string {
  const [option, ...values] = words.length === 1 ? words[0]!.split(/(?<=^--\w+)=/) : words
  if (option === undefined) return fallback
  const [url] = values
  if (option !== '--url' || url === undefined || values.length > 1)
    throw new StartError('Give the URL of the bank: florin demo --url http://localhost:8080.')
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new StartError(`"${url}" is not a URL; write it like http://localhost:8080.`)
  return new URL(url).origin
}

const WAIT_MS = 300
/** Of about ninety steps. */
const SAID_EVERY = 10

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export interface CommandOptions {
  readonly fetch?: typeof globalThis.fetch
  readonly wait?: (ms: number) => Promise<void>
}

/** Starts the load, or continues one that stopped, and reports its steps until it ends. */
export async function runDemoCommand(
  url: string,
  say: (text: string) => void,
  { wait = sleep, ...connection }: CommandOptions = {},
): Promise<void> {
  const client = createClient({ baseUrl: url, wait, ...connection })
  try {
    const before = (await demoGet(client, {})).data
    if (before.status === 'loaded') say('The demo data was there already.')
    else {
      let { data } = await demoLoad(client, {})
      for (
        let said = -SAID_EVERY;
        data.status === 'loading';
        data = (await demoGet(client, {})).data
      ) {
        const { step, steps, title } = data
        if (step >= said + SAID_EVERY || (step === steps && said < step)) {
          say(`  ${String(step).padStart(2)} of ${steps}  ${title}`)
          said = step
        }
        await wait(WAIT_MS)
      }
      if (data.status !== 'loaded') throw new StartError(data.reason ?? 'The load was interrupted.')
      say('\nThe demo data is loaded.')
    }
  } catch (error) {
    throw explain(error, url)
  }
  say(listPeople(url))
}

function explain(error: unknown, url: string): unknown {
  if (error instanceof ConflictError) return new StartError(error.message)
  // A refused connection, a page that is no JSON, an older bank, or a bank that is starting.
  const isElsewhere =
    error instanceof TypeError ||
    error instanceof SyntaxError ||
    error instanceof NotFoundError ||
    error instanceof ServerError
  return isElsewhere
    ? new StartError(
        `There is no bank at ${url} that can load demo data: start one with "npm start", or give its address with --url.`,
      )
    : error
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
