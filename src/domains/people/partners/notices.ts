// Sends a partner the events about itself, its tenants and its invoices, to its webhook address and signed with its
// webhook secret: HMAC-SHA256 over the exact bytes of the body, in hex. A reader of the event log makes one job for each
// event; a failed delivery is retried, so a partner may receive an event twice and deduplicates by its id.
import { createHmac } from 'node:crypto'
import { toEnvelope } from '../../../operation/envelope.ts'
import type { EventEnvelope, LoggedEvent } from '../../../operation/event-log.ts'
import type { ReaderDef } from '../../../operation/reader.ts'
import type { Db } from '../../../platform/database.ts'
import type { Jobs } from '../../../platform/jobs.ts'
import type { Outbound } from '../../../platform/outbound-http.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { findPartner, NO_WEBHOOK_CONFIGURED } from './store.ts'

export const NOTICE_JOB = 'partners.notify'

const TIMEOUT_MS = 10_000

export interface Notice {
  readonly partner: string
  readonly event: EventEnvelope
}

const partnerOf = (event: LoggedEvent): string | undefined => {
  if (!/^(partner|partner_invoice|tenant)\./.test(event.event.type)) return undefined
  const { partner_id } = event.data() as { readonly partner_id?: string }
  return partner_id
}

export const noticeReader = (jobs: Pick<Jobs, 'send'>): ReaderDef => ({
  name: 'partner-notices',
  isIdle: NO_WEBHOOK_CONFIGURED,
  async read(tx, log, stretch) {
    const { events, place } = await log.read(tx, stretch)
    for (const event of events) {
      const uuid = partnerOf(event)
      const partner = uuid === undefined ? undefined : await findPartner(tx, uuid)
      if (!partner || partner.webhook_url === null) continue
      const notice: Notice = { partner: partner.uuid, event: toEnvelope(event) }
      await jobs.send(tx, NOTICE_JOB, notice)
    }
    return { position: place.position, events: events.length }
  },
})

/** Throws unless the partner answers 2xx, so that the job is retried. */
export async function deliver(
  { partner: uuid, event }: Notice,
  db: Db,
  { outbound, sealer }: { readonly outbound: Pick<Outbound, 'post'>; readonly sealer: Sealer },
): Promise<void> {
  const partner = await findPartner(db, uuid)
  if (!partner || partner.webhook_url === null) return
  const body = JSON.stringify(event)
  const secret = sealer.open(partner.webhook_secret)
  const { status } = await outbound.post({
    url: partner.webhook_url,
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Florin-Signature': createHmac('sha256', secret).update(body, 'utf8').digest('hex'),
    },
    timeoutMs: TIMEOUT_MS,
  })
  if (status < 200 || status >= 300)
    throw new Error(`The webhook of the partner answered ${status}.`)
}
