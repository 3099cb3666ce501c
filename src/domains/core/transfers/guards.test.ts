// Guards of transfers: none is asked while it is off, no transfer passes unchecked while one is on, and claims are
// released exactly when the money has not moved.
import { describe, expect, it } from 'vitest'
import { systemCaller } from '../../../operation/caller.ts'
import { type AppError, Forbidden, Unavailable } from '../../../operation/error.ts'
import { type Draft, postAndSettle, type PostingRunner } from '../../../operation/posting.ts'
import type { Db } from '../../../platform/database.ts'
import type { AssetRecord } from '../assets/index.ts'
import {
  clearPlan,
  GuardCheck,
  type GuardedPlan,
  type GuardedTransfer,
  type TransferGuard,
} from './guards.ts'

const db = {} as Db
const ctx = { tx: db, caller: systemCaller('live'), now: new Date('2026-03-01T12:00:00Z') }
const transfer: GuardedTransfer = {
  id: 't',
  from: 'a',
  to: 'b',
  leaves: false,
  asset: { code: 'USD', precision: 2 } as AssetRecord,
  units: 100n,
}

/** A ledger in which the two accounts belong to these owners. */
const ledgerOf = (a: string, b: string) =>
  ({ account: (id: string) => ({ user_uuid: id === 'a' ? a : b }) }) as unknown as Draft
const twoOwners = ledgerOf('ada', 'bob')

function makeGuard({ on = true, least = 100n, refusal = undefined as AppError | undefined } = {}) {
  const log: string[] = []
  const guard: TransferGuard = {
    isOn: () => on,
    concerns: ({ units }) => units >= least,
    judge: async (_ctx, { id }, claims) => {
      log.push(`${claims ? 'claim' : 'look at'} ${id}`)
      return refusal
    },
    release: async (_tx, id) => void log.push(`release ${id}`),
  }
  return { guards: new GuardCheck({ handlers: [guard] }, db), log }
}

const refusal = Forbidden({ reason: 'No.' })

describe('a guard', () => {
  it('that is off, or not concerned, is not asked and costs no clearance', async () => {
    for (const options of [{ on: false }, { least: 101n }]) {
      const { guards, log } = makeGuard({ ...options, refusal })
      expect(guards.open(transfer, ctx, true)).toBe(undefined)
      await guards.mayTransfer(ctx, transfer)
      expect(log).toEqual([])
    }
  })

  it('stops a transfer that was not checked, except between accounts of one owner', () => {
    const clearance = makeGuard().guards.open(transfer, ctx, true)!
    expect(() => clearance.check(twoOwners)).toThrow('must be checked first')
    clearance.check(ledgerOf('ada', 'ada'))
    const leaving = makeGuard().guards.open({ ...transfer, leaves: true }, ctx, true)!
    expect(() => leaving.check(ledgerOf('ada', 'ada'))).toThrow('must be checked first')
  })

  it('refuses inside the decision, and other payments by throwing', async () => {
    const { guards, log } = makeGuard({ refusal })
    const clearance = guards.open(transfer, ctx, true)!
    await clearPlan(ctx, { books: [], decide: () => 0, clearances: [clearance] })
    expect(() => clearance.check(twoOwners)).toThrow(refusal)
    await expect(guards.mayTransfer(ctx, { ...transfer, leaves: true })).rejects.toBe(refusal)
    expect(log).toEqual(['claim t', 'release t', 'claim t'])
  })

  it('claims nothing for a simulation', async () => {
    const { guards, log } = makeGuard()
    const clearance = guards.open(transfer, ctx, false)!
    await clearance.ask(ctx)
    await clearance.settle(db)
    expect(log).toEqual(['look at t'])
  })
})

describe('a posting', () => {
  const run = async (ledger: (plan: GuardedPlan) => Promise<unknown>) => {
    const { guards, log } = makeGuard()
    const clearance = guards.open(transfer, ctx, true)!
    const decide = (draft: Draft) => {
      clearance.check(draft)
      clearance.use()
    }
    const plan: GuardedPlan = { books: [], decide, clearances: [clearance] }
    const runner: PostingRunner = {
      run: async (given) => ({ output: await ledger(given), replayed: false }),
    }
    const cause = { ...ctx, operation: 'transfer.create', requestId: 'r' }
    const asked = await guards.ask(plan, ctx)
    const posting = postAndSettle(runner, asked, cause, undefined, (output) => output)
    const outcome = await posting.catch((error: unknown) => error)
    return { log, outcome }
  }

  it('keeps the claim of a transfer that was made, however often it was decided', async () => {
    const { log } = await run(async (plan) => {
      plan.decide(twoOwners)
      plan.decide(twoOwners)
    })
    expect(log).toEqual(['claim t'])
  })

  it('releases it when an earlier reply was repeated, or the transfer was refused', async () => {
    expect((await run(async () => 'the earlier reply')).log).toEqual(['claim t', 'release t'])
    const refused = await run(async (plan) => {
      plan.decide(twoOwners)
      throw refusal
    })
    expect(refused.outcome).toBe(refusal)
    expect(refused.log).toEqual(['claim t', 'release t'])
  })

  it('keeps it when it is unknown whether the money moved', async () => {
    for (const error of [new Error('lost'), Unavailable({ reason: 'Lost.' })]) {
      const { log, outcome } = await run(() => Promise.reject(error))
      expect([outcome, log]).toEqual([error, ['claim t']])
    }
  })
})
