// The rules of consents: requesting one, deciding about it, and ending it.
import { dayOf } from '../../../../kernel/days.ts'
import { DAY_MS, HOUR_MS } from '../../../../kernel/durations.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Caller } from '../../../../operation/caller.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import { Forbidden, Invalid, NotFound } from '../../../../operation/error.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import { listAccountPageOf } from '../../../core/accounts/index.ts'
import { lockCallerCredential, isVisibleTo } from '../../../people/identity/index.ts'
import {
  ACCOUNTS_MAX,
  type RequestedAccess,
  permissions,
  readAccess,
  readReference,
  type AccessInput,
} from './access.ts'
import * as store from './store.ts'
import type { ConsentRow, GrantRow } from './store.ts'
import { dayAfter } from '../days.ts'
import * as events from '../events.ts'
import { type ConsentAction, consentLife, type ConsentStatus } from '../life-cycle.ts'
import { checkInPerson, findHeld } from '../parties.ts'
import { readRedirect } from '../redirect.ts'
import { toGranted } from '../view.ts'

export const CONSENT_JOB = 'open_banking.expire_consents'

/** No consent is valid longer, whatever was requested. */
export const DAYS_MAX = 90
/** A consent that is not decided within this time expires. */
const DECIDE_WITHIN_MS = 24 * HOUR_MS

export interface ConsentOptions {
  readonly jobs: Pick<Jobs, 'send'>
  readonly directory: AccountDirectory
}

export interface ConsentRequest {
  readonly access: AccessInput
  readonly recurringIndicator: boolean
  readonly validUntil: string
  readonly frequencyPerDay: number
  readonly redirect?: string
}

export async function createConsent(
  input: ConsentRequest,
  ctx: Context,
  options: ConsentOptions,
): Promise<ConsentRow> {
  readAccess(input.access)
  const valid_until = readLastDay(input.validUntil, ctx.now)
  const decideBy = new Date(ctx.now.getTime() + DECIDE_WITHIN_MS)
  const end = dayAfter(valid_until)
  const row = await store.insertConsent(ctx.tx, {
    id: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    tpp_uuid: ctx.caller.user!,
    status: 'received',
    access: input.access,
    recurring: input.recurringIndicator,
    frequency_per_day: input.frequencyPerDay,
    valid_until,
    redirect_uri: readRedirect(input.redirect),
    due_at: decideBy < end ? decideBy : end,
    created_at: ctx.now,
  })
  announce(row, ctx)
  await sendJob(row, ctx, options)
  return row
}

/** The requested day, or the last that is possible. */
function readLastDay(validUntil: string, now: Date): string {
  const today = dayOf(now)
  if (validUntil <= today)
    throw Invalid({
      errors: {
        validUntil: [`The day ${validUntil} is not in the future; today is ${today} (UTC).`],
      },
    })
  const last = dayOf(new Date(now.getTime() + DAYS_MAX * DAY_MS))
  return validUntil < last ? validUntil : last
}

/** The status at this moment: the job may not have marked an expired consent yet. */
export const statusAt = ({ status, due_at }: ConsentRow, now: Date): ConsentStatus =>
  due_at !== null && Date.parse(due_at) <= now.getTime() ? 'expired' : status

/** For the third party that requested the consent and the account holder who decided. */
export async function getConsent(id: string, ctx: Context): Promise<ConsentRow> {
  const row = await store.findConsent(ctx.tx, id)
  if (!row || !isPartyOf(row, ctx.caller)) throw NotFound({ what: 'consent', id })
  return row
}

/** The accounts that the account holder has opened to the third party; null before that. */
export async function findGranted(
  { id }: ConsentRow,
  { tx }: Context,
  { directory }: ConsentOptions,
) {
  const grants = await store.listGrants(tx, id)
  if (grants.length === 0) return null
  const accounts = [...new Set(grants.map(({ account_uuid }) => account_uuid))]
  return toGranted(grants, await directory.of(tx, accounts))
}

const isPartyOf = (row: ConsentRow, { user, environment }: Caller): boolean =>
  row.environment === environment && (row.tpp_uuid === user || row.psu_uuid === user)

export interface ListRequest extends PageRequest {
  readonly role: 'tpp' | 'psu'
  readonly status?: ConsentStatus | 'ended'
}

const ENDED: readonly ConsentStatus[] = ['rejected', 'revokedByPsu', 'expired', 'terminatedByTpp']

