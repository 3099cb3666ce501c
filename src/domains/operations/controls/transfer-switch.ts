// The switch `transfers` as a guard of transfers: while it is off, no customer's money reaches another customer by any
// way, since whatever credits a customer asks the guards. A caller is refused with the reason. What was ordered before
// and is due meanwhile waits and is tried again: nobody is there to order it once more, and the switch is for a while.
// A transfer whose money was reserved a moment before the switch is completed.
import { isOperator } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import type { GuardedTransfer, TransferGuard } from '../../core/transfers/index.ts'
import { ALL_CHANGES, type OffByFeature, refusalOf } from './features.ts'

export function transferSwitch(
  feature: string,
  getOff: () => OffByFeature | Promise<OffByFeature>,
): TransferGuard {
  const find = (off: OffByFeature) => [feature, ALL_CHANGES].find((name) => off.has(name))
  return {
    isOn() {
      const off = getOff()
      // What is not known at once is read when the guard is asked.
      return off instanceof Promise || find(off) !== undefined
    },
    /** Money to and from other banks has switches of its own. */
    concerns: ({ from, leaves }: GuardedTransfer) => from !== null && !leaves,
    async judge({ caller }) {
      if (isOperator(caller)) return undefined
      const off = await getOff()
      const name = find(off)
      return name === undefined ? undefined : Unavailable({ reason: refusalOf(off, name) })
    },
    async release() {},
  }
}
