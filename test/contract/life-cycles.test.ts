// Every life cycle that a domain declares is sound, does what it says and refuses the rest with the
// domain's own error; the page that shows them all is current.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/operation/error.ts'
import { describeLifeCycles, findLifeCycles } from '../../tools/life-cycles.ts'

const lives = await findLifeCycles()

it('are all found', () => {
  const names = lives.map(({ name }) => name)
  expect(names).toHaveLength(49)
  expect(new Set(names).size).toBe(names.length)
})

/** The codes with which callers are refused; the steps of a life without one only the bank takes. */
const codes: Readonly<Record<string, readonly string[]>> = {
  'accounting period': ['PERIOD_STATE_CONFLICT'],
  account: ['ACCOUNT_ALREADY_FROZEN', 'ACCOUNT_FROZEN', 'ACCOUNT_NOT_FROZEN'],
  agent: ['STATUS_CHANGE_NOT_ALLOWED'],
  batch: ['BATCH_NOT_CANCELLABLE'],
  'card payment': ['CARD_PAYMENT_STATE_CONFLICT'],
  'collection sheet': ['MICROFINANCE_STATE_CONFLICT'],
  'direct debit mandate': ['DEBIT_MANDATE_STATE_CONFLICT'],
  dispute: ['DISPUTE_STATE_CONFLICT'],
  escrow: ['ESCROW_STATE_CONFLICT'],
  'ordered card': ['ISSUED_CARD_STATE_CONFLICT'],
  'journal entry': ['ENTRY_NOT_REVERSIBLE'],
  'file payment': ['FILE_PAYMENT_NOT_CANCELLABLE'],
  'mandate: cart': ['MANDATE_STATE_CONFLICT'],
  'mandate: intent': ['MANDATE_STATE_CONFLICT'],
  'mandate: payment': ['MANDATE_STATE_CONFLICT'],
  message: ['MESSAGE_NOT_ACKNOWLEDGEABLE'],
  'open banking consent': ['STATUS_INVALID'],
  'open banking payment': ['STATUS_INVALID'],
  'microfinance group': ['MICROFINANCE_STATE_CONFLICT'],
  'microfinance loan': ['MICROFINANCE_STATE_CONFLICT'],
  partner: ['PARTNER_STATE_CONFLICT'],
  'partner invoice': ['INVOICE_STATE_CONFLICT'],
  'payment between agents': ['PAYMENT_STATE_CONFLICT'],
  'payment intent': ['INTENT_ALREADY_SUBMITTED', 'INTENT_CANCELLED', 'INTENT_EXPIRED'],
  poll: ['VOTING_STATE_CONFLICT'],
  'posting rule': ['POSTING_RULE_STATE_CONFLICT'],
  'rail payment': ['PAYMENT_NOT_CANCELLABLE'],
  proposal: ['VOTING_STATE_CONFLICT'],
  'sanctions hit': ['HIT_STATE_CONFLICT'],
  'share account': ['MICROFINANCE_STATE_CONFLICT'],
  'standing order': ['STANDING_ORDER_STATE_CONFLICT'],
  task: ['TASK_STATE_CONFLICT'],
  'transfer between customers': ['TRANSFER_NOT_PENDING'],
  tenant: ['TENANT_STATE_CONFLICT'],
  user: ['USER_STATE_CONFLICT'],
}

describe.each(lives)('$name', (life) => {
  const { name, states, starts, ends, steps, actions } = life
  const pairs = states.flatMap((state) => actions.map((action) => ({ state, action })))
  const about = { message_id: 'm', batch_id: 'b', account_uuid: 'a', entry_number: 'e', name: 'n' }

  it('names only its own states', () => {
    expect(new Set(states).size).toBe(states.length)
    const named = [...starts, ...ends, ...steps.flatMap(({ from, to }) => [...from, to])]
    for (const state of named) expect(states).toContain(state)
  })

  it('has one step for each pair of state and action, with an actor', () => {
    const taken = steps.flatMap(({ from, action }) => from.map((state) => `${state} ${action}`))
    expect(new Set(taken).size).toBe(taken.length)
    for (const { from, who } of steps) {
      expect(from).not.toEqual([])
      expect(who).not.toEqual([])
    }
  })

  it('leads by each action to one state only', () => {
    const ways = new Set(steps.map(({ action, to }) => `${action} ${to}`))
    expect(ways.size).toBe(actions.length)
  })

  it('reaches every state', () => {
    for (const state of states)
      expect(
        starts.some((start) => life.findWay(start, state)),
        state,
      ).toBe(true)
  })

  it('is left nowhere but where it is not over', () => {
    for (const state of states) {
      expect(life.isEnd(state)).toBe(ends.includes(state))
      expect(
        steps.some(({ from }) => from.includes(state)),
        state,
      ).toBe(!ends.includes(state))
    }
  })

  it.each(pairs)('$state: $action', ({ state, action }) => {
    const declared = steps.find((step) => step.action === action && step.from.includes(state))
    expect(life.find(state, action)).toBe(declared)
    expect(life.next(state, action)).toBe(declared?.to)
    expect(life.from(action).includes(state)).toBe(declared !== undefined)
    if (declared) {
      expect(life.check(state, action, about)).toBe(declared)
      expect(life.checkBetween(state, declared.to, about).to).toBe(declared.to)
      return
    }
    expect(() => life.check(state, action, about)).toThrow(expect.any(Error))
  })

  it('refuses with the error of its domain, or as a fault of the bank', () => {
    const refusals = pairs.flatMap(({ state, action }) => {
      try {
        life.check(state, action, about)
        return []
      } catch (error) {
        if (error instanceof AppError) return [error.def.code]
        expect((error as Error).message).toBe(`a ${name} that is ${state} cannot ${action}`)
        return []
      }
    })
    expect([...new Set(refusals)].toSorted()).toEqual(codes[name] ?? [])
  })

  it('has a schema of its states, in their order', () => {
    expect(life.schema({ $id: 'X' })).toMatchObject({ enum: states, $id: 'X' })
  })
})

it('docs/life-cycles.md is current; "npm run project" makes it so', async () => {
  const page = readFileSync(new URL('../../docs/life-cycles.md', import.meta.url), 'utf8')
  expect(page).toBe(await describeLifeCycles())
})
