// Opens the bank a second time in this process, at the time of another clock, because the ledger dates an entry when it is
// posted, by its clock. The second bank is without a port, rate limits, mail, schedules or jobs of
// its own. Until it is closed the first one runs no jobs and no readers either, or they would do, today, what is due in
// the time of the second.
import { sql } from 'kysely'
import type { App, AppOptions } from './app.ts'
import type { OpenBank } from './bank.ts'
import { assets } from './domains/core/assets/index.ts'
import { events } from './domains/operations/events/index.ts'
import { addOperator, resetOperator } from './domains/people/identity/index.ts'
import type { Clock } from './kernel/clock.ts'
import type { Outbound } from './platform/outbound-http.ts'
import { readOn } from './operation/reader.ts'
import { Pause } from './platform/pause.ts'

export interface BankAtOptions {
  readonly clock: Clock
  /** Answers what this bank sends to addresses of users, instead of the network. */
  readonly outbound: Outbound
}

export interface BankAt {
  /** Calls its operations over REST, without a port. */
  readonly fetch: typeof globalThis.fetch
  /** Adds an operator, or gives an existing one this password; false if the address is that of a customer. */
  makeOperator(operator: { readonly email: string; readonly password: string }): Promise<boolean>
  /** Reads the prices of its time, which it otherwise does when a new one is recorded. */
  loadPrices(): Promise<void>
  /** Runs the readers of the log, and then every job, as a bank would have done by this time. */
  runDue(): Promise<void>
  close(): Promise<void>
}

const NO_LIMITS = {
  RATE_LIMIT_PER_MINUTE: 0,
  RATE_LIMIT_PER_HOUR: 0,
  RATE_LIMIT_KEYS_PER_USER: 0,
}

/** Its jobs are run by nobody else. What is not due yet when it closes is done by the schedules of the first bank. */
const JOBS = 'demo_jobs'

/** A nightly check of every entry, which finds the same whenever it runs. */
const LEFT_TO_THE_FIRST = new Set(['ledger.prove'])

export async function openBankAt(
  { clock, outbound }: BankAtOptions,
  { bank: first, workers }: OpenBank,
  options: AppOptions,
  make: (options: AppOptions) => App,
): Promise<BankAt> {
  const resume = first.pause.begin()
  const pause = new Pause()
  pause.begin()
  const app = make({
    ...options,
    clock,
    pause,
    workers,
    jobs: 'none',
    jobSchema: JOBS,
    openOutbound: () => outbound,
    baseUrl: first.baseUrl,
    limiter: undefined,
    tracer: undefined,
    peerAddress: undefined,
    consoleFolder: undefined,
    config: { ...options.config, ...NO_LIMITS },
    mailer: { ...first.mailer, send: async () => {} },
  })
  const close = async (): Promise<void> => {
    await app.close()
    await sql`drop schema if exists ${sql.ref(JOBS)} cascade`.execute(first.detached)
    resume()
  }
  try {
    await app.prepare()
  } catch (error) {
    await close()
    throw error
  }
  const { database, readers, horizon, jobs } = app.bank
  const read = async (): Promise<void> => {
    const source = { db: database.write, log: app.exportsOf(events).log, horizon, clock }
    const until = await horizon.advance()
    for (const reader of readers())
      for (let at = -1; at < until; ) at = (await readOn(reader, source, until))?.to ?? until
  }
  return {
    fetch: (input, init) => inject(app.server, new Request(input, init)),
    async makeOperator(operator) {
      const work = { db: database.write, now: clock.now(), invalidate: first.invalidate }
      return (await addOperator(operator, work)) || resetOperator(operator, work)
    },
    loadPrices: () => app.exportsOf(assets).load(),
    async runDue() {
      await read()
      for (const job of app.jobs)
        if (job.cron !== undefined && !LEFT_TO_THE_FIRST.has(job.name))
          await job.run({}, database.write)
      await jobs.runSent()
    },
    close,
  }
}

const NO_BODY = new Set([204, 304])

async function inject(server: App['server'], request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const { statusCode, headers, rawPayload } = await server.inject({
    method: request.method as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(request.headers),
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return new Response(NO_BODY.has(statusCode) ? null : new Uint8Array(rawPayload), {
    status: statusCode,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
    ),
  })
}
