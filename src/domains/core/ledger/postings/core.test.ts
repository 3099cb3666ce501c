// Tests the pure core with random decisions: the balances always add up, and refused or simulated decisions
// leave no trace.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Type } from 'typebox'
import { Cleared, type Credits } from '../../../../operation/credits.ts'
import { AppError } from '../../../../operation/error.ts'
import { defineEvent } from '../../../../operation/event.ts'
import type { Cause, Draft, MaySpend } from '../../../../operation/posting.ts'
import { mayTake } from '../../../../operation/spending.ts'
import { type Account, Batch, type Hold, type Move } from './core.ts'
import { anonymousCaller } from '../test-support.ts'
import { setPrecisions } from '../amounts.ts'

const START = new Date('2026-03-01T12:00:00Z')
const OUTSIDE = 'outside'
const ASSETS = ['USD', 'ETH'] as const
const customers = ['a', 'b', 'c', 'frozen', 'closed', 'ill']

const Noted = defineEvent({
  type: 'test.noted',
  version: 1,
  summary: 'For tests.',
  data: Type.Object({ text: Type.String() }),
})

interface TestWorld {
  readonly accounts: Map<string, Account>
  readonly holds: Map<string, Hold>
}

function makeWorld(): TestWorld {
  const accounts = new Map<string, Account>()
  for (const id of [OUTSIDE, ...customers]) {
    const isSystem = id === OUTSIDE
    const account: Account = {
      id,
      environment: 'live',
      user_uuid: isSystem ? null : 'somebody',
      manager_uuid: null,
      tenant_uuid: null,
      holder_name: isSystem ? null : 'Somebody',
      code: isSystem ? 'external:deposits' : null,
      status: id === 'frozen' || id === 'closed' ? id : 'active',
      quarantine: id === 'ill' ? 'broken' : null,
      owes: false,
      books: new Map(),
    }
    for (const asset of ASSETS)
      account.books.set(asset, {
        account,
        asset,
        units: 0n,
        held: 0n,
        seq: 0,
        version: 0,
        moved_at: -Infinity,
        overdraft: isSystem ? null : 0n,
      })
    accounts.set(id, account)
  }
  return { accounts, holds: new Map() }
}

/** One thing a decision does. `hold` counts from the newest backwards. */
type Step =
  | { do: 'post'; moves: { from: string; to: string; asset: string; units: bigint }[] }
  | { do: 'reserve'; account: string; asset: string; units: bigint; expires: number | null }
  | { do: 'capture'; hold: number; to: string; part: number }
  | { do: 'release'; hold: number }
  | { do: 'emit' }
  | { do: 'refuse' }
  | { do: 'attempt'; steps: Step[] }

interface Decision {
  /** The batch is written before it. */
  readonly isFirstOfBatch: boolean
  readonly steps: Step[]
  readonly simulate: boolean
  /** The clock may also go back: nodes do not agree on the time. */
  readonly seconds: number
}

const anyAccount = fc.constantFrom(OUTSIDE, OUTSIDE, 'a', 'b', 'c', ...customers)
const anyAsset = fc.constantFrom(...ASSETS)
const anyUnits = fc.bigInt({ min: 1n, max: 100n })
const anyMove = fc.record({ from: anyAccount, to: anyAccount, asset: anyAsset, units: anyUnits })

const { step } = fc.letrec<{ step: Step }>((tie) => ({
  step: fc.oneof(
    { maxDepth: 2 },
    fc.record({
      do: fc.constant('post' as const),
      moves: fc.array(anyMove, { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      do: fc.constant('reserve' as const),
      account: anyAccount,
      asset: anyAsset,
      units: anyUnits,
      expires: fc.option(fc.integer({ min: -5, max: 30 })),
    }),
    fc.record({
      do: fc.constant('capture' as const),
      hold: fc.nat(5),
      to: anyAccount,
      part: fc.integer({ min: 1, max: 120 }),
    }),
    fc.record({ do: fc.constant('release' as const), hold: fc.nat(5) }),
    fc.constant({ do: 'emit' as const }),
    fc.constant({ do: 'refuse' as const }),
    fc.record({
      do: fc.constant('attempt' as const),
      steps: fc.array(tie('step'), { maxLength: 3 }),
    }),
  ),
}))

const decision: fc.Arbitrary<Decision> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  isFirstOfBatch: fc.boolean(),
  simulate: fc.integer({ min: 0, max: 3 }).map((n) => n === 0),
  seconds: fc.integer({ min: -3, max: 10 }),
})

