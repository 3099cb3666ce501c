// Direct debit mandates of customers: as creditors, who collect from accounts at other banks, and as debtors, who
// authorize creditors to collect from them.
import { dayOf } from '../../../../kernel/days.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound, Unavailable } from '../../../../operation/error.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { type AssetCatalogue, readUnits } from '../../../core/assets/index.ts'
import { findAccounts } from '../../../core/ledger/index.ts'
import {
  findUser,
  lockCallerCredential,
  keyOf,
  type SessionlessAccess,
} from '../../../people/identity/index.ts'
import { isCreditorId } from './creditor-id.ts'
import { IdentityCheckRequired, MandateExists } from '../errors.ts'
import * as events from '../events.ts'
import { type MandateStatus, mandateLife } from '../life-cycle.ts'
import { expiryAfter } from './rules.ts'
import * as store from './store.ts'
import type { MandateRow } from './store.ts'
import { findOtherSide, partyOf } from '../own-accounts.ts'
import { readIban, unknownParty } from '../party.ts'
import { getPayer, type RailOptions } from '../payments/service.ts'
import { isInSepa } from '../rails/catalogue.ts'

export interface MandateRequest {
  readonly role: MandateRow['role']
  readonly account?: string
  readonly mandate_id: string
  readonly creditor_id: string
  readonly creditor_name: string
  readonly creditor_iban?: string
  readonly debtor_name: string
  readonly debtor_iban?: string
  readonly scheme: MandateRow['scheme']
  readonly frequency: MandateRow['frequency']
  readonly max_amount?: string | number | null
  readonly signed_at?: string
}

const refuse = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })

export async function createMandate(
  request: MandateRequest,
  ctx: Context,
  options: RailOptions,
): Promise<MandateRow> {
  await lockCallerCredential(ctx)
  const { environment } = ctx.caller
  const account_id = await getPayer(request.account, ctx)
  const owner = (await findAccounts(ctx.tx, [account_id])).get(account_id)!.user_uuid!
  const { role, mandate_id, creditor_id } = request
  if (!isCreditorId(creditor_id))
    throw refuse(
      'creditor_id',
      `${creditor_id} is not a SEPA creditor identifier: its check digits or its form are wrong.`,
    )
  if (role === 'creditor') await checkCreditor(owner, creditor_id, ctx, options)
  const ibans = await readIbans(request, account_id, ctx, options)
  const today = dayOf(ctx.now)
  const { signed_at = today } = request
  if (signed_at > today) throw refuse('signed_at', 'The mandate cannot be signed in the future.')
  const expires_at = expiryAfter(new Date(`${signed_at}T00:00:00Z`))
  if (expires_at <= ctx.now)
    throw refuse('signed_at', 'The mandate was signed more than 36 months ago; ask for a new one.')
  const { max_amount = null } = request
  const row = await store.insertMandate(ctx.tx, {
    id: uuidv7(ctx.now),
    environment,
    user_uuid: owner,
    allowed_by: ctx.caller.user!,
    allowed_with: await keyOf(ctx),
    account_id,
    role,
    mandate_id,
    creditor_id,
    creditor_name: request.creditor_name,
    debtor_name: request.debtor_name,
    ...ibans,
    scheme: request.scheme,
    frequency: request.frequency,
    max_units:
      max_amount === null ? null : readUnits(max_amount, options.assets.get('EUR'), 'max_amount'),
    signed_at,
    expires_at,
    created_at: ctx.now,
  })
  if (!row) throw MandateExists({ mandate_id, creditor_id })
  announce(ctx, events.DirectDebitMandateCreated, row)
  return row
}

/** An identifier belongs to the customer who collects under it; in production their identity must be verified. */
async function checkCreditor(
  user_uuid: string,
  creditor_id: string,
  ctx: Context,
  { production }: RailOptions,
): Promise<void> {
  const { environment } = ctx.caller
  if (production && environment === 'live') {
    const user = await findUser(ctx.tx, user_uuid)
    if (user?.kyc_status !== 'approved') throw IdentityCheckRequired({})
  }
  if (await store.isCreditorTaken(ctx.tx, { environment, creditor_id, user_uuid }))
    throw refuse('creditor_id', 'Another customer collects under this creditor identifier.')
}

/** The customer's own IBAN is that of the account; the counterparty's is read from the request. */
async function readIbans(
  request: MandateRequest,
  account_id: string,
  ctx: Context,
  { directory }: RailOptions,
): Promise<Pick<MandateRow, 'creditor_iban' | 'debtor_iban'>> {
  const own = (await partyOf(ctx.tx, directory, account_id)).iban
  if (own === null)
    throw Unavailable({
      reason: 'Direct debits are not available at this bank: its accounts have no IBANs.',
    })
  const [mine, theirs] =
    request.role === 'creditor'
      ? (['creditor_iban', 'debtor_iban'] as const)
      : (['debtor_iban', 'creditor_iban'] as const)
  const given = request[mine]
  if (given !== undefined && readIban(given, mine) !== own)
    throw refuse(mine, `The account has the IBAN ${own}; leave ${mine} out, or name that account.`)
  const other = request[theirs]
  if (other === undefined)
    throw refuse(theirs, `The ${theirs.replace('_', ' ')} field is required for this role.`)
  const iban = readIban(other, theirs)
  const found = await findOtherSide(ctx.tx, directory, {
    party: { ...unknownParty, iban },
    account_id,
  })
  if (found.is === 'missing')
    throw refuse(theirs, 'This bank has no open account with this number; correct the IBAN.')
  if (!isInSepa(iban.slice(0, 2)))
    throw refuse(theirs, `SEPA direct debits do not reach accounts in ${iban.slice(0, 2)}.`)
  if (iban === own)
    throw refuse(theirs, 'The creditor and the debtor must have different accounts.')
  return role(request.role, own, iban)
}

