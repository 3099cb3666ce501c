// The switch `transfers` as a guard of transfers: while it is off, no customer's money reaches another customer, since
// every operation that credits a customer consults the guards. A caller is refused with the reason. Transfers that
// were ordered earlier and fall due are retried, because their owners are not present to repeat them and the switch is
// temporary. A transfer whose money was reserved before the switch is completed.
import { isOperator } from '../../../operation/caller.ts'
import { Unavailable } from '../../../operation/error.ts'
import type { GuardedTransfer, TransferGuard } from '../../core/transfers/index.ts'
import { ALL_CHANGES, type OffByFeature, refusalOf } from './features.ts'

export interface SwitchState {
  readonly off: () => OffByFeature | Promise<OffByFeature>
  readonly knownOff: () => OffByFeature | undefined
}

export function transferSwitch(feature: string, state: SwitchState): TransferGuard {
  const find = (off: OffByFeature) => [feature, ALL_CHANGES].find((name) => off.has(name))
  return {
    isOn() {
      const off = state.knownOff()
      // If the state is not in memory, `judge` reads it.
      return off === undefined || find(off) !== undefined
    },
    /** Money to and from other banks has switches of its own. */
    concerns: ({ from, leaves }: GuardedTransfer) => from !== null && !leaves,
    async judge({ caller }) {
      if (isOperator(caller)) return undefined
      const off = await state.off()
      const name = find(off)
      return name === undefined ? undefined : Unavailable({ reason: refusalOf(off, name) })
    },
    async release() {},
  }
}
