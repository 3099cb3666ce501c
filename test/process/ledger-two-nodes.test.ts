// Two nodes on one database, both moving the same money at once: each knows what the other answered. Nothing is lost,
// nothing happens twice, and what is frozen at one is frozen at both.
// LOAD_SEED=… repeats the choices, though not the order in which they meet.
import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../harness/rounds.ts'
import { findBrokenRules, type Sql } from '../simulation/invariants.ts'
import type { Answer } from './calls.ts'
import { type Florin, stop } from './florin.ts'
import { checkBooks, Load, makeRandom, setStage, type Stage } from './ledger-load.ts'
import { startSharedDatabase } from './shared-nodes.ts'
import { cleanUp, waitFor, within } from './support.ts'

const given = process.env.LOAD_SEED
const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
process.stdout.write(`two nodes seed: ${seed} (LOAD_SEED=${seed} runs it again)\n`)

const REQUESTS = rounds(300, 1_500)
const FREEZES = rounds(3, 15)

let sql: Sql
let here: Florin
let there: Florin

beforeAll(async () => {
  const database = await startSharedDatabase()
  ;({ sql } = database)
  const nodes = await Promise.all(['one', 'two'].map((name) => database.begin(name)))
  here = nodes[0]!
  there = nodes[1]!
})
afterAll(cleanUp)

