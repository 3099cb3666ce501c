// Marks a message as delivered when its recipient reads it. A query runs on a read-only connection, so the
// bank writes this in a separate transaction before the query answers. Reading a message again writes
// nothing.
import type { Context, Invalidate } from '../../../operation/operation.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
import type { Db } from '../../../platform/database.ts'
import { messageLife } from './life-cycle.ts'
import { type MessageRow, markDelivered } from './store.ts'
import { emitDelivered, findParties } from './sender-events.ts'

export interface ReceiptsOptions {
  readonly db: Db
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
}

export class Receipts {
  private readonly options: ReceiptsOptions

  constructor(options: ReceiptsOptions) {
    this.options = options
  }

  /** Returns the messages as they are after this agent has read them. */
  async note(
    rows: readonly MessageRow[],
    reader: string,
    { caller, now, operation }: Pick<Context, 'caller' | 'now' | 'operation'>,
  ): Promise<MessageRow[]> {
    const fresh = rows.filter(
      (row) =>
        row.to_agent_uuid === reader && messageLife.find(row.status, 'deliver') !== undefined,
    )
    if (fresh.length === 0) return [...rows]
    const { db, invalidate } = this.options
    const delivered = await runAsSystem({ db, now, caller, operation, invalidate }, async (ctx) => {
      const uuids = fresh.map((row) => row.uuid)
      const step = { from: messageLife.from('deliver'), now }
      const changed = await markDelivered(ctx.tx, uuids, step)
      const agents = await findParties(ctx.tx, changed)
      for (const row of changed) emitDelivered(row, agents, ctx)
      return new Map(changed.map((row) => [row.uuid, row]))
    })
    return rows.map((row) => delivered.get(row.uuid) ?? row)
  }
}
