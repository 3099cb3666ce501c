// Checks that accounts still have the owner and environment they were opened with. Other domains that keep
// a copy of the owner add a check of that copy.
import type { Db } from '../../../../platform/database.ts'
import type { Finding } from './invariants.ts'
import type { Holder, OpenedAccount } from '../accounts/opening-store.ts'

export type Opening = Holder & { readonly account_id: string }

/** Compares a domain's copies of owners with the openings and returns the differences. */
export type OwnerCheck = (tx: Db, openings: readonly Opening[]) => Promise<Finding[]>

export async function proveOpenings(
  tx: Db,
  accounts: readonly OpenedAccount[],
  ownerChecks: readonly OwnerCheck[],
): Promise<Finding[]> {
  const findings = accounts.flatMap(judge)
  const openings = accounts.flatMap(({ id, opened }) =>
    opened ? [{ ...opened, account_id: id }] : [],
  )
  for (const check of ownerChecks) findings.push(...(await check(tx, openings)))
  return findings
}

function judge({ id, now, opened }: OpenedAccount): Finding[] {
  if (!now) return [{ ...place('owner', id), expected: 'an account', found: 'none' }]
  if (!opened)
    return [{ ...place('owner', id), expected: 'a record of its opening', found: 'none' }]
  return compareHolders(id, opened, now)
}

/** The differences between the holder at the opening and the current one. */
export function compareHolders(id: string, opened: Holder, now: Holder): Finding[] {
  const [expected, found] = [describeOwner(opened), describeOwner(now)]
  return [
    ...(expected === found ? [] : [{ ...place('owner', id), expected, found }]),
    ...(opened.environment === now.environment
      ? []
      : [{ ...place('environment', id), expected: opened.environment, found: now.environment }]),
  ]
}

const place = (invariant: 'owner' | 'environment', account_id: string) => ({
  invariant,
  environment: null,
  account_id,
  asset: null,
  subject: null,
  seq: null,
})

function describeOwner({ user_uuid, manager_uuid, tenant_uuid, code }: Holder): string {
  const owner = user_uuid === null ? `the bank (${code})` : `user ${user_uuid}`
  const tenant = tenant_uuid === null ? '' : ` of the tenant ${tenant_uuid}`
  return owner + tenant + (manager_uuid === null ? '' : `, managed by ${manager_uuid}`)
}
