// A client of the live stream, and the few calls the tests of the log make.
import type { Bank, Person } from '../../../../test/harness/bank.ts'

export interface StreamedEvent {
  readonly id: string
  readonly event_type: string
  // oxlint-disable-next-line typescript/no-explicit-any -- asserted on, field by field
  readonly data: any
  readonly created_at: string
}

export interface EventStream {
  readonly status: number
  readonly events: StreamedEvent[]
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>
  close(): void
}

export const openStream = (
  bank: Bank,
  token: string,
  query = '',
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> => openStreamAt(bank, `/api/v2/events/stream${query}`, token, headers)

/** A stream of any kind, whose frames have an id and a type. */
export async function openStreamAt(
  bank: Bank,
  path: string,
  token: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<EventStream> {
  const abort = new AbortController()
  const response = await fetch(bank.url + path, {
    headers: { Authorization: `Bearer ${token}`, ...headers },
    signal: abort.signal,
  })
  const events: StreamedEvent[] = []
  const read = async (): Promise<void> => {
    let rest = ''
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      const frames = (rest + text).split('\n\n')
      rest = frames.pop()!
      for (const frame of frames) {
        const fields = new Map(
          frame
            .split('\n')
            .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
        )
        const data = fields.get('data')
        if (data === undefined) continue
        const event: StreamedEvent = JSON.parse(data)
        if (event.id !== fields.get('id') || event.event_type !== fields.get('event'))
          throw new Error(`the id or event of the frame differs from its data: ${frame}`)
        events.push(event)
      }
    }
  }
  const ended = read().catch(() => {})
  return { status: response.status, events, ended, close: () => abort.abort() }
}

export async function openAccount(bank: Bank, person: Person, cents = 0): Promise<string> {
  const account = { user_uuid: person.uuid, name: 'Purse', initial_balance: cents }
  const { status, body } = await bank.call('POST /api/accounts', account, person)
  if (status !== 201) throw new Error(`account.create answered ${status}`)
  return body.data.uuid
}

export async function pay(
  bank: Bank,
  person: Person,
  transfer: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { status, body } = await bank.call(
    'POST /api/v2/transfers',
    { asset_code: 'USD', workflow_enabled: false, ...transfer },
    person,
  )
  if (status !== 201) throw new Error(`transfer answered ${status}: ${JSON.stringify(body)}`)
  return body.data.uuid
}

/** Everything the user may see, page by page. */
export async function readAll(
  bank: Bank,
  person: Pick<Person, 'token'>,
  query = 'limit=7',
): Promise<StreamedEvent[]> {
  const found: StreamedEvent[] = []
  for (let after = ''; ; ) {
    const { status, body } = await bank.call(
      `GET /api/v2/events?${query}${after}`,
      undefined,
      person,
    )
    if (status !== 200) throw new Error(`event.list answered ${status}: ${JSON.stringify(body)}`)
    found.push(...body.data)
    if (!body.meta.has_more) return found
    after = `&after=${body.meta.next_after}`
  }
}
