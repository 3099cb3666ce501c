// The name under which the holder of an account is known to its counterparties.
import type { Bank } from '../../../operation/bank.ts'
import type { Environment } from '../../../operation/caller.ts'
import { sweepDue } from '../../../operation/due-jobs.ts'
import type { Context } from '../../../operation/operation.ts'
import type { JobDef } from '../../../platform/jobs.ts'
import { findUsers } from '../../people/identity/index.ts'
import { listNameless, setHolderNames } from '../ledger/index.ts'

/**
 * In the sandbox a payment costs nothing, so that whoever pays every account would learn the names of all users; there
 * it is the first name and an initial.
 */
export function holderNameOf(name: string, environment: Environment): string {
  if (environment === 'live') return name
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  const last = rest.at(-1)
  return last === undefined ? first : `${first} ${Array.from(last)[0]}.`
}

const BATCH_MAX = 1_000

/** Names the holders of accounts that have no name: those opened before names were kept, or by a node of that version. */
async function nameSome(ctx: Context): Promise<number> {
  const { environment } = ctx.caller
  const accounts = await listNameless(ctx.tx, environment, BATCH_MAX)
  const users = await findUsers(ctx.tx, accounts.map(nameGiver))
  const names = accounts.flatMap((account) => {
    const user = users.get(nameGiver(account))
    return user ? { id: account.id, holder_name: holderNameOf(user.name, environment) } : []
  })
  if (names.length > 0) await setHolderNames(ctx, names)
  return names.length
}

/** The bank does not know the customers of a manager, so their accounts have the name of the manager. */
export const nameGiver = ({
  user_uuid,
  manager_uuid,
}: {
  readonly user_uuid: string
  readonly manager_uuid: string | null
}): string => manager_uuid ?? user_uuid

export function namingJob(bank: Pick<Bank, 'clock' | 'invalidate'>): JobDef {
  const name = 'accounts.name_holders'
  return {
    name,
    cron: '* * * * *',
    retries: 0,
    run: (_payload, db) => sweepDue(db, bank, name, nameSome),
  }
}
