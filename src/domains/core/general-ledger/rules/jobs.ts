// Applies posting rules to events. A reader of the event log notes which rules apply to which events, and a job then
// posts the entries. Both are exactly once: the notes have the rule and the event as their key, and the entry is
// written in the transaction that marks the note as done.
import { dayOf } from '../../../../kernel/days.ts'
import { AppError } from '../../../../operation/error.ts'
import { sweepDue } from '../../../../operation/due-jobs.ts'
import type { LoggedEvent } from '../../../../operation/event-log.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Bank } from '../../../../operation/bank.ts'
import type { ReaderDef } from '../../../../operation/reader.ts'
import type { JobDef, Jobs } from '../../../../platform/jobs.ts'
import { type AssetCatalogue, readAsset } from '../../assets/index.ts'
import { findAccount } from '../accounts/store.ts'
import { readSide } from '../amounts.ts'
import { refuse } from '../days.ts'
import { writeEntry } from '../entries/service.ts'
import { lockJournal } from '../entries/store.ts'
import { PostingRuleFailed } from '../events.ts'
import { findLastClosed } from '../periods/store.ts'
import * as store from './store.ts'
import type { NewApplication, PendingApplication, RuleRow } from './store.ts'
import { fieldOf } from './service.ts'

const APPLY_JOB = 'general_ledger.apply_rules'

/** The entries of one transaction, which locks the journal. */
const BATCH_MAX = 50

export const ruleReader = (jobs: Pick<Jobs, 'send'>): ReaderDef => ({
  name: 'posting-rules',
  isIdle: store.NO_RULE_ACTIVE,
  async read(tx, log, stretch) {
    const { events, place } = await log.read(tx, stretch)
    const found = findApplications(events, await store.listActiveRules(tx))
    if (found.length > 0) {
      await store.insertApplications(tx, found)
      await jobs.send(tx, APPLY_JOB, {})
    }
    return { position: place.position, events: events.length }
  },
})

function findApplications(
  events: readonly LoggedEvent[],
  rules: readonly RuleRow[],
): NewApplication[] {
  const byTrigger = Map.groupBy(rules, (rule) => `${rule.environment} ${rule.trigger_event}`)
  return events.flatMap((event) =>
    (byTrigger.get(`${event.environment} ${event.event.type}`) ?? [])
      .filter((rule) => event.created_at >= rule.active_since)
      .map((rule) => {
        const data = event.data()
        return {
          rule_id: rule.id,
          event_id: event.id,
          environment: event.environment,
          priority: rule.priority,
          amount: evaluate(rule.amount_expression, data),
          currency: evaluate(rule.currency_expression, data),
          occurred_at: event.created_at,
        }
      }),
  )
}

/** Longer text is no amount and no asset. */
const VALUE_LENGTH_MAX = 100

/** The plain value, or the field of the event where it is a text or a number. */
function evaluate(expression: string, data: object): string | null {
  const field = fieldOf(expression)
  if (field === undefined) return expression
  const value: unknown = Object.hasOwn(data, field) ? Reflect.get(data, field) : undefined
  return typeof value === 'string' || typeof value === 'number'
    ? String(value).slice(0, VALUE_LENGTH_MAX)
    : null
}

/** Runs when the reader has noted an application, and every minute for those still pending. */
export const applyJob = (
  bank: Pick<Bank, 'clock' | 'invalidate'>,
  assets: AssetCatalogue,
): JobDef => ({
  name: APPLY_JOB,
  cron: '* * * * *',
  retries: 3,
  run: (_payload, db) => sweepDue(db, bank, APPLY_JOB, (ctx) => applySome(ctx, assets)),
})

async function applySome(ctx: Context, assets: AssetCatalogue): Promise<number> {
  const { environment } = ctx.caller
  // The lock keeps periods from being closed meanwhile.
  await lockJournal(ctx.tx, environment)
  const pending = await store.lockPending(ctx.tx, environment, BATCH_MAX)
  const closed = pending.length > 0 ? await findLastClosed(ctx.tx, environment) : undefined
  for (const one of pending) await apply(one, closed?.ends_on, ctx, assets)
  return pending.length
}

/** An event on a day that has been closed since is posted as of now. */
async function apply(
  one: PendingApplication,
  closedUntil: string | undefined,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<void> {
  const occurred = new Date(one.occurred_at)
  const isClosed = closedUntil !== undefined && dayOf(occurred) <= closedUntil
  try {
    const { currency, units } = await readApplication(one, ctx, assets)
    const line = { currency, narrative: null }
    const entry_id = await writeEntry(
      {
        kind: 'rule',
        description: one.name,
        source_domain: one.trigger_event.split('.')[0]!,
        source_event: one.event_id,
        created_by: one.created_by,
        posted_at: isClosed || occurred > ctx.now ? ctx.now : occurred,
        lines: [
          { ...line, account_code: one.debit_account, debit: units, credit: 0n },
          { ...line, account_code: one.credit_account, debit: 0n, credit: units },
        ],
      },
      ctx,
      assets,
    )
    await store.endApplication(ctx.tx, one, { status: 'posted', entry_id })
  } catch (error) {
    // Only refusals are recorded: they are thrown before anything is written.
    if (!(error instanceof AppError)) throw error
    await store.endApplication(ctx.tx, one, { status: 'failed', problem: error.message })
    ctx.emit(
      PostingRuleFailed,
      { id: one.rule_id, name: one.name, event_id: one.event_id, problem: error.message },
      { user_uuid: one.created_by ?? undefined },
    )
  }
}

async function readApplication(one: PendingApplication, ctx: Context, assets: AssetCatalogue) {
  if (one.currency === null) throw refuse('currency', 'The event has no currency in that field.')
  if (one.amount === null) throw refuse('amount', 'The event has no amount in that field.')
  for (const code of [one.debit_account, one.credit_account]) {
    const account = await findAccount(ctx.tx, ctx.caller.environment, code)
    if (!account?.is_active) throw refuse('account', `The account ${code} is not active.`)
  }
  const asset = readAsset(assets, one.currency, 'currency')
  const units = readSide(one.amount, asset, 'amount')
  if (units === 0n) throw refuse('amount', 'The amount is zero.')
  return { currency: asset.code, units }
}
