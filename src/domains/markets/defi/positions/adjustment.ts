// Changes a position: adds the interest up to now, then adds or takes units. The caller's lock makes it the only
// change of their positions at a time.
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Context } from '../../../../operation/operation.ts'
import { userOf } from '../options.ts'
import * as store from './store.ts'
import type { NewPosition } from './store.ts'
import { type Position, toPosition } from './service.ts'

type Kind = Pick<NewPosition, 'chain' | 'protocol' | 'type' | 'asset'>

export const findPosition = (positions: readonly Position[], kind: Kind): Position | undefined =>
  positions.find(
    (one) => one.chain === kind.chain && one.type === kind.type && one.asset === kind.asset,
  )

/** The position after the change; one that reaches zero is closed. */
export async function changePosition(
  positions: readonly Position[],
  kind: Kind,
  units: bigint,
  ctx: Context,
): Promise<Position> {
  const known = findPosition(positions, kind)
  const after = (known?.units ?? 0n) + units
  const { now } = ctx
  const row = known
    ? await store.updatePosition(ctx.tx, known.id, {
        units: after,
        status: after === 0n ? 'closed' : 'active',
        now,
      })
    : await store.insertPosition(ctx.tx, {
        ...userOf(ctx),
        ...kind,
        id: uuidv7(now),
        units: after,
        now,
      })
  return toPosition(row, now)
}