class Refused extends Error {}

/** Holds are named by their age, so that a random number finds one. */
function perform(ledger: Draft, steps: readonly Step[], known: string[]): void {
  const nameOf = (age: number): string => known.at(-1 - (age % (known.length + 1))) ?? 'no hold'
  for (const one of steps) {
    if (one.do === 'post') ledger.post({ type: 'transfer', credits: 'returned', moves: one.moves })
    else if (one.do === 'reserve') {
      const { account, asset, units, expires } = one
      const expires_at = expires === null ? null : new Date(START.getTime() + expires * 1000)
      known.push(ledger.reserve({ purpose: 'test', account, asset, units, expires_at }).id)
    } else if (one.do === 'capture') {
      const left = ledger.hold(nameOf(one.hold))
      // Of a hundred: more than that is more than there is.
      const whole = left ? left.units - left.captured : 1n
      const units = (whole * BigInt(one.part) + 99n) / 100n
      const moves = [{ to: one.to, units }]
      ledger.capture({ hold: nameOf(one.hold), type: 'transfer', credits: 'returned', moves })
    } else if (one.do === 'release') ledger.release(nameOf(one.hold), 'over', 'released')
    else if (one.do === 'emit') ledger.emit(Noted, { text: 'noted' })
    else if (one.do === 'refuse') throw new Refused()
    else {
      try {
        ledger.attempt(() => perform(ledger, one.steps, known))
      } catch {
        // Only that part is taken back.
      }
    }
  }
}

const books = (world: TestWorld) =>
  [...world.accounts.values()].flatMap((a) => [...a.books.values()])
const holdsOf = (world: TestWorld, batch: Batch) => [
  ...world.holds.values(),
  ...batch.changes.newHolds.values(),
]

/** All that a decision may change, as plain values. */
function freeze(world: TestWorld, batch: Batch): unknown {
  const { changes } = batch
  return structuredClone({
    books: books(world).map(({ account, ...book }) => ({ ...book, account: account.id })),
    holds: holdsOf(world, batch),
    written: {
      books: [...changes.books].map(([book, version]) => [book.account.id, book.asset, version]),
      moves: changes.moves,
      holds: [...changes.holds].map(([hold, captured]) => [hold.id, captured]),
      newHolds: [...changes.newHolds.keys()],
      events: changes.events.length,
    },
  })
}

function checkBooks(world: TestWorld, batch: Batch): void {
  for (const asset of ASSETS) {
    const ofAsset = books(world).filter((book) => book.asset === asset)
    expect(ofAsset.reduce((sum, book) => sum + book.units, 0n)).toBe(0n)
  }
  for (const book of books(world)) {
    const open = holdsOf(world, batch).filter(
      (hold) =>
        hold.status === 'open' && hold.account_id === book.account.id && hold.asset === book.asset,
    )
    expect(book.held).toBe(open.reduce((sum, hold) => sum + hold.units - hold.captured, 0n))
    if (book.overdraft !== null) expect(book.units - book.held).toBeGreaterThanOrEqual(0n)
    if (book.account.status !== 'active' || book.account.quarantine !== null)
      expect([book.units, book.held, book.seq]).toEqual([0n, 0n, 0])
  }
}

/** From the moves alone: numbers without a gap, balances after, and time. */
function checkMoves(world: TestWorld, moves: readonly Move[]): void {
  const tops = new Map<string, { seq: number; units: bigint; at: number }>()
  for (const move of moves)
    for (const side of ['from', 'to'] as const) {
      const name = `${move[side]} ${move.asset}`
      const top = tops.get(name) ?? { seq: 0, units: 0n, at: -Infinity }
      const units = side === 'from' ? top.units - move.units : top.units + move.units
      expect([move[`${side}_seq`], move[`${side}_after`]]).toEqual([top.seq + 1, units])
      expect(move.created_at).toBeGreaterThanOrEqual(top.at)
      tops.set(name, { seq: top.seq + 1, units, at: move.created_at })
    }
  for (const book of books(world)) {
    const top = tops.get(`${book.account.id} ${book.asset}`)
    expect([book.seq, book.units, book.moved_at]).toEqual(
      top ? [top.seq, top.units, top.at] : [0, 0n, -Infinity],
    )
  }
  for (const hold of world.holds.values()) {
    const captures = moves.filter((move) => move.linked_to === hold.id)
    expect(hold.captured).toBe(captures.reduce((sum, move) => sum + move.units, 0n))
    if (hold.status === 'captured') expect(hold.captured).toBe(hold.units)
  }
}