describe('two nodes that move the same money', () => {
  it('lose nothing and do nothing twice', async () => {
    const stage = await setStage(here.url, 6)
    const urls = [here.url, there.url]
    const load = new Load({ urls: () => urls, stage, clients: 12, random: makeRandom(seed) })
    await waitFor('enough requests', () => load.sent.length >= REQUESTS, {
      everyMs: 50,
    })
    await within('every request to be answered', load.end())
    const { accepted, refused } = await checkBooks(load, stage, there.url, sql)
    expect(accepted).toBeGreaterThan(REQUESTS / 4)
    expect(refused).toBeGreaterThan(0)
  })

  it('spend at one what came in at the other, at once and every time', async () => {
    const { token, accounts } = await setStage(here.url, 1, 0)
    const [account] = accounts
    const money = { amount: '5.00', asset_code: 'USD' }
    for (let round = 0; round < rounds(4, 30); round++) {
      const [into, outOf] = round % 2 === 0 ? [here, there] : [there, here]
      const cash = (node: Florin, way: string): Promise<Answer> =>
        node.call(`POST /api/v2/accounts/${account}/${way}`, money, { token })
      // So that both have looked at the account and remember that it is empty.
      expect((await cash(outOf, 'withdraw')).body.error.code).toBe('INSUFFICIENT_BALANCE')
      expect((await cash(into, 'deposit')).status).toBe(200)
      const { status, body } = await cash(outOf, 'withdraw')
      expect(status, JSON.stringify(body)).toBe(200)
    }
  })

  it('answer a key with what the other did, also when it could not be done again', async () => {
    const { token, accounts } = await setStage(here.url, 2, 10_000)
    const [from_account, to_account] = accounts
    const body = { from_account, to_account, amount: '100.00', asset_code: 'USD' }
    const key = randomUUID()
    const all = { ...body, workflow_enabled: false }
    const first = await here.call('POST /api/v2/transfers', all, { token, key })
    const second = await there.call('POST /api/v2/transfers', all, { token, key })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    const other = await there.call(
      'POST /api/v2/transfers',
      { ...all, amount: '50.00' },
      { token, key },
    )
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })

  it('repeat every digit that the other said', async () => {
    const { token, accounts } = await setStage(here.url, 1, 0)
    const deposit = async (node: Florin): Promise<string> => {
      const response = await fetch(`${node.url}/api/v2/accounts/${accounts[0]}/deposit`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${token}`,
          'Idempotency-Key': 'wei',
        },
        body: JSON.stringify({ amount: '1234.000000000000000001', asset_code: 'ETH' }),
      })
      return response.text()
    }
    const first = await deposit(here)
    expect(first).toContain('"new_balance":1234000000000000000001,')
    expect(await deposit(there)).toBe(first)
  })
})

describe('an account frozen at one node', () => {
  const route = 'POST /api/v2/transfers'

  /** Transfers at the other node without a break; what they were answered, and when they were sent. */
  function keepPaying(node: Florin, { token, accounts }: Stage) {
    const over = new AbortController()
    const answers: { readonly sentAt: number; readonly answer: Answer }[] = []
    const pay = async (turn: number): Promise<void> => {
      for (let i = turn; !over.signal.aborted; i++) {
        const [a, b] = i % 2 === 0 ? accounts : accounts.toReversed()
        const transfer = { from_account: a, to_account: b, amount: '0.01', asset_code: 'USD' }
        const body = { ...transfer, workflow_enabled: i % 3 === 0 }
        const sentAt = performance.now()
        answers.push({ sentAt, answer: await node.call(route, body, { token }) })
      }
    }
    const all = Promise.all([0, 1, 2, 3].map(pay))
    all.catch(() => {})
    return {
      answers,
      end: async () => {
        over.abort()
        await all
        return answers
      },
    }
  }

  it('is frozen at both: nothing is accepted that was sent after', async () => {
    const stage = await setStage(here.url, 2)
    const { token } = stage
    for (let round = 0; round < FREEZES; round++) {
      const [freezer, payer] = round % 2 === 0 ? [here, there] : [there, here]
      const account = stage.accounts[round % 3 === 0 ? 1 : 0]!
      const path = `/api/v2/accounts/${account}`
      const paying = keepPaying(payer, stage)
      await waitFor('payments', () => paying.answers.length > 8)
      const freeze = await freezer.call(`POST ${path}/freeze`, { reason: 'Stop' }, { token })
      const frozenAt = performance.now()
      expect(freeze.status).toBe(200)
      const countMoves = async (): Promise<unknown> =>
        sql('select seq, units from ledger.balances where account_id = $1', [account])
      const before = await countMoves()
      const seen = paying.answers.length
      await waitFor('payments after the freeze', () => paying.answers.length > seen + 16)
      const late = (await paying.end()).filter(({ sentAt }) => sentAt > frozenAt)
      expect(late.length).toBeGreaterThan(0)
      const codes = new Set(late.map(({ answer }) => answer.body.error?.code ?? answer.status))
      expect([...codes].toSorted()).toEqual(['DESTINATION_ACCOUNT_FROZEN', 'SOURCE_ACCOUNT_FROZEN'])
      // Pending transfers have not moved anything since, either.
      expect(await countMoves()).toEqual(before)
      const unfreeze = await freezer.call(`POST ${path}/unfreeze`, { reason: 'Go on' }, { token })
      expect(unfreeze.status).toBe(200)
      const again = await payer.call(
        route,
        {
          from_account: account,
          to_account: stage.accounts.find((a) => a !== account),
          amount: '0.01',
          asset_code: 'USD',
        },
        { token },
      )
      expect(again.status, JSON.stringify(again.body)).toBe(201)
    }
    await waitFor('every transfer to end', async () => {
      const open = await sql(`select 1 from ledger.holds where status = 'open' limit 1`)
      return open.length === 0
    })
    expect(await findBrokenRules(sql)).toEqual({})
  })

  it('is frozen also at a node that was not notified', async () => {
    const { token, accounts } = await setStage(here.url, 2)
    const [from_account, to_account] = accounts
    const body = { from_account, to_account, amount: '1.00', asset_code: 'USD' }
    const pay = (): Promise<Answer> => there.call(route, body, { token })
    for (let round = 0; round < rounds(2, 5); round++) {
      const { body: paid } = await pay()
      await waitFor('the transfer to be completed', async () => {
        const now = await there.call(`GET /api/v2/transfers/${paid.data.uuid}`, undefined, {
          token,
        })
        return now.body.data.status === 'completed'
      })
      // Notifications that are sent until they are connected again are lost.
      await sql(
        `select pg_terminate_backend(pid, 1000) from pg_stat_activity where application_name = 'florin listener' and datname = current_database()`,
      )
      const path = `/api/v2/accounts/${to_account}`
      const freeze = await here.call(`POST ${path}/freeze`, { reason: 'Stop' }, { token })
      expect(freeze.status).toBe(200)
      expect((await pay()).body.error?.code).toBe('DESTINATION_ACCOUNT_FROZEN')
      const unfreeze = await here.call(`POST ${path}/unfreeze`, { reason: 'Go on' }, { token })
      expect(unfreeze.status).toBe(200)
      expect((await pay()).status).toBe(201)
    }
  })

  it('leaves both nodes fit to stop', async () => {
    const endings = await Promise.all([here, there].map((node) => stop(node)))
    expect(endings.map(({ code, stderr }) => ({ code, stderr }))).toEqual([
      { code: 0, stderr: '' },
      { code: 0, stderr: '' },
    ])
  })
})