const statusesOf = (status: ListRequest['status']): readonly ConsentStatus[] => {
  if (status === undefined) return ['received', 'valid']
  return status === 'ended' ? ENDED : [status]
}

/** Those that can still be used or decided about, unless the caller asks for another status. */
export const listConsents = (input: ListRequest, { tx, caller, now }: Context) =>
  store.listConsents(
    tx,
    {
      environment: caller.environment,
      user: caller.user!,
      role: input.role,
      statuses: statusesOf(input.status),
      now,
    },
    input,
  )

/** The access that a consent would give if the caller authorized it now. */
export interface Review {
  readonly row: ConsentRow
  readonly asked: RequestedAccess
  /** Accounts of the caller; with `all`, the first ACCOUNTS_MAX of them. */
  readonly accounts: readonly string[]
  /** The number of accounts that it would cover. */
  readonly total: number
}

export async function reviewConsent(
  id: string,
  ctx: Context,
  options: ConsentOptions,
): Promise<Review> {
  const row = await store.findConsent(ctx.tx, id)
  return reviewRow(row, id, ctx, options)
}

/** Any user with the id may decide, unless the consent names accounts that are not theirs. */
async function reviewRow(
  row: ConsentRow | undefined,
  id: string,
  ctx: Context,
  { directory }: ConsentOptions,
): Promise<Review> {
  const { caller } = ctx
  if (row?.environment !== caller.environment || !(await isVisibleTo(ctx, row.tpp_uuid)))
    throw NotFound({ what: 'consent', id })
  const notTheirs = Forbidden({
    reason:
      'This consent is about accounts that are not yours; only their owner can decide about it.',
  })
  if (row.psu_uuid !== null && row.psu_uuid !== caller.user) throw notTheirs
  const asked = readAccess(row.access)
  const named = [...new Set(permissions.flatMap((one) => (asked[one] === 'all' ? [] : asked[one])))]
  const held = await findHeld(ctx.tx, named, caller, directory)
  if (named.some((text) => !held.has(text))) throw notTheirs
  const { accounts, total } = permissions.some((one) => asked[one] === 'all')
    ? await listOwn(ctx)
    : listOnce([...held.values()].map((account) => account.id))
  const idOf = (text: string): string => held.get(text)!.id
  const inIds = (list: RequestedAccess[keyof RequestedAccess]) =>
    list === 'all' ? list : [...new Set(list.map(idOf))]
  return {
    row,
    accounts,
    total,
    asked: {
      accounts: inIds(asked.accounts),
      balances: inIds(asked.balances),
      transactions: inIds(asked.transactions),
    },
  }
}

const listOnce = (ids: readonly string[]) => {
  const accounts = [...new Set(ids)]
  return { accounts, total: accounts.length }
}

async function listOwn(ctx: Context) {
  const { accounts, total } = await listAccountPageOf({ page: 1, per_page: ACCOUNTS_MAX }, ctx)
  return { accounts: accounts.map(({ account }) => account.id), total }
}

/** Binds the consent to the account holder and grants access to the accounts that they chose. */
export async function authorizeConsent(
  { id, accounts }: { readonly id: string; readonly accounts?: readonly string[] },
  ctx: Context,
  options: ConsentOptions,
): Promise<ConsentRow> {
  checkInPerson(ctx.caller)
  await lockCallerCredential(ctx)
  const review = await reviewRow(await store.lockConsent(ctx.tx, id), id, ctx, options)
  const { row } = review
  consentLife.check(statusAt(row, ctx.now), 'authorize')
  const chosen = accounts && (await readChosen(accounts, ctx, options))
  const grants = grantsOf(review, chosen)
  await store.insertGrants(ctx.tx, row.id, grants)
  const valid = await store.updateConsent(ctx.tx, row.id, {
    status: 'valid',
    psu_uuid: ctx.caller.user!,
    authorized_at: ctx.now,
    last_action_at: ctx.now,
    due_at: dayAfter(row.valid_until),
  })
  announce(valid, ctx)
  await sendJob(valid, ctx, options)
  return valid
}

async function readChosen(
  written: readonly string[],
  ctx: Context,
  { directory }: ConsentOptions,
): Promise<ReadonlySet<string>> {
  const references = written.map((text) => readReference(text) ?? text)
  const held = await findHeld(ctx.tx, references, ctx.caller, directory)
  references.forEach((text, at) => {
    if (!held.has(text))
      throw Invalid({ errors: { [`accounts.${at}`]: [`"${text}" is not an account of yours.`] } })
  })
  return new Set([...held.values()].map(({ id }) => id))
}

