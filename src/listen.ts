// `florin listen`: posts the events of a key to a program on the developer's own machine, signed like a webhook, and
// prints what it answered. It follows the event stream, so the bank need not reach the machine.
import { createHmac } from 'node:crypto'
import { type Client, createClient } from '../sdk/client/client.ts'
import { ApiError } from '../sdk/client/errors.ts'
import { eventList, eventStream } from '../sdk/client/operations.ts'
import type { Event } from '../sdk/client/types.ts'
import { deliveryHeaders, toPayload } from './domains/operations/webhooks/index.ts'
import { systemClock } from './kernel/clock.ts'
import { uuidv7 } from './kernel/uuid.ts'
import { endOf, readEventId, toEventId } from './operation/event-log.ts'
import { reasonOf } from './platform/reason.ts'
import { StartError } from './platform/start-error.ts'

export const LISTEN_HELP = `florin listen --forward URL [--types TYPES] [--after EVENT] [--replay EVENT] [--url URL]

Follows the events of an API key and posts each to an address, such as a program on this machine, in order and signed
like a webhook. It prints the answers and goes on until it is stopped. Nothing is sent twice: send one again by --replay.

  --forward URL    where to post, such as http://localhost:3000/hook
  --types TYPES    only these events, separated by commas: transfer.*,account.created
  --after EVENT    begins after this event instead of now
  --replay EVENT   sends this one event and stops
  --url URL        the address of the bank; http://localhost with the port of the setting PORT when absent

FLORIN_TOKEN holds the key, which needs the permission "read". FLORIN_WEBHOOK_SECRET holds the secret to sign with; without
it, one is derived from the key and printed.`

export interface ListenRequest {
  readonly bank: string
  readonly forward: string
  readonly types: readonly string[]
  readonly after: string | undefined
  readonly replay: string | undefined
  readonly token: string
  readonly secret: string | undefined
}

export interface ListenOptions {
  readonly say: (text: string) => void
  /** Stops it. */
  readonly signal?: AbortSignal
  readonly pauseMs?: number
}

type Environment = Readonly<Record<string, string | undefined>>

const NAMES = ['forward', 'types', 'after', 'replay', 'url'] as const
const SECRET_LENGTH_MIN = 8
const ANSWER_MS_MAX = 30_000
const PAUSE_MS = 2_000
const RESTORED =
  'The bank was restored: some of the last events did not happen. What follows are those since the restore.'

/** Takes `--name value` and `--name=value`. */
export function readListenCommand(
  words: readonly string[],
  env: Environment,
  fallback: string,
): ListenRequest {
  const given = readOptions(words)
  const forward = given.get('forward')
  if (forward === undefined)
    throw new StartError(
      'Say where to post the events: florin listen --forward http://localhost:3000/hook.',
    )
  const token = env.FLORIN_TOKEN ?? ''
  if (token === '')
    throw new StartError(
      'Set FLORIN_TOKEN to an API key with the permission "read"; the console makes one under API keys.',
    )
  const secret = env.FLORIN_WEBHOOK_SECRET
  if (secret !== undefined && secret.length < SECRET_LENGTH_MIN)
    throw new StartError(
      `FLORIN_WEBHOOK_SECRET must have at least ${SECRET_LENGTH_MIN} characters.`,
    )
  for (const name of ['after', 'replay'])
    if (given.has(name) && !readEventId(given.get(name)!))
      throw new StartError(
        `--${name} must be the id of an event: evt_ followed by 16 hexadecimal digits.`,
      )
  return {
    bank: readUrl('url', given.get('url') ?? fallback).origin,
    forward: readUrl('forward', forward).href,
    types: (given.get('types') ?? '').split(',').filter((type) => type !== ''),
    after: given.get('after'),
    replay: given.get('replay'),
    token,
    secret,
  }
}

