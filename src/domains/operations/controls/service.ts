// The rules for switching parts of the bank off and for setting its rate limits while it runs.
import type { Clock } from '../../../kernel/clock.ts'
import type { RateLimits } from '../../../operation/bank.ts'
import { listLastChanges } from '../../../operation/audit-store.ts'
import { NotFound } from '../../../operation/error.ts'
import { nameAll } from '../../../operation/names.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Registry } from '../../../operation/registry.ts'
import { Snapshot } from '../../../operation/snapshot.ts'
import type { Db } from '../../../platform/database.ts'
import { FeatureSwitched, LimitsSet } from './events.ts'
import { type Feature, listFeatures, type OffByFeature } from './features.ts'
import * as store from './store.ts'

/** Published when a switch or a limit changes. */
export const CONTROLS_CHANGED = 'controls'

export const SWITCH_OPERATION = 'feature.switch'

/** Switches are pressed rarely; so many calls are enough to know the last one of each. */
const CHANGES_READ = 1_000

interface LastChange {
  readonly by: string
  readonly by_name: string | null
  readonly at: string
  readonly audit_id: string | null
}

interface State {
  readonly off: ReadonlyMap<string, store.SwitchedOff>
  readonly limits: RateLimits
}

export interface ControlsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly isListening: () => boolean
  readonly registry: () => Registry
  readonly configured: RateLimits
}

export class Controls {
  private readonly options: ControlsOptions
  private readonly snapshot: Snapshot<State>
  private known: RateLimits

  constructor(options: ControlsOptions) {
    this.options = options
    this.known = options.configured
    this.snapshot = new Snapshot({ ...options, read: () => this.readState() })
  }

  /** What is switched off, by its name. */
  readonly off = (): OffByFeature | Promise<OffByFeature> => {
    const state = this.snapshot.get()
    return state instanceof Promise ? state.then(({ off }) => off) : state.off
  }

  /** The same without reading anything: undefined if this node has to read it first. */
  readonly knownOff = (): OffByFeature | undefined => this.snapshot.known?.off

  /** The limits as this node knows them; a change on another node arrives within moments. */
  readonly limits = (): RateLimits => this.known

  forget(): void {
    this.snapshot.forget()
    // Limits are read synchronously, so a change must be loaded in advance.
    this.snapshot.read().catch(() => this.snapshot.forget())
  }

  async prepare(): Promise<void> {
    await this.snapshot.read()
  }

  async listFeatures(ctx: Context) {
    const off = new Map((await store.listSwitchedOff(ctx.tx)).map((row) => [row.feature, row]))
    const changes = await this.lastChanges(ctx)
    return this.features().map((feature) =>
      describe(feature, off.get(feature.name), changes.get(feature.name)),
    )
  }

  /** By feature, from the audit trail, because a switch that is on has no row. */
  private async lastChanges({ tx, caller }: Context): Promise<ReadonlyMap<string, LastChange>> {
    const rows = await listLastChanges(tx, caller.environment, SWITCH_OPERATION, CHANGES_READ)
    const { names } = this.options.registry()
    const named = await nameAll(
      tx,
      names,
      rows.map((row) => row.user_uuid),
    )
    return new Map(
      rows.map(({ id, target_name, user_uuid, created_at }) => [
        target_name!,
        {
          by: user_uuid!,
          by_name: named.get(user_uuid!)?.name ?? null,
          at: created_at,
          audit_id: id,
        },
      ]),
    )
  }

  async switchFeature(input: { feature: string; on: boolean; reason: string }, ctx: Context) {
    const feature = this.features().find(({ name }) => name === input.feature)
    if (!feature) throw NotFound({ what: 'feature', id: input.feature })
    const { on, reason } = input
    const switched_by = ctx.caller.user!
    const row = { feature: feature.name, reason, switched_by, switched_at: ctx.now }
    if (on) await store.deleteSwitchedOff(ctx.tx, feature.name)
    else await store.upsertSwitchedOff(ctx.tx, row)
    ctx.emit(FeatureSwitched, { feature: feature.name, on, reason, switched_by })
    ctx.invalidate(CONTROLS_CHANGED, feature.name)
    const at = ctx.now.toISOString()
    const named = await nameAll(ctx.tx, this.options.registry().names, [switched_by])
    const by_name = named.get(switched_by)?.name ?? null
    return describe(feature, on ? undefined : { ...row, switched_at: at }, {
      by: switched_by,
      by_name,
      at,
      audit_id: null,
    })
  }

  async describeLimits({ tx }: Pick<Context, 'tx'>) {
    const { configured } = this.options
    const set = await store.findLimits(tx)
    return {
      ...merge(configured, set),
      configured,
      reason: set?.reason ?? null,
      set_by: set?.set_by ?? null,
      set_at: set?.set_at ?? null,
    }
  }

  async setLimits(
    input: Partial<Record<keyof RateLimits, number>> & { reason: string },
    ctx: Context,
  ) {
    const limits = {
      per_minute: input.per_minute ?? null,
      per_hour: input.per_hour ?? null,
      graphql_user: input.graphql_user ?? null,
      graphql_guest: input.graphql_guest ?? null,
      reason: input.reason,
      set_by: ctx.caller.user!,
    }
    await store.upsertLimits(ctx.tx, { ...limits, set_at: ctx.now })
    ctx.emit(LimitsSet, limits)
    ctx.invalidate(CONTROLS_CHANGED, 'limits')
    return this.describeLimits(ctx)
  }

  private features(): Feature[] {
    return listFeatures(this.options.registry())
  }

  private async readState(): Promise<State> {
    const { db, configured } = this.options
    const [rows, set] = await Promise.all([store.listSwitchedOff(db), store.findLimits(db)])
    const limits = merge(configured, set)
    this.known = limits
    return { off: new Map(rows.map((row) => [row.feature, row])), limits }
  }
}

const describe = (
  { name, summary, group }: Feature,
  off: store.SwitchedOff | undefined,
  changed: LastChange | undefined,
) => ({
  feature: name,
  group,
  summary,
  on: off === undefined,
  reason: off?.reason ?? null,
  switched_by: off?.switched_by ?? null,
  switched_at: off?.switched_at ?? null,
  changed: changed ?? null,
})

const merge = (
  configured: RateLimits,
  set: { readonly [Name in keyof RateLimits]: number | null } | undefined,
): RateLimits => ({
  per_minute: set?.per_minute ?? configured.per_minute,
  per_hour: set?.per_hour ?? configured.per_hour,
  graphql_user: set?.graphql_user ?? configured.graphql_user,
  graphql_guest: set?.graphql_guest ?? configured.graphql_guest,
})
