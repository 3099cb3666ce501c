// Enforces sanctions and the travel rule while enforcement is on. The names of both owners, which the bank knows, are
// screened for every amount, so that neither small amounts nor a check with invented names evade the list. From the
// threshold on, a transfer to another party needs a valid check of exactly this transfer, and one check allows one
// transfer.
import { formatDecimal } from '../../../../kernel/money.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import type { AccountDirectory } from '../../../core/account-numbers/index.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import {
  type GuardContext,
  type GuardedTransfer,
  type KnownTransfer,
  TransferBlocked,
  type TransferGuard,
  TravelRuleCheckRequired,
} from '../../../core/transfers/index.ts'
import { findUser } from '../../../people/identity/index.ts'
import { accountKey, ratesFor } from './service.ts'
import { ClearedAccounts } from '../sanctions/cleared-accounts.ts'
import { EnforcementChanged } from '../events.ts'
import { currentRules } from '../rules.ts'
import type { SanctionsList } from '../sanctions/list.ts'
import { screenName } from '../sanctions/service.ts'
import {
  claimCheck,
  type CheckedTransfer,
  findCheck,
  listEnforcement,
  releaseCheck,
  setEnforcement,
} from '../store.ts'
import { appliesTo, chooseJurisdiction } from './travel-rule.ts'

/** The cache topic on which nodes read the switch again. */
export const ENFORCEMENT_CHANGED = 'regulatory.enforcement'

export interface EnforcementOptions {
  readonly byDefault: boolean
  readonly assets: AssetCatalogue
  readonly directory: AccountDirectory
  readonly list: SanctionsList
  /** Outside the transaction of the call, which is undone when the transfer is refused. */
  readonly detached: Db
}

interface Switch {
  readonly enabled: boolean
  readonly reason: string | null
  readonly changed_by: string | null
  readonly changed_at: string | null
}

/** Those of the two accounts that are at this bank. */
const accountsOf = ({ from, to, leaves }: GuardedTransfer): string[] => [
  ...(from === null ? [] : [from]),
  ...(leaves ? [] : [to]),
]

export class Enforcement implements TransferGuard {
  private readonly options: EnforcementOptions
  private switches = new Map<string, Switch>()
  private loading: Promise<void> = Promise.resolve()
  private readonly cleared = new ClearedAccounts()

  constructor(options: EnforcementOptions) {
    this.options = options
  }

  /** Loads run one after the other, so that an older read never overwrites a newer one. */
  load(db: Db): Promise<void> {
    const read = async (): Promise<void> => {
      const rows = await listEnforcement(db)
      this.switches = new Map(rows.map((row) => [row.environment, row]))
    }
    this.loading = this.loading.then(read, read)
    return this.loading
  }

  /** Another call, perhaps on another node, changed the switch. */
  hear(key: string): void {
    const [environment, state] = key.split(' ')
    if (environment === 'live' || environment === 'sandbox')
      this.switches.set(environment, { ...this.read(environment), enabled: state === 'on' })
  }

  /** As it is stored: what the transaction changed is not in memory yet. */
  async readStored({ tx, caller }: Context): Promise<Switch | undefined> {
    const rows = await listEnforcement(tx)
    return (
      rows.find((row) => row.environment === caller.environment) ?? this.read(caller.environment)
    )
  }

  read(environment: Environment): Switch {
    const unchanged = { reason: null, changed_by: null, changed_at: null }
    return this.switches.get(environment) ?? { enabled: this.options.byDefault, ...unchanged }
  }

  async change(enabled: boolean, reason: string, ctx: Context): Promise<Switch> {
    const { environment, user } = ctx.caller
    const changed_by = user!
    await setEnforcement(ctx.tx, { environment, enabled, reason, changed_by, changed_at: ctx.now })
    // The key carries the value, so that no node has to read it from the database.
    ctx.invalidate(ENFORCEMENT_CHANGED, `${environment} ${enabled ? 'on' : 'off'}`)
    ctx.emit(EnforcementChanged, { enabled, reason, changed_by })
    return { enabled, reason, changed_by, changed_at: ctx.now.toISOString() }
  }

  isOn(environment: Environment): boolean {
    return this.switches.get(environment)?.enabled ?? this.options.byDefault
  }

  concerns(transfer: GuardedTransfer, now: Date): boolean {
    return this.isTravelRuled(transfer, now) || !this.areCleared(accountsOf(transfer), now)
  }