/** Of a consent for all accounts, the chosen ones; of one that names accounts, those of them that are chosen. */
function grantsOf({ asked, accounts, total }: Review, chosen: ReadonlySet<string> | undefined) {
  const refuse = (sentence: string) => Invalid({ errors: { accounts: [sentence] } })
  const opened = chosen ? chosen.size : total
  if (opened > ACCOUNTS_MAX)
    throw refuse(
      `This would cover ${opened} accounts, and a consent covers at most ${ACCOUNTS_MAX}; choose some in accounts.`,
    )
  const grants = permissions.flatMap((permission): GrantRow[] => {
    const list = asked[permission]
    const named = list === 'all' ? (chosen ? [...chosen] : accounts) : list
    return named
      .filter((account) => chosen?.has(account) ?? true)
      .map((account_uuid) => ({ permission, account_uuid }))
  })
  if (grants.length === 0)
    throw refuse(
      'This would give no access; choose at least one of the accounts that the consent requests.',
    )
  return grants
}

export async function rejectConsent(
  id: string,
  ctx: Context,
  options: ConsentOptions,
): Promise<ConsentRow> {
  checkInPerson(ctx.caller)
  const { row } = await reviewRow(await store.lockConsent(ctx.tx, id), id, ctx, options)
  return end(row, 'reject', ctx, ctx.caller.user)
}

/** The account holder revokes the consent; the third party terminates it. */
export async function endConsent(id: string, ctx: Context): Promise<ConsentRow> {
  const row = await store.lockConsent(ctx.tx, id)
  if (!row || !isPartyOf(row, ctx.caller)) throw NotFound({ what: 'consent', id })
  return end(row, row.psu_uuid === ctx.caller.user ? 'revoke' : 'terminate', ctx)
}

/** Revokes all consents of an account holder, for "end everything". */
export async function endConsentsOf(psu_uuid: string, ctx: Context): Promise<void> {
  for (const { id } of await store.listValidOf(ctx.tx, psu_uuid, ctx.now)) {
    const row = await store.lockConsent(ctx.tx, id)
    if (row?.status === 'valid') await end(row, 'revoke', ctx)
  }
}

/** For the job. */
export async function expireConsent(id: string, ctx: Context): Promise<void> {
  const row = await store.lockConsent(ctx.tx, id)
  if (row && row.status !== statusAt(row, ctx.now)) await apply(row, 'expire', row.status, ctx)
}

const end = (row: ConsentRow, action: ConsentAction, ctx: Context, psu?: string) =>
  apply(row, action, statusAt(row, ctx.now), ctx, psu)

async function apply(
  row: ConsentRow,
  action: ConsentAction,
  from: ConsentStatus,
  ctx: Context,
  psu_uuid?: string,
): Promise<ConsentRow> {
  const { to } = consentLife.check(from, action)
  const ended = await store.updateConsent(ctx.tx, row.id, {
    status: to,
    ...(psu_uuid !== undefined && { psu_uuid }),
    due_at: null,
    ended_at: ctx.now,
    last_action_at: ctx.now,
  })
  announce(ended, ctx)
  return ended
}

const eventOf: Readonly<Record<ConsentStatus, EventDef<typeof events.ConsentReceived.data>>> = {
  received: events.ConsentReceived,
  valid: events.ConsentAuthorized,
  rejected: events.ConsentRejected,
  revokedByPsu: events.ConsentRevoked,
  expired: events.ConsentExpired,
  terminatedByTpp: events.ConsentTerminated,
}

/** Notifies both parties, each once. */
function announce(row: ConsentRow, ctx: Context): void {
  const data = {
    consent_id: row.id,
    consent_status: row.status,
    tpp_id: row.tpp_uuid,
    valid_until: row.valid_until,
  }
  for (const user_uuid of new Set([row.tpp_uuid, row.psu_uuid ?? row.tpp_uuid]))
    ctx.emit(eventOf[row.status], data, { user_uuid })
}

const sendJob = (row: ConsentRow, ctx: Context, { jobs }: ConsentOptions): Promise<void> =>
  sendWhenDue(
    jobs,
    CONSENT_JOB,
    { uuid: row.id, environment: row.environment, expires_at: row.due_at! },
    ctx,
  )
