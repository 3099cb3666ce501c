// The payment that is disputed: the one move of an entry that took money from one customer to another. The bank can say
// of such a payment alone what became of its money; one that left the bank is returned by the network it left on.
import { isUuid } from '../../../kernel/uuid.ts'
import type { Caller } from '../../../operation/caller.ts'
import { Forbidden, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { type Account, findAccounts, findEntry, isVisible, toEntryId } from '../ledger/index.ts'
import { PaymentNotDisputable } from './errors.ts'

export interface DisputedMove {
  readonly entry_id: string
  readonly line: number
  readonly from: Account
  readonly to: Account
  readonly asset: string
  readonly units: bigint
  readonly paid_at: string
}

/** Plain transfers, and those that name a user instead of an account. */
const DISPUTABLE: ReadonlySet<string | null> = new Set([null, 'p2p'])

export const holderOf = ({ user_uuid, manager_uuid }: Account): string | null =>
  manager_uuid ?? user_uuid

const isHeldBy = (account: Account, { user }: Caller): boolean =>
  user !== undefined && (account.user_uuid === user || account.manager_uuid === user)

/** Finds the move, and checks that the caller paid it. Without an answer to that, another's payment does not exist. */
export async function getDisputedMove(given: string, ctx: Context): Promise<DisputedMove> {
  const id = isUuid(given) ? toEntryId(given) : undefined
  const moves = id === undefined ? [] : await findEntry(ctx.tx, id)
  const accounts = await findAccounts(
    ctx.tx,
    moves.flatMap((move) => [move.from_account, move.to_account]),
  )
  const own = [...accounts.values()].filter(
    (account) => isVisible(account, ctx.caller) && isHeldBy(account, ctx.caller),
  )
  if (own.length === 0) throw NotFound({ what: 'payment', id: given })
  const parts = moves.filter(({ subtype }) => subtype !== 'fee')
  const [main] = parts
  if (!main || parts.length !== 1)
    throw PaymentNotDisputable({ reason: 'Only a payment to another customer can be disputed.' })
  const [from, to] = [accounts.get(main.from_account)!, accounts.get(main.to_account)!]
  if (main.link === 'reversal_of')
    throw PaymentNotDisputable({ reason: 'A reversal cannot be disputed.' })
  if (main.type !== 'transfer' || !DISPUTABLE.has(main.subtype) || to.code !== null)
    throw PaymentNotDisputable({
      reason:
        'Only a payment to another customer of this bank can be disputed; one that left the bank is returned by its network.',
    })
  if (!own.includes(from))
    throw Forbidden({ reason: 'Only the payer of this payment can dispute it.' })
  if (isHeldBy(to, ctx.caller) || holderOf(from) === holderOf(to))
    throw PaymentNotDisputable({
      reason: 'This payment was between your own accounts; there is nobody to dispute it with.',
    })
  return {
    entry_id: main.entry_id,
    line: main.line,
    from,
    to,
    asset: main.asset,
    units: main.units,
    paid_at: main.created_at,
  }
}
