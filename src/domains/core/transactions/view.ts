// Builds the public form of a transaction: one side of a move, or of a pending or failed transfer.
import { formatDecimal } from '../../../kernel/money.ts'
import { timeOf } from '../../../kernel/uuid.ts'
import { counterpartyNameOf, otherAccountOf } from './counterparty.ts'
import type { AssetCatalogue } from '../assets/index.ts'
import { toTransactionId } from '../ledger/for-tasks.ts'
import type { ListedRow, Side } from '../ledger/index.ts'

const otherSide = (side: Side): Side => (side === 'from' ? 'to' : 'from')

export function toTransaction(row: ListedRow, assets: AssetCatalogue) {
  const asset = assets.get(row.asset)
  const write = (units: string) => formatDecimal({ units: BigInt(units), asset })
  const { id: entry_id, line, side } = row
  return {
    uuid: toTransactionId({ entry_id, line, side }),
    account_uuid: row.account_id,
    type: row.type,
    subtype: row.subtype,
    direction: side === 'from' ? ('outgoing' as const) : ('incoming' as const),
    amount: write(row.units),
    asset_code: asset.code,
    status: row.status,
    reference: row.reference,
    description: row.reference,
    metadata: { ...row.metadata },
    balance_after: row.after === null ? null : write(row.after),
    related_account_uuid: otherAccountOf(row),
    counterparty_name: counterpartyNameOf(row),
    transaction_group_uuid: entry_id,
    parent_transaction_id:
      row.linked_line === null
        ? null
        : toTransactionId({
            entry_id: row.linked_to!,
            line: row.linked_line,
            side: otherSide(side),
          }),
    failure_reason: row.reason,
    created_at: timeOf(entry_id).toISOString(),
    completed_at: row.completed_at,
  }
}
