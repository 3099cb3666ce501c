// Collection sheets: what a field officer expects from a group on a day, and the cash that was collected. Each
// line that is collected repays a loan.
import { dayOf } from '../../../../kernel/days.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { isUuid, uuidv7 } from '../../../../kernel/uuid.ts'
import { isOperator } from '../../../../operation/caller.ts'
import { AppError, Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type AssetCatalogue, readAsset, readUnits } from '../../../core/assets/index.ts'
import { systemAccount } from '../../../core/ledger/index.ts'
import { checkManages, getGroup, readMemberId, viewerOf } from '../access.ts'
import { emitToRecipients } from '../event-recipients.ts'
import { Overpaid, MicrofinanceStateConflict } from '../errors.ts'
import * as events from '../events.ts'
import { MEMBERS_MAX } from '../groups/schema.ts'
import { findGroup, type GroupRow } from '../groups/store.ts'
import { sheetLife } from '../life-cycle.ts'
import * as loanStore from '../loans/store.ts'
import { getOfficer } from './officers.ts'
import type { MicrofinanceOptions } from '../options.ts'
import { assessPenalties, dueBy } from '../loans/allocation.ts'
import { payLoan } from '../loans/repayments.ts'
import * as store from './store.ts'
import type { LineRow, OfficerRow, SheetRow } from './store.ts'
import { changeVaults, chooseTeller, recordCash } from '../tellers/vaults.ts'

/** The lines of a sheet, one for each loan: ten for each member of the largest group. */
export const LINES_MAX = 10 * MEMBERS_MAX
/** The payments of one call; a larger sheet is collected by several. */
export const PAYMENTS_MAX = 100

export interface SheetRequest {
  readonly officer_id: string
  readonly group_id: string
  readonly collection_date?: string
  readonly expected_amount?: string | number
  readonly currency: string
  readonly notes?: string
}

export interface SheetWithLines {
  readonly row: SheetRow
  readonly lines: readonly LineRow[]
}

export async function createSheet(
  request: SheetRequest,
  ctx: Context,
  options: MicrofinanceOptions,
): Promise<SheetWithLines> {
  const group = await getGroup(request.group_id, ctx)
  checkManages(group, ctx.caller)
  const officer = await getOfficer(request.officer_id, ctx)
  if (!officer.is_active)
    throw Invalid({ errors: { officer_id: [`The officer ${officer.name} is not active.`] } })
  const asset = readAsset(options.assets, request.currency, 'currency')
  const day = request.collection_date ?? dayOf(ctx.now)
  const which = { group_uuid: group.row.uuid, asset: asset.code, day }
  const lines = await listExpected(which, ctx, options)
  const uuid = uuidv7(ctx.now)
  const row = await store.insertSheet(ctx.tx, {
    uuid,
    environment: ctx.caller.environment,
    officer_uuid: officer.uuid,
    group_uuid: group.row.uuid,
    asset: asset.code,
    collection_date: day,
    expected: readExpected(request.expected_amount, asset, lines),
    status: 'pending',
    notes: request.notes ?? null,
    created_by: ctx.caller.user!,
    created_at: ctx.now,
  })
  await store.insertLines(ctx.tx, uuid, lines)
  const sheet = { row, officer, group: group.row }
  announceSheet(ctx, events.SheetCreated, sheet, options.assets)
  return { row, lines: await store.listLines(ctx.tx, uuid) }
}

/** What the schedules of the group ask for by that day, loan by loan. */
async function listExpected(
  which: { readonly group_uuid: string; readonly asset: string; readonly day: string },
  ctx: Context,
  { penalty }: MicrofinanceOptions,
) {
  const loans = await loanStore.listLoansDue(ctx.tx, { ...which, limit: LINES_MAX + 1 })
  if (loans.length > LINES_MAX)
    throw Invalid({
      errors: {
        collection_date: [
          `More than ${LINES_MAX} loans in ${which.asset} are due by ${which.day}, the most that one sheet can have; choose an earlier day.`,
        ],
      },
    })
  const lines = []
  for (const loan of loans) {
    const instalments = await loanStore.listInstalments(ctx.tx, loan.uuid)
    const expected = dueBy(assessPenalties(instalments, dayOf(ctx.now), penalty), which.day)
    lines.push({ loan_uuid: loan.uuid, user_id: loan.user_id, expected })
  }
  return lines
}

