// Grants: tokens with which another user may pay from an account, up to a limit and for an hour. A token is stored
// as a hash only. A grant ends with the credential that gave it, and with its owner's right to the account.
import { formatMoney } from '../../../kernel/money.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Caller } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'
import { hashSecret, randomText } from '../../../platform/secrets.ts'
import { findAccounts, canUse } from '../../core/ledger/index.ts'
import {
  findCredentialById,
  isCredentialLive,
  parentOf,
  type SessionlessAccess,
  type AuthorityCheck,
} from '../../people/identity/index.ts'
import { readSupportedAmount } from './assets.ts'
import { GrantLimitExceeded, GrantNotValid } from './errors.ts'
import { GrantCreated, GrantRevoked } from './events.ts'
import * as store from './grant-store.ts'
import type { GrantRow } from './grant-store.ts'
import { grantLife } from './life-cycle.ts'
import { after, type InterledgerOptions } from './options.ts'
import { findReceiver, getWallet } from './receivers.ts'
import type { Resolved } from './connectors/connector.ts'
import type { QuoteRow } from './payments/store.ts'
import { toGrantEvent } from './view.ts'

export const GRANT_SECONDS = 3_600
const TOKEN_LENGTH = 43

export interface GrantRequest {
  readonly wallet_address: string
  readonly limit_amount: string | number
  readonly currency: string
  readonly receiver?: string
}

export async function createGrant(
  request: GrantRequest,
  resolved: Resolved | undefined,
  ctx: Context,
  options: InterledgerOptions,
): Promise<{ readonly row: GrantRow; readonly grant_token: string }> {
  const { asset, units: limit_units } = readSupportedAmount(
    options.assets,
    { amount: request.limit_amount, code: request.currency },
    { amount: 'limit_amount', asset: 'currency' },
  )
  const account = await getWallet(request.wallet_address, ctx, options)
  const receiver =
    request.receiver === undefined
      ? undefined
      : await findReceiver(request.receiver, resolved, ctx, options)
  const grant_token = `gnt_${randomText(TOKEN_LENGTH)}`
  const row = await store.insertGrant(ctx.tx, {
    id: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    user_uuid: ctx.caller.user!,
    account_uuid: account.id,
    token_hash: hashSecret(grant_token),
    asset: asset.code,
    limit_units,
    ilp_address: receiver?.ilp_address ?? null,
    credential_id: parentOf(ctx.caller),
    expires_at: after(ctx.now, GRANT_SECONDS),
    created_at: ctx.now,
  })
  ctx.emit(GrantCreated, toGrantEvent(row, options), { user_uuid: row.user_uuid })
  return { row, grant_token }
}

/** Takes the amount of a payment from the grant behind a token; the grant stays locked until the payment is made. */
export async function useGrant(
  token: string,
  account_uuid: string,
  quote: QuoteRow,
  ctx: Context,
  { assets, standing }: Pick<InterledgerOptions, 'assets' | 'standing'>,
): Promise<GrantRow> {
  const grant = await store.lockGrant(ctx.tx, { token_hash: hashSecret(token) })
  if (!grant || !(await isGood(grant, ctx, standing)))
    throw GrantNotValid({ sentence: 'This grant token is unknown, expired or revoked.' })
  if (grant.account_uuid !== account_uuid)
    throw GrantNotValid({ sentence: 'This grant is for another wallet address.' })
  if (grant.asset !== quote.send_asset)
    throw GrantNotValid({
      sentence: `This grant is for ${grant.asset}, and the quote sends ${quote.send_asset}.`,
    })
  if (grant.ilp_address !== null && grant.ilp_address !== quote.ilp_address)
    throw GrantNotValid({ sentence: 'This grant is for another receiver.' })
  const left = grant.limit_units - grant.used_units
  const show = (units: bigint) => formatMoney({ units, asset: assets.get(grant.asset) })
  if (quote.send_units > left)
    throw GrantLimitExceeded({ left: show(left), needed: show(quote.send_units) })
  await store.spendGrant(ctx.tx, grant.id, quote.send_units)
  return grant
}

async function isGood(grant: GrantRow, ctx: Context, standing: AuthorityCheck): Promise<boolean> {
  const { tx, caller, now } = ctx
  const isCurrent =
    grant.environment === caller.environment &&
    grant.status === 'active' &&
    new Date(grant.expires_at) > now
  if (!isCurrent) return false
  if (grant.credential_id !== null) {
    const credential = await findCredentialById(tx, grant.credential_id)
    if (!credential || !(await isCredentialLive(tx, credential.hash, now))) return false
  }
  const { user_uuid, credential_id: allowed_with, created_at: allowed_at } = grant
  const authority = { user_uuid, allowed_with, allowed_at }
  if ((await standing.refusal(ctx, authority)) !== undefined) return false
  // The granter may have lost access to the account since.
  const account = (await findAccounts(tx, [grant.account_uuid])).get(grant.account_uuid)
  const granter: Caller = { ...caller, user: grant.user_uuid, scopes: new Set() }
  return account !== undefined && account.status !== 'closed' && canUse(account, granter)
}

export const listGrants = ({ tx, caller }: Context, page: PageRequest) =>
  store.listGrants(tx, { environment: caller.environment, user_uuid: caller.user! }, page)

/** Revoking a grant that has ended changes nothing. */
export async function revokeGrant(
  id: string,
  ctx: Context,
  options: InterledgerOptions,
): Promise<void> {
  const { tx, caller } = ctx
  const row = await store.lockGrant(tx, { id })
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'grant', id })
  if (!grantLife.isEnd(row.status)) await revoke(row, ctx, options)
}

async function revoke(row: GrantRow, ctx: Context, options: InterledgerOptions): Promise<void> {
  grantLife.check(row.status, 'revoke')
  const revoked = await store.endGrant(ctx.tx, row.id, 'revoked', ctx.now)
  ctx.emit(GrantRevoked, toGrantEvent(revoked, options), { user_uuid: row.user_uuid })
}

/** For "end everything": counts and revokes the grants of a user. */
export const grantAccess = (options: InterledgerOptions): SessionlessAccess => ({
  name: 'interledger_grants',
  count: store.countActiveGrants,
  async end(user_uuid, ctx) {
    for (const row of await store.lockActiveGrants(ctx.tx, user_uuid, ctx.now))
      await revoke(row, ctx, options)
  },
})
