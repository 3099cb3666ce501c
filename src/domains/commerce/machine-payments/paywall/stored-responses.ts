// Stores the answers to paid requests for a day. A repeat with the same payment gets the stored answer, and
// the request is not executed twice.
import type { Clock } from '../../../../kernel/clock.ts'
import type { PaidAnswer, PaywallRequest } from '../../../../operation/paywall.ts'
import type { Db } from '../../../../platform/database.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { type AnswerRow, findAnswer, insertAnswer } from '../resources/store.ts'

export interface StoredResponsesOptions {
  /** A connection pool that commands do not use. */
  readonly db: Db
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'seal' | 'open'>
}

export type Buyer = Pick<PaywallRequest, 'user' | 'agent'>

export interface StoredResponse {
  readonly answer: PaidAnswer
  /** An answer is given only to its buyer, even if another caller presents the payment. */
  isFor(buyer: Buyer): boolean
}

const ANSWER_BYTES_MAX = 1_048_576

export class StoredResponses {
  private readonly options: StoredResponsesOptions

  constructor(options: StoredResponsesOptions) {
    this.options = options
  }

  async find(payment_id: string): Promise<StoredResponse | undefined> {
    const { db, sealer } = this.options
    const row = await findAnswer(db, payment_id)
    return (
      row && {
        answer: open(row, sealer),
        isFor: ({ user, agent }) =>
          row.user_uuid === (user ?? null) && row.agent_uuid === (agent ?? null),
      }
    )
  }

  /** Large answers and streams are not stored. */
  async keep(payment_id: string, answer: PaidAnswer | undefined, buyer: Buyer): Promise<void> {
    if (!answer || answer.body.length > ANSWER_BYTES_MAX) return
    const { db, clock, sealer } = this.options
    const text = JSON.stringify({ ...answer, body: answer.body.toString('base64') })
    const row = {
      user_uuid: buyer.user ?? null,
      agent_uuid: buyer.agent ?? null,
      sealed: sealer.seal(text),
    }
    await insertAnswer(db, payment_id, row, clock.now())
  }
}

function open({ sealed }: AnswerRow, sealer: StoredResponsesOptions['sealer']): PaidAnswer {
  const answer = JSON.parse(sealer.open(sealed)) as Omit<PaidAnswer, 'body'> & {
    readonly body: string
  }
  return { ...answer, body: Buffer.from(answer.body, 'base64') }
}