function readExpected(
  given: string | number | undefined,
  asset: Parameters<typeof readUnits>[1],
  lines: readonly { readonly expected: bigint }[],
): bigint {
  if (given === undefined) return lines.reduce((total, { expected }) => total + expected, 0n)
  // Nothing may be expected: zero is an amount here.
  return /^0+(\.0+)?$/.test(String(given)) ? 0n : readUnits(given, asset, 'expected_amount')
}

interface OpenSheet {
  readonly row: SheetRow
  readonly officer: OfficerRow
  readonly group: GroupRow
}

/** The officer, the creator, the organiser of the group and operators see a sheet; 404 for other callers. */
async function openSheet(
  id: string,
  ctx: Context,
  options: { readonly lock?: boolean } = {},
): Promise<OpenSheet> {
  const read = options.lock ? store.lockSheet : store.findSheet
  const row = isUuid(id) ? await read(ctx.tx, id) : undefined
  if (!row || row.environment !== ctx.caller.environment)
    throw NotFound({ what: 'collection sheet', id })
  const officer = (await store.findOfficer(ctx.tx, row.officer_uuid))!
  const group = (await findGroup(ctx.tx, row.group_uuid))!
  const { caller } = ctx
  // An inactive officer can no longer collect.
  const allowed = [group.organiser_uuid, row.created_by, officer.is_active && officer.user_uuid]
  if (!isOperator(caller) && !allowed.includes(caller.user!))
    throw NotFound({ what: 'collection sheet', id })
  return { row, officer, group }
}

export async function getSheet(id: string, ctx: Context): Promise<SheetWithLines> {
  const { row } = await openSheet(id, ctx)
  return { row, lines: await store.listLines(ctx.tx, row.uuid) }
}

export async function listSheets(group_id: string | undefined, ctx: Context, page: PageRequest) {
  const { caller } = ctx
  const group_uuid = group_id === undefined ? undefined : (await getGroup(group_id, ctx)).row.uuid
  const which = { environment: caller.environment, viewer: viewerOf(caller), group_uuid }
  return store.listSheets(ctx.tx, which, page)
}

export interface CollectRequest {
  readonly lines: readonly {
    readonly loan_id?: string
    readonly user_id?: string
    readonly amount: string | number
  }[]
  readonly teller_id?: string
}

/** The cash goes into the vault of a teller, and each line repays its loan; all lines are taken or none. */
export async function collect(
  id: string,
  request: CollectRequest,
  ctx: Context,
  options: MicrofinanceOptions,
): Promise<SheetWithLines> {
  await options.funding.reachOf(ctx.caller, ctx.tx)
  const sheet = await openSheet(id, ctx, { lock: true })
  const { to: status } = sheetLife.check(sheet.row.status, 'collect')
  const asset = options.assets.get(sheet.row.asset)
  const known = await store.listLines(ctx.tx, sheet.row.uuid)
  const teller = await chooseTeller(request.teller_id, asset, ctx)
  const payments = request.lines.map((line, index) => ({
    index,
    loan_id: chooseLoan(line, index, known),
    units: readUnits(line.amount, asset, `lines.${index}.amount`),
  }))
  const loans = new Set(payments.map(({ loan_id }) => loan_id))
  if (new Set([...loans, ...known.map(({ loan_uuid }) => loan_uuid)]).size > LINES_MAX)
    throw Invalid({
      errors: { lines: [`A sheet has at most ${LINES_MAX} lines, one for each loan.`] },
    })
  const units = payments.reduce((total, payment) => total + payment.units, 0n)
  const change = { teller, asset, units }
  // All calls lock loans, then vaults, then balances, each in one order, so that they do not deadlock.
  for (const loan of [...loans].toSorted()) await loanStore.lockLoan(ctx.tx, loan)
  const [vault_after] = await changeVaults([change], ctx)
  for (const payment of payments) await collectLine(sheet, payment, teller.uuid, ctx, options)
  const record = {
    type: 'collection' as const,
    target_asset: null,
    target_units: null,
    account_uuid: null,
    other_teller_uuid: null,
    entry_id: null,
    vault_after: vault_after!,
  }
  await recordCash(change, record, ctx)
  const collected = BigInt(sheet.row.collected) + units
  const isWhole = collected >= BigInt(sheet.row.expected)
  const row = await store.updateSheet(ctx.tx, sheet.row.uuid, {
    collected,
    ...(isWhole
      ? { status: sheetLife.check(status, 'complete').to, completed_at: ctx.now }
      : { status }),
  })
  await store.updateOfficer(ctx.tx, sheet.officer.uuid, { last_sync_at: ctx.now })
  announceSheet(ctx, events.SheetCollected, { ...sheet, row }, options.assets)
  if (isWhole) announceSheet(ctx, events.SheetCompleted, { ...sheet, row }, options.assets)
  return { row, lines: await store.listLines(ctx.tx, row.uuid) }
}

