// Asks the guards of transfers about money that somebody claims: only now is it known who gets it, so only now can
// the beneficiary be screened as for a transfer to a known person.
import { bankItself } from '../../../operation/caller.ts'
import { AppError } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { TravelRuleCheckRequired } from '../../core/transfers/index.ts'
import type { MobileOptions } from './options.ts'
import type { P2pRow } from './p2p-store.ts'

/** Throws the refusal. A check that the travel rule asks for was the sender's to make, when the money began to wait. */
export async function checkMayClaim(
  row: P2pRow,
  to_account: string,
  { tx, now }: Context,
  { guards, assets }: Pick<MobileOptions, 'guards' | 'assets'>,
): Promise<void> {
  // Nobody's check is looked for or used up: the sender's named the address and is spent, the claimant needs none.
  const asker = { tx, now, caller: bankItself(row.environment) }
  try {
    await guards.mayTransfer(asker, {
      id: row.id,
      from: row.from_account,
      to: to_account,
      leaves: false,
      asset: assets.get(row.asset),
      units: BigInt(row.units),
    })
  } catch (error) {
    if (error instanceof AppError && error.def.code === TravelRuleCheckRequired.code) return
    throw error
  }
}
