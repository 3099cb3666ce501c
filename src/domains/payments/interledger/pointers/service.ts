// Payment pointers of accounts: each SPSP query (Interledger RFC 9) is answered with a new address and shared secret.
// Nothing is stored, so that queries cost the bank little: the secret is derived from the address and the bank's key,
// and the address contains its creation time.
import { HOUR_MS } from '../../../../kernel/durations.ts'
import { timeOf, uuidv7 } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type Account, findAccounts } from '../../../core/ledger/index.ts'
import { toUuid } from '../addresses.ts'
import type { InterledgerOptions } from '../options.ts'

/** How long packets to an address are accepted after its creation. */
const LASTS_MS = HOUR_MS

interface Pointed {
  readonly account: string
  readonly token: string
}

const textOf = ({ account, token }: Pointed, environment: Environment): string =>
  `interledger spsp ${environment} ${account} ${token}`

/** The secrets with which the address may have been given out, the likeliest first. */
export const secretsOf = (
  place: Pointed,
  environment: Environment,
  { sealer }: Pick<InterledgerOptions, 'sealer'>,
): readonly Buffer[] => sealer.digests(textOf(place, environment))

/** The open account behind an address that was created within the last hour. */
export async function findPointerAccount(
  { account, token }: Pointed,
  ctx: Context,
): Promise<Account | undefined> {
  const age = ctx.now.getTime() - timeOf(token).getTime()
  return age <= LASTS_MS ? findOpen(account, ctx) : undefined
}

async function findOpen(id: string, { tx, caller }: Context): Promise<Account | undefined> {
  const account = (await findAccounts(tx, [id])).get(id)
  const isOpen =
    account?.environment === caller.environment &&
    account.code === null &&
    account.status !== 'closed'
  return isOpen ? account : undefined
}

/** What SPSP answers at the pointer of an account, in the form of the standard. */
export async function resolvePointer(written: string, ctx: Context, options: InterledgerOptions) {
  const digits = written.replaceAll('-', '').toLowerCase()
  const isId = /^[0-9a-f]{32}$/.test(digits)
  const account = isId ? await findOpen(toUuid(digits), ctx) : undefined
  // A bank that accepts no packets gives out no address.
  if (!account || options.incomingTokens.length === 0)
    throw NotFound({ what: 'account', id: written })
  const { environment } = ctx.caller
  const place = { account: account.id, token: uuidv7(ctx.now) }
  return {
    destination_account: options.addresses.ofToken(environment, place.account, place.token),
    shared_secret: options.sealer.digest(textOf(place, environment)).toString('base64'),
  }
}