const causeAt = (now: Date): Cause => ({
  caller: anonymousCaller,
  operation: 'test',
  requestId: 'request',
  maySpend: true,
  now,
})

/** Money for the customers, so that something can be refused for lack of it. */
const funding: Step = {
  do: 'post',
  moves: ['a', 'b', 'c'].flatMap((to) =>
    ASSETS.map((asset) => ({ from: OUTSIDE, to, asset, units: 150n })),
  ),
}

describe('random decisions', () => {
  it('keep every invariant, and leave no trace when refused or simulated', () => {
    let done = 0
    let refused = 0
    const run = (decisions: readonly Decision[]): void => {
      const world = makeWorld()
      const moves: Move[] = []
      let batch = new Batch(world)
      /** What the executor does when a batch is written. */
      const write = (): void => {
        const { changes } = batch
        moves.push(...changes.moves)
        for (const book of changes.books.keys()) book.version++
        for (const [hold, before] of changes.holds) {
          expect(world.holds.get(hold.id)).toBe(hold)
          expect(hold.status !== 'open' || hold.captured > before).toBe(true)
        }
        for (const hold of changes.newHolds.values()) world.holds.set(hold.id, hold)
        batch = new Batch(world)
      }
      let time = START.getTime()
      let known: string[] = []
      batch.run((ledger) => perform(ledger, [funding], known), causeAt(START))
      for (const { steps, simulate, seconds, isFirstOfBatch } of decisions) {
        time += seconds * 1000
        if (isFirstOfBatch) write()
        const before = freeze(world, batch)
        const named = [...known]
        let hasHappened = !simulate
        try {
          batch.run((ledger) => perform(ledger, steps, named), causeAt(new Date(time)), simulate)
        } catch {
          hasHappened = false
        }
        if (hasHappened) {
          done++
          known = named
        } else {
          refused++
          expect(freeze(world, batch)).toEqual(before)
        }
        checkBooks(world, batch)
      }
      write()
      checkMoves(world, moves)
    }
    fc.assert(fc.property(fc.array(decision, { minLength: 1, maxLength: 25 }), run), {
      numRuns: 400,
    })
    // Otherwise the test would prove nothing.
    expect(done).toBeGreaterThan(200)
    expect(refused).toBeGreaterThan(200)
  })
})