/** A line names a loan, or a member who has one loan on the sheet. */
function chooseLoan(
  { loan_id, user_id }: CollectRequest['lines'][number],
  index: number,
  known: readonly LineRow[],
): string {
  if (loan_id !== undefined) return loan_id.toLowerCase()
  const refuse = (sentence: string) =>
    Invalid({ errors: { [`lines.${index}.loan_id`]: [sentence] } })
  if (user_id === undefined) throw refuse('Name the loan or the member.')
  const own = known.filter((line) => line.user_id === readMemberId(user_id))
  if (own.length !== 1)
    throw refuse(`${user_id} has ${own.length} loans on this sheet; name the loan.`)
  return own[0]!.loan_uuid
}

async function collectLine(
  { row, group }: OpenSheet,
  payment: { readonly index: number; readonly loan_id: string; readonly units: bigint },
  teller_uuid: string,
  ctx: Context,
  options: MicrofinanceOptions,
): Promise<void> {
  const refuse = (field: string, sentence: string) =>
    Invalid({ errors: { [`lines.${payment.index}.${field}`]: [sentence] } })
  const found = await loanStore.lockLoan(ctx.tx, payment.loan_id)
  if (!found || found.group_uuid !== row.group_uuid || found.asset !== row.asset)
    throw refuse('loan_id', `There is no loan ${payment.loan_id} of this group in ${row.asset}.`)
  const loan = { row: found, group: { row: group, members: [] } }
  const source = {
    from: systemAccount(row.environment, 'cash:tellers'),
    account_uuid: null,
    teller_uuid,
    sheet_uuid: row.uuid,
  }
  try {
    await payLoan(loan, payment.units, source, ctx, options)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.def.code === Overpaid.code) throw refuse('amount', error.message)
    if (error.def.code === MicrofinanceStateConflict.code) throw refuse('loan_id', error.message)
    throw error
  }
  const line = { sheet_uuid: row.uuid, loan_uuid: found.uuid, user_id: found.user_id }
  await store.addCollected(ctx.tx, line, payment.units)
}

/** Ends a sheet before everything was collected; notes of this call say why, and follow those of the creation. */
export async function completeSheet(
  id: string,
  notes: string | undefined,
  ctx: Context,
  { assets }: MicrofinanceOptions,
): Promise<SheetWithLines> {
  const sheet = await openSheet(id, ctx, { lock: true })
  const { to: status } = sheetLife.check(sheet.row.status, 'complete')
  const isShort = BigInt(sheet.row.collected) < BigInt(sheet.row.expected)
  if (isShort && notes === undefined)
    throw Invalid({
      errors: { notes: ['Less was collected than expected; say why in the notes.'] },
    })
  const row = await store.updateSheet(ctx.tx, sheet.row.uuid, {
    status,
    completed_at: ctx.now,
    ...(notes !== undefined && {
      notes: sheet.row.notes === null ? notes : `${sheet.row.notes}\n${notes}`,
    }),
  })
  announceSheet(ctx, events.SheetCompleted, { ...sheet, row }, assets)
  return { row, lines: await store.listLines(ctx.tx, row.uuid) }
}

function announceSheet(
  ctx: Context,
  event: typeof events.SheetCreated,
  { row, officer, group }: OpenSheet,
  assets: AssetCatalogue,
): void {
  const asset = assets.get(row.asset)
  const show = (units: string) => formatDecimal({ units: BigInt(units), asset })
  const data = {
    sheet_id: row.uuid,
    group_id: row.group_uuid,
    officer_id: row.officer_uuid,
    collection_date: row.collection_date,
    currency: row.asset,
    expected_amount: show(row.expected),
    collected_amount: show(row.collected),
    status: row.status,
  }
  emitToRecipients(ctx, event, data, [group.organiser_uuid, officer.user_uuid, row.created_by])
}