function readOptions(words: readonly string[]): ReadonlyMap<string, string> {
  const given = new Map<string, string>()
  const parts = words.flatMap((word) => word.split(/(?<=^--\w+)=(.*)/s, 2))
  for (let at = 0; at < parts.length; at += 2) {
    const [option = '', value] = parts.slice(at, at + 2)
    const name = NAMES.find((one) => option === `--${one}`)
    if (name === undefined || value === undefined)
      throw new StartError(
        `"florin listen" takes no "${option}"${name ? ' without a value' : ''}; see florin listen --help.`,
      )
    given.set(name, value)
  }
  return given
}

function readUrl(option: string, text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new StartError(
      `--${option} "${text}" is not a URL; write it like http://localhost:3000/hook.`,
    )
  return new URL(text)
}

export async function listen(request: ListenRequest, options: ListenOptions): Promise<void> {
  const { bank, forward, token, replay } = request
  const { say } = options
  const client = createClient({ baseUrl: bank, token })
  const secret = request.secret ?? deriveSecret(token)
  const forwardOne = (event: Event) => post(event, { ...request, secret }, options)
  if (request.secret === undefined) say(`Signs with ${secret}: give it to your receiver.`)
  if (replay !== undefined) return forwardOne(await findEvent(client, replay))
  say(`Posts the events of ${bank} to ${forward}. Ctrl-C stops it.`)
  let after = request.after
  while (!options.signal?.aborted) {
    try {
      for await (const event of follow(client, request, after, options.signal)) {
        if (event.event_type === 'stream.reset') say(RESTORED)
        else await forwardOne(event)
        after = event.id
      }
    } catch (error) {
      if (options.signal?.aborted) return
      if (isFinal(error)) throw new StartError(`The bank refuses to send events: ${error.message}`)
      say('The connection to the bank ended; connecting again.')
    }
    await pause(options.pauseMs ?? PAUSE_MS, options.signal)
  }
}

const follow = (
  client: Client,
  { types }: ListenRequest,
  after: string | undefined,
  signal: AbortSignal | undefined,
) =>
  eventStream(
    client,
    {
      ...(types.length > 0 && { types: [types.join(',')] }),
      ...(after !== undefined && { after }),
    },
    signal ? { signal } : {},
  )

/** The bank will answer the same again, such as that the key is not valid. */
const isFinal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429

/** Always the same for a key, so that a receiver keeps it; the key cannot be found from it. */
const deriveSecret = (token: string): string =>
  `whsec_${createHmac('sha256', token).update('florin listen').digest('hex').slice(0, 40)}`

/** A list shows what comes after an event, so it is asked for what comes after the row before. */
async function findEvent(client: Client, id: string): Promise<Event> {
  const { position } = readEventId(id)!
  const after = position > 1 ? { after: toEventId(endOf(position - 1)) } : {}
  const { data } = await eventList(client, { ...after, limit: 100 }).catch((error: unknown) => {
    throw error instanceof ApiError ? new StartError(error.message) : error
  })
  const found = data.find((event) => event.id === id)
  if (!found) throw new StartError(`There is no event ${id} that this key may see.`)
  return found
}

async function post(
  event: Event,
  { forward, secret }: Pick<ListenRequest, 'forward'> & { readonly secret: string },
  { say, signal }: ListenOptions,
): Promise<void> {
  const { id, event_type } = event
  const payload = toPayload(event)
  const at = systemClock.now()
  const delivery = {
    webhook: 'listen',
    delivery: uuidv7(at),
    event_id: id,
    event_type,
    payload,
    at,
  }
  const startedAt = performance.now()
  const timeout = AbortSignal.timeout(ANSWER_MS_MAX)
  const sayResult = (result: string): void => say(`${id}  ${event_type}  ${result}`)
  try {
    const response = await fetch(forward, {
      method: 'POST',
      headers: deliveryHeaders(delivery, { secret, previous: undefined }),
      body: payload,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    await response.body?.cancel()
    sayResult(`${response.status} in ${Math.round(performance.now() - startedAt)} ms`)
  } catch (error) {
    if (!signal?.aborted)
      sayResult(`no answer: ${reasonOf(error)}. Send it again by --replay ${id}`)
  }
}

const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
