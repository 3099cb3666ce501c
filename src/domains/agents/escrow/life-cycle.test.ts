// Every pair of state and operation, those in the table and those that are not, over HTTP: the owner by
// a bearer and the agent by its session. After each the money is where the table says.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { openWorkbench, type Fixture } from '../../core/ledger/test-support.ts'
import { escrowLife, type EscrowOperation, type EscrowStatus } from './life-cycle.ts'
import {
  type By,
  bys,
  callEscrow,
  createEscrow,
  differenceOf,
  type EscrowScene,
  escrowPath,
  findFaults,
  makeSide,
  moneyOf,
  must,
} from './test-support.ts'

const CENTS = 1_001

let bank: Bank
let bench: Fixture
beforeAll(async () => {
  bank = await startBank()
  bench = openWorkbench(bank)
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

/** How each state is reached from the one before; the clock does the rest. */
const ways: Record<EscrowStatus, readonly EscrowOperation[]> = {
  created: [],
  funded: ['fund'],
  released: ['fund', 'release'],
  disputed: ['fund', 'dispute'],
  resolved: ['fund', 'dispute', 'resolve'],
  expired: ['fund', 'expire'],
  cancelled: ['fund', 'cancel'],
}

async function expire(): Promise<void> {
  bank.clock.advance(3601)
  await bank.runJob('escrow.expire')
}

async function reach(scene: EscrowScene, status: EscrowStatus, by: By): Promise<string> {
  const id = await createEscrow(scene)
  for (const operation of ways[status])
    if (operation === 'expire') await expire()
    else await must(callEscrow(scene, id, operation, by, {}, scene.seller))
  return id
}

const cancellerOf = ({ buyer, seller }: EscrowScene, status: EscrowStatus) =>
  status === 'funded' ? seller : buyer

const statusOf = async ({ buyer }: EscrowScene, id: string): Promise<string> => {
  const [row] = await bank.sql<{ status: string }>(
    'select status from escrow.escrows where uuid = $1',
    [id.slice('escrow-'.length)],
  )
  const { status } = await must(bank.call(`GET ${escrowPath}/${id}`, undefined, buyer.as('owner')))
  expect(status).toBe(row!.status)
  return status
}

/** What each kind of step does to the two accounts, in cents; the split is half and half. */
const effects = {
  none: { buyer: { units: 0, held: 0 }, seller: { units: 0, held: 0 } },
  keep: { buyer: { units: 0, held: 0 }, seller: { units: 0, held: 0 } },
  reserve: { buyer: { units: 0, held: CENTS }, seller: { units: 0, held: 0 } },
  refund: { buyer: { units: 0, held: -CENTS }, seller: { units: 0, held: 0 } },
  pay: { buyer: { units: -CENTS, held: -CENTS }, seller: { units: CENTS, held: 0 } },
  share: { buyer: { units: -501, held: -CENTS }, seller: { units: 501, held: 0 } },
} as const

const steps = escrowLife.states.flatMap((status) =>
  escrowLife.actions.flatMap((operation) => {
    const step = escrowLife.find(status, operation)
    return step ? [{ status, operation, step }] : []
  }),
)

const refusals = escrowLife.states.map((status) => {
  const operations = escrowLife.actions.filter((operation) => !escrowLife.find(status, operation))
  return { status, operations, refused: operations.join(', ') }
})

describe.each(bys)('by the %s', (by) => {
  let scene: EscrowScene
  beforeAll(async () => {
    const buyer = await makeSide(bank, bench, { cents: 1_000_000 })
    const [seller, resolver] = [await makeSide(bank, bench), await makeSide(bank, bench)]
    scene = { bank, buyer, seller, resolver }
  })

  /** What an operation, or the clock, does to the money of both sides. */
  async function expectEffect(
    money: keyof typeof effects,
    operate: () => Promise<void>,
  ): Promise<void> {
    const look = async () => ({
      buyer: await moneyOf(bank, scene.buyer.account),
      seller: await moneyOf(bank, scene.seller.account),
    })
    const before = await look()
    await operate()
    const after = await look()
    expect(differenceOf(before.buyer, after.buyer)).toEqual(effects[money].buyer)
    expect(differenceOf(before.seller, after.seller)).toEqual(effects[money].seller)
    expect(after.buyer.units + after.seller.units).toBe(1_000_000n)
  }

  /** What is left open would expire in the middle of another test. */
  async function endIt(id: string, status: EscrowStatus): Promise<void> {
    if (escrowLife.find(status, 'cancel'))
      await must(callEscrow(scene, id, 'cancel', by, {}, cancellerOf(scene, status)))
  }

  it.each(steps)('$status: $operation → $step.to', async ({ status, operation, step }) => {
    const id = await reach(scene, status, by)
    await expectEffect(step.money, async () => {
      if (operation === 'expire') return expire()
      const answer = await callEscrow(scene, id, operation, by, {}, cancellerOf(scene, status))
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      expect(answer.body.data.status).toBe(step.to)
    })
    expect(await statusOf(scene, id)).toBe(step.to)
    await endIt(id, step.to)
  })

  it.each(refusals)('$status: no $refused', async ({ status, operations }) => {
    const id = await reach(scene, status, by)
    for (const operation of operations) {
      await expectEffect('none', async () => {
        if (operation === 'expire') return expire()
        const answer = await callEscrow(scene, id, operation, by, {}, cancellerOf(scene, status))
        expect(answer.status, JSON.stringify(answer.body)).toBe(400)
        const { code, message } = answer.body.error
        expect(code).toBe('ESCROW_STATE_CONFLICT')
        expect(message).toContain(`This escrow is ${status};`)
        for (const from of escrowLife.from(operation)) expect(message).toContain(from)
      })
      expect(await statusOf(scene, id), operation).toBe(status)
    }
    await endIt(id, status)
  })

  it('leaves the books sound', async () => {
    expect(await findFaults(bank)).toEqual({})
  })
})

describe('the table', () => {
  it('reaches every state and says so once for each pair', () => {
    const reached = new Set(['created', ...escrowLife.steps.map((step) => step.to)])
    expect([...reached].toSorted()).toEqual([...escrowLife.states].toSorted())
    const names = escrowLife.steps.map((step) => `${step.from.join()} ${step.action}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('is the one in docs/escrow.md', () => {
    const text = readFileSync(new URL('../../../../docs/escrow.md', import.meta.url), 'utf8')
    expect(text).toContain(escrowLife.toTable())
  })
})
