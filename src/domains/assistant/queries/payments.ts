// SQL that tells payments from the other moves of a customer: money that came from others or went to them, and not the
// customer's own money on its way into the bank, out of it, between accounts or from one asset into another.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database.ts'
import { columns, labelledRows, noLabels } from '../spending/for-tasks.ts'
import type { Search } from './store.ts'

/**
 * Deposits and withdrawals without a subtype are made by the customers themselves; others are payments by card or over
 * a rail, except these. A reversal has these types only when it undoes a deposit or a withdrawal.
 */
const FUNDING_SUBTYPES = ['ramp', 'reversal', 'teller_deposit', 'teller_withdrawal']
const isFunding = sql`(s.type in ('deposit', 'withdrawal')
  and (s.subtype is null or s.subtype = any(${FUNDING_SUBTYPES}::text[])))`

/** Swaps on a chain and currency exchanged in cash are trades too, although they have no category of their own. */
const TRADE_SUBTYPES = ['swap', 'teller_exchange']
const isTrade = sql`(${columns.isExchange} or coalesce(s.subtype = any(${TRADE_SUBTYPES}::text[]), false))`

/**
 * The fee of a trade bears the reference of the trade, and nothing else is common to all of them: some are booked
 * after the trade, on their own. The trades are read once, and only if there are fees.
 */
const isTradeFee = (tx: Db, search: Search): RawBuilder<unknown> =>
  sql`(s.subtype is not distinct from 'fee' and coalesce(s.reference in (
    select s.reference ${labelledRows(tx, { ...search, side: undefined }, noLabels, { where: isTrade, known: {} })}
  ), false))`

/** An own account that the question names as a counterparty is still found. */
const isBetweenOwn = ({ namedAccounts }: Search): RawBuilder<unknown> =>
  sql`(${columns.isOwn} and s.other_account <> all(${namedAccounts}::uuid[]))`

/** The condition on a move `s`. */
export const isPayment = (tx: Db, search: Search): RawBuilder<unknown> =>
  sql`not (${isFunding} or ${isBetweenOwn(search)} or ${isTrade} or ${isTradeFee(tx, search)})`