  /** Whether the cache alone shows that no owner matches the list. */
  private areCleared(accounts: readonly string[], now: Date): boolean {
    const version = this.options.list.freshVersion
    return (
      version !== undefined && accounts.every((account) => this.cleared.has(account, version, now))
    )
  }

  private isTravelRuled({ asset, units }: GuardedTransfer, now: Date): boolean {
    const { jurisdiction, rates } = this.placeOf(asset.code, now)
    const amount = formatDecimal({ units, asset })
    return appliesTo({ amount, currency: asset.code }, jurisdiction, rates, currentRules)
  }

  private placeOf(currency: string, now: Date) {
    const { thresholds, fallback } = currentRules.travel_rule
    const jurisdiction =
      chooseJurisdiction({ currency, jurisdiction: undefined }, currentRules) ?? fallback
    const base = thresholds[jurisdiction].currency
    return { jurisdiction, rates: ratesFor(currency, base, this.options.assets, now) }
  }

  async judge(
    ctx: GuardContext,
    transfer: KnownTransfer,
    claims: boolean,
  ): Promise<AppError | undefined> {
    const { tx, caller, now } = ctx
    const issues = await this.screenOwners(transfer, ctx)
    if (issues.length > 0) return TransferBlocked({ issues })
    // The check belongs to the order; for incoming money it was the duty of the sending bank.
    const { from, stage } = transfer
    if (stage === 'arrival' || from === null || !this.isTravelRuled(transfer, now)) return undefined
    const which: CheckedTransfer = {
      environment: caller.environment,
      user_uuid: caller.user ?? '',
      currency: transfer.asset.code,
      amount: formatDecimal(transfer),
      from: await this.namesOf(tx, from),
      to: transfer.leaves ? [accountKey(transfer.to)] : await this.namesOf(tx, transfer.to),
      now,
    }
    const check = caller.user === undefined ? undefined : await findCheck(tx, which)
    const refuse = (reason: string): AppError => this.required(transfer, now, reason)
    if (!check) return refuse('no valid check of this transfer is known')
    if (!check.is_compliant) return TransferBlocked({ issues: check.issues })
    if (!check.is_identified) return refuse('its check does not identify both parties in full')
    if (!claims || (await claimCheck(tx, which, transfer.id))) return undefined
    return refuse('its check was used for another transfer')
  }

  release(tx: Db, transfer: string): Promise<void> {
    return releaseCheck(tx, transfer)
  }

  private required({ asset }: GuardedTransfer, now: Date, reason: string): AppError {
    const { jurisdiction } = this.placeOf(asset.code, now)
    const { threshold, currency } = currentRules.travel_rule.thresholds[jurisdiction]
    return TravelRuleCheckRequired({ jurisdiction, threshold: `${threshold} ${currency}`, reason })
  }

  private async screenOwners(
    { from, to, payer, payee }: KnownTransfer,
    ctx: GuardContext,
  ): Promise<string[]> {
    const issues: string[] = []
    if (!(await this.isClear(from, payer, ctx))) issues.push('SANCTIONS_MATCH_ORIGINATOR')
    if (!(await this.isClear(to, payee, ctx))) issues.push('SANCTIONS_MATCH_BENEFICIARY')
    return issues
  }

  /** An account at another bank has no owner here, so there is no name to screen. */
  private async isClear(
    account: string | null,
    owner: string | undefined,
    ctx: GuardContext,
  ): Promise<boolean> {
    if (account === null || owner === undefined || this.areCleared([account], ctx.now)) return true
    const user = await findUser(ctx.tx, owner)
    if (!user) return true
    // The hit that blocks a transfer is recorded although the call rolls back, so that operators can review it.
    const lasting = { ...ctx, tx: this.options.detached }
    const screening = await screenName(user.name, 'transfer', lasting, this.options.list)
    if (screening.hits.length === 0) this.cleared.add(account, screening.list_version, ctx.now)
    return screening.cleared
  }

  /** The ways in which a check may name an account of this bank. */
  private async namesOf(tx: Db, account: string): Promise<string[]> {
    const numbers = (await this.options.directory.of(tx, [account])).get(account)
    return [account, numbers?.account_number, numbers?.iban]
      .filter((name) => name !== undefined && name !== null)
      .map(accountKey)
  }
}
