// Finds payments and escrows between agents for other domains.
import { multiplyDivide } from '../../../kernel/money.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { findEscrowByEitherId, toTransactionName } from '../escrow/index.ts'
import { findPayment } from './service.ts'

/** The payment with its canonical id, however the given id was written. */
export async function findPaymentById(tx: Db, id: string) {
  const row = await findPayment(tx, id)
  return (
    row && {
      transaction_id: toTransactionName(row.uuid),
      from_agent_did: row.from_did,
      to_agent_did: row.to_did,
      units: BigInt(row.units),
      currency: row.asset,
      status: row.status,
      created_at: row.created_at,
    }
  )
}

interface Money {
  readonly sides: readonly [string, string]
  readonly transaction_uuid: string
  readonly asset: string
  readonly units: bigint
  readonly is_settled: boolean
}

/** Finds the payment or escrow with this id if it is between these two agents, in whichever direction. */
export const pastTransactionFinder =
  (assets: AssetCatalogue) => async (tx: Db, id: string, did: string, other_did: string) => {
    const money = (await findPaid(tx, id)) ?? (await findEscrowed(tx, id))
    if (!money?.sides.includes(did) || !money.sides.includes(other_did)) return undefined
    return {
      transaction_id: toTransactionName(money.transaction_uuid),
      value_cents: toHundredths(money, assets),
      is_settled: money.is_settled,
    }
  }

async function findPaid(tx: Db, id: string): Promise<Money | undefined> {
  const row = await findPayment(tx, id)
  return (
    row && {
      sides: [row.from_did, row.to_did],
      transaction_uuid: row.uuid,
      asset: row.asset,
      units: BigInt(row.units),
      is_settled: row.status === 'completed',
    }
  )
}

/** An escrow is found by its id or by the id of its transaction. */
async function findEscrowed(tx: Db, id: string): Promise<Money | undefined> {
  const uuid = id.replace(/^(escrow|txn)-/, '').toLowerCase()
  const row = isUuid(uuid) ? await findEscrowByEitherId(tx, uuid) : undefined
  return (
    row && {
      sides: [row.buyer_did, row.seller_did],
      transaction_uuid: row.transaction_uuid,
      asset: row.asset,
      units: BigInt(row.units),
      is_settled: row.status === 'released' || row.status === 'resolved',
    }
  )
}

/** Hundredths of the currency, rounded down. */
const toHundredths = ({ asset, units }: Money, assets: AssetCatalogue): bigint =>
  multiplyDivide(units, 100n, 10n ** BigInt(assets.get(asset).precision), 'down')