const role = (as: MandateRow['role'], own: string, other: string) =>
  as === 'creditor'
    ? { creditor_iban: own, debtor_iban: other }
    : { creditor_iban: other, debtor_iban: own }

function announce(
  ctx: Context,
  event: EventDef<typeof events.DirectDebitMandateCreated.data>,
  row: MandateRow,
): void {
  const { id, mandate_id, role: as, creditor_id, status } = row
  ctx.emit(
    event,
    { id, mandate_id, role: as, creditor_id, status },
    { user_uuid: row.user_uuid, account_uuid: row.account_id },
  )
}

function checkMine(row: MandateRow | undefined, id: string, { caller }: Context): MandateRow {
  if (!row || row.user_uuid !== caller.user || row.environment !== caller.environment)
    throw NotFound({ what: 'mandate', id })
  return row
}

export const getMandate = async (id: string, ctx: Context): Promise<MandateRow> =>
  checkMine(await store.findMandate(ctx.tx, id), id, ctx)

export const lockOwnMandate = async (id: string, ctx: Context): Promise<MandateRow> =>
  checkMine(await store.lockMandate(ctx.tx, id), id, ctx)

export type MandateListRequest = PageRequest & {
  readonly role?: MandateRow['role']
  readonly status?: MandateStatus
}

export const listMandates = ({ tx, caller }: Context, request: MandateListRequest) => {
  const { role: as, status } = request
  const mine = { environment: caller.environment, user_uuid: caller.user! }
  return store.listMandates(tx, { ...mine, role: as, status }, request)
}

/** What other customers of this bank are about to collect from the caller; nothing of a suspended mandate. */
export async function listUpcoming(
  page: PageRequest,
  { tx, caller }: Context,
  assets: AssetCatalogue,
) {
  const mine = { environment: caller.environment, user_uuid: caller.user! }
  const { rows, total } = await store.listUpcoming(tx, mine, page)
  const collections = rows.map(({ units, asset, account_id, estimated_settlement, ...row }) => ({
    ...row,
    account_uuid: account_id,
    amount: formatDecimal({ units: BigInt(units), asset: assets.get(asset) }),
    currency: asset,
    expected_at: estimated_settlement,
  }))
  return toPage(collections, total, page)
}

const eventOf = {
  suspend: events.DirectDebitMandateSuspended,
  resume: events.DirectDebitMandateResumed,
  cancel: events.DirectDebitMandateCancelled,
  expire: events.DirectDebitMandateExpired,
} as const

/** Suspends, resumes or cancels a mandate of the caller. */
export async function changeMandate(
  id: string,
  action: 'suspend' | 'resume' | 'cancel',
  ctx: Context,
): Promise<MandateRow> {
  const row = await lockOwnMandate(id, ctx)
  const step = mandateLife.check(row.status, action)
  return takeStep(row, action, step.to, ctx)
}

async function takeStep(
  row: MandateRow,
  action: keyof typeof eventOf,
  status: MandateStatus,
  ctx: Context,
): Promise<MandateRow> {
  const changed = await store.updateMandate(ctx.tx, row.id, { status, updated_at: ctx.now })
  announce(ctx, eventOf[action], changed)
  return changed
}

/** For "end everything": the mandates by which creditors may collect from a customer. */
export const mandateAccess: SessionlessAccess = {
  name: 'direct_debit_mandates',
  count: store.countGiven,
  async end(user_uuid, ctx) {
    for (const row of await store.lockGiven(ctx.tx, user_uuid))
      await takeStep(row, 'cancel', mandateLife.check(row.status, 'cancel').to, ctx)
  },
}

const EXPIRED_AT_ONCE = 200

/** Expires some of the mandates that were not used for 36 months; returns their number. */
export async function expireMandates(ctx: Context): Promise<number> {
  const { environment } = ctx.caller
  const rows = await store.lockExpired(ctx.tx, {
    environment,
    now: ctx.now,
    limit: EXPIRED_AT_ONCE,
  })
  for (const row of rows)
    await takeStep(row, 'expire', mandateLife.check(row.status, 'expire').to, ctx)
  return rows.length
}

export const toMandate = (row: MandateRow, assets: AssetCatalogue) => ({
  id: row.id,
  mandate_id: row.mandate_id,
  role: row.role,
  account_uuid: row.account_id,
  creditor_id: row.creditor_id,
  creditor_name: row.creditor_name,
  creditor_iban: row.creditor_iban,
  debtor_name: row.debtor_name,
  debtor_iban: row.debtor_iban,
  scheme: row.scheme,
  frequency: row.frequency,
  max_amount:
    row.max_units === null
      ? null
      : formatDecimal({ units: BigInt(row.max_units), asset: assets.get('EUR') }),
  currency: 'EUR',
  status: row.status,
  signed_at: row.signed_at,
  last_used_at: row.last_used_at,
  expires_at: row.expires_at,
  created_at: row.created_at,
})