describe('one decision', () => {
  const units = 100n
  const asset = 'USD'

  function prepare() {
    const world = makeWorld()
    const batch = new Batch(world)
    batch.run((ledger) => perform(ledger, [funding], []), causeAt(START))
    const decide = <Output>(work: (ledger: Draft) => Output, now = START): Output =>
      batch.run(work, causeAt(now))
    return { world, batch, decide, book: world.accounts.get('a')!.books.get(asset)! }
  }

  it('takes from an account in debt only what was reserved before and what the bank collects', () => {
    const { world, decide, book } = prepare()
    const { id } = decide((ledger) =>
      ledger.reserve({ account: 'a', asset, units: 50n, purpose: 'test', to: 'b' }),
    )
    world.accounts.set('a', Object.assign(world.accounts.get('a')!, { owes: true }))
    const move = { from: 'a', to: 'b', asset, units: 10n }
    const post = (evenIfFrozen: boolean) => () =>
      decide((ledger) =>
        ledger.post({ type: 'transfer', credits: 'returned', moves: [move], evenIfFrozen }),
      )
    expect(post(false)).toThrow('owes the bank')
    expect(() =>
      decide((ledger) => ledger.reserve({ account: 'a', asset, units: 10n, purpose: 'test' })),
    ).toThrow('owes the bank')
    decide((ledger) => ledger.capture({ hold: id, type: 'transfer', credits: 'returned' }))
    post(true)()
    decide((ledger) =>
      ledger.post({
        type: 'deposit',
        credits: 'returned',
        moves: [{ ...move, from: OUTSIDE, to: 'a' }],
      }),
    )
    expect([book.units, book.held]).toEqual([100n, 0n])
  })

  it('takes nothing from customers for a job that does not declare `spends` or check its authority', () => {
    const { batch } = prepare()
    const moves = [{ from: 'a', to: 'b', asset, units: 1n }]
    const by = (maySpend: MaySpend | undefined) => () => {
      const { maySpend: _, ...cause } = causeAt(START)
      const declared = maySpend === undefined ? cause : { ...cause, maySpend }
      return batch.run((ledger) => ledger.post({ type: 'transfer', moves }), declared)
    }
    for (const maySpend of [undefined, mayTake(undefined)])
      expect(by(maySpend)).toThrow('does not declare `spends`')
    const asking = mayTake({ asks: 'Whether it is still authorized.' })
    expect(by(asking)).toThrow('without checking its authority')
    by({ stands: true })()
    by(mayTake({ open: 'It is a test.' }))()
  })

  const codeOf = (work: () => unknown): string => {
    try {
      work()
    } catch (error) {
      return error instanceof AppError ? error.def.code : String(error)
    }
    return 'nothing'
  }

  it('credits a customer with money of others only by an entry that states a reason', () => {
    const { decide, world } = prepare()
    for (const id of ['a', 'b', 'c'])
      world.accounts.set(id, Object.assign(world.accounts.get(id)!, { user_uuid: id }))
    const post = (from: string, to: string, credits?: Credits) => () =>
      decide((ledger) =>
        ledger.post({ type: 'transfer', moves: [{ from, to, asset, units: 1n }], credits }),
      )
    const bug = 'does not say in `credits` why it may'
    expect(post('a', 'b')).toThrow(bug)
    expect(post(OUTSIDE, 'b')).toThrow(bug)
    expect(post('a', 'b', new Cleared('c'))).toThrow(bug)
    for (const reason of ['granted', 'cash'] as const) {
      expect(post('a', 'b', reason)).toThrow(bug)
      post(OUTSIDE, 'b', reason)()
    }
    for (const reason of ['returned', 'exchanged', new Cleared('b')] as const)
      post('a', 'b', reason)()
    const hold = decide((ledger) =>
      ledger.reserve({ purpose: 'test', account: 'a', to: 'b', asset, units: 10n }),
    )
    const capture = (credits?: Credits) => () =>
      decide((ledger) => ledger.capture({ hold: hold.id, type: 'transfer', credits }))
    expect(capture()).toThrow(bug)
    expect(capture(new Cleared('a'))).toThrow(bug)
    capture(new Cleared('b'))()
    post('a', OUTSIDE)()
    world.accounts.set('b', Object.assign(world.accounts.get('b')!, { user_uuid: 'a' }))
    post('a', 'b')()
  })

  it('never exceeds the limit of the bank’s own accounts, however much customers hold', () => {
    const { world, decide } = prepare()
    const outside = world.accounts.get(OUTSIDE)!.books.get(asset)!
    const move = (from: string, to: string) => () =>
      decide((ledger) =>
        ledger.post({
          type: 'deposit',
          credits: 'returned',
          moves: [{ from, to, asset, units: 10n ** 38n - 1n }],
        }),
      )
    for (let n = 0n; n < 3n; n++) {
      outside.units = -(10n ** 38n) * 10n ** (10n * n)
      world.accounts.get('b')!.books.get(asset)!.units = 0n
      move(OUTSIDE, 'b')()
      outside.units = -outside.units
      move('b', OUTSIDE)()
    }
    move(OUTSIDE, 'b')()
    expect(codeOf(move(OUTSIDE, 'b'))).toBe('BALANCE_TOO_LARGE')
  })

  it('lends a customer nothing, even where the row of the balance says without limit', () => {
    const { world, decide } = prepare()
    const account = world.accounts.get('b')!
    account.books.set(asset, { ...account.books.get(asset)!, overdraft: null })
    const moves = [{ from: 'b', to: OUTSIDE, asset, units: 1_000_000n }]
    expect(
      codeOf(() =>
        decide((ledger) => ledger.post({ type: 'withdrawal', credits: 'returned', moves })),
      ),
    ).toBe('INSUFFICIENT_FUNDS')
  })

  it('takes all of a hold, or a part and then the rest, and never more', () => {
    const { decide, book } = prepare()
    const hold = decide((ledger) => ledger.reserve({ purpose: 'test', account: 'a', asset, units }))
    expect([book.units, book.held]).toEqual([150n, 100n])
    const take = (n: bigint) => (ledger: Draft) =>
      ledger.capture({
        hold: hold.id,
        type: 'transfer',
        credits: 'returned',
        moves: [{ to: 'b', units: n }],
      })
    decide(take(30n))
    expect([book.units, book.held, hold.status]).toEqual([120n, 70n, 'open'])
    expect(codeOf(() => decide(take(71n)))).toBe('HOLD_TOO_SMALL')
    setPrecisions([{ code: asset, precision: 2 }])
    expect(() => decide(take(71n))).toThrow('0.70 left, 0.71 needed.')
    decide(take(70n))
    expect([book.units, book.held, hold.status]).toEqual([50n, 0n, 'captured'])
    expect(codeOf(() => decide(take(1n)))).toBe('HOLD_NOT_OPEN')
    expect(codeOf(() => decide((ledger) => ledger.release(hold.id, 'late')))).toBe('HOLD_NOT_OPEN')
  })

  it('releases what is left of a hold', () => {
    const { decide, book } = prepare()
    const hold = decide((ledger) => ledger.reserve({ purpose: 'test', account: 'a', asset, units }))
    const moves = [{ to: 'b', units: 30n }]
    decide((ledger) =>
      ledger.capture({ hold: hold.id, type: 'transfer', credits: 'returned', moves }),
    )
    decide((ledger) => ledger.release(hold.id, 'enough'))
    expect([book.units, book.held, hold.captured, hold.status]).toEqual([120n, 0n, 30n, 'released'])
  })

  it('captures nothing of an expired hold, but releases it', () => {
    const { decide, book } = prepare()
    const expires_at = new Date(START.getTime() + 60_000)
    const hold = decide((ledger) =>
      ledger.reserve({ purpose: 'test', account: 'a', to: 'b', asset, units, expires_at }),
    )
    const capture = (ledger: Draft) =>
      ledger.capture({ hold: hold.id, type: 'transfer', credits: 'returned' })
    const refusal = () => decide(capture, expires_at)
    expect(codeOf(refusal)).toBe('HOLD_NOT_OPEN')
    expect(refusal).toThrow(/is expired/)
    expect([hold.status, book.held]).toEqual(['open', 100n])
    decide((ledger) => ledger.release(hold.id, 'over', 'expired'), expires_at)
    expect([hold.status, hold.reason, book.held]).toEqual(['expired', 'over', 0n])
  })

  it('captures a hold just before it expires', () => {
    const { decide, book } = prepare()
    const expires_at = new Date(START.getTime() + 60_000)
    const hold = decide((ledger) =>
      ledger.reserve({ purpose: 'test', account: 'a', to: 'b', asset, units, expires_at }),
    )
    const justBefore = new Date(expires_at.getTime() - 1)
    decide(
      (ledger) => ledger.capture({ hold: hold.id, type: 'transfer', credits: 'returned' }),
      justBefore,
    )
    expect([hold.status, book.units, book.held]).toEqual(['captured', 50n, 0n])
  })

  it('sees the money of an earlier move of the same entry', () => {
    const { decide, world } = prepare()
    decide((ledger) =>
      ledger.post({
        type: 'transfer',
        credits: 'returned',
        moves: [
          { from: 'a', to: 'b', asset, units: 150n },
          { from: 'b', to: 'c', asset, units: 300n },
        ],
      }),
    )
    const of = (id: string) => world.accounts.get(id)!.books.get(asset)!.units
    expect([of('a'), of('b'), of('c')]).toEqual([0n, 0n, 450n])
  })

  it.each([
    ['frozen', 'ACCOUNT_FROZEN'],
    ['closed', 'ACCOUNT_CLOSED'],
    ['ill', 'ACCOUNT_QUARANTINED'],
  ])('moves no money to an account that is %s', (to, code) => {
    const { decide } = prepare()
    const moves = [{ from: 'a', to, asset, units: 1n }]
    expect(
      codeOf(() =>
        decide((ledger) => ledger.post({ type: 'transfer', credits: 'returned', moves })),
      ),
    ).toBe(code)
  })
})
