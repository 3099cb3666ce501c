// Two agents that deal with each other by the SDK alone, at a real bank.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../test/harness/bank.ts'
import { Agent, FlorinError } from './index.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

/** An agent of a new user, with this many cents on its account. */
async function makeAgent(cents: number): Promise<{ agent: Agent; owner: Person; account: string }> {
  const owner = await bank.person()
  const input = { user_uuid: owner.uuid, name: 'Agent', initial_balance: cents }
  const { body } = await bank.call('POST /api/accounts', input, owner)
  const account = body.data.uuid as string
  const agent = await Agent.register(bank.url, owner.token, {
    name: 'Shopper',
    type: 'service',
    capabilities: ['payments'],
    metadata: { account_uuid: account },
  })
  return { agent, owner, account }
}

const balanceOf = async ({ owner, account }: { owner: Person; account: string }) => {
  const { body } = await bank.call(`GET /api/v2/accounts/${account}/balances`, undefined, owner)
  return body.data.balances[0]?.available_balance ?? '0.00'
}

describe('an agent', () => {
  it('pays another, and the money is there', async () => {
    const [buyer, seller] = [await makeAgent(10_000), await makeAgent(0)]
    const payment = await buyer.agent.pay({
      to: seller.agent.did,
      amount: '12.50',
      currency: 'USD',
      description: 'Weather data',
    })
    expect(payment).toMatchObject({ status: 'pending', amount: 12.5 })
    expect(await balanceOf(buyer)).toBe('87.50')
    await buyer.agent.confirm(payment.transaction_id)
    expect(await balanceOf(seller)).toBe('12.50')
    expect(await seller.agent.payments()).toMatchObject([
      { transaction_id: payment.transaction_id, status: 'completed' },
    ])
    const second = await buyer.agent.pay({ to: seller.agent.did, amount: 1, currency: 'USD' })
    expect(await buyer.agent.cancel(second.transaction_id, 'Changed my mind')).toMatchObject({
      status: 'cancelled',
    })
    expect(await balanceOf(buyer)).toBe('87.50')
  })

  it('keeps money in escrow until it is released, or a dispute is settled', async () => {
    const [buyer, seller] = [await makeAgent(10_000), await makeAgent(0)]
    const terms = { seller: seller.agent.did, amount: '40.00', currency: 'USD' } as const
    const first = await buyer.agent.escrow({ ...terms, releaseConditions: ['delivered'] })
    expect(first.status).toBe('funded')
    expect(await balanceOf(buyer)).toBe('60.00')
    await buyer.agent.release(first.escrow_id, ['delivered'])
    expect(await balanceOf(seller)).toBe('40.00')
    const arbiter = await makeAgent(0)
    const second = await buyer.agent.escrow({ ...terms, arbiter: arbiter.agent.did })
    await seller.agent.dispute(second.escrow_id, 'Not paid for the extra hour', ['https://x/log'])
    await arbiter.agent.resolve(second.escrow_id, { type: 'split', splitPercentage: 25 })
    expect(await balanceOf(buyer)).toBe('30.00')
    expect(await balanceOf(seller)).toBe('70.00')
  })

  it('exchanges messages with another', async () => {
    const [asker, answerer] = [await makeAgent(0), await makeAgent(0)]
    await asker.agent.message({
      to: answerer.agent.did,
      payload: { question: 'How warm is it?' },
      requiresAcknowledgment: true,
      correlationId: 'weather-1',
    })
    const [message] = await answerer.agent.inbox()
    expect(message).toMatchObject({
      from_agent_did: asker.agent.did,
      payload: { question: 'How warm is it?' },
    })
    await answerer.agent.acknowledge(message!.message_id)
    await answerer.agent.message({
      to: asker.agent.did,
      payload: { celsius: 21 },
      replyTo: message!.message_id,
    })
    expect(await asker.agent.inbox()).toMatchObject([{ payload: { celsius: 21 } }])
  })

  it('follows its inbox, each message once and in order, also through failures', async () => {
    const [asker, answerer] = [await makeAgent(0), await makeAgent(0)]
    const ask = (number: number) =>
      asker.agent.message({ to: answerer.agent.did, payload: { number } })
    await ask(1)
    await ask(2)
    let failures = 0
    const { fetch } = globalThis
    // Each second call is answered as by a bank that is starting, or not at all.
    vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
      if (++failures % 4 === 1) return Response.json({}, { status: 503 })
      if (failures % 4 === 3) throw new TypeError('fetch failed')
      return fetch(input, init)
    })
    const numbers: unknown[] = []
    const ending = new AbortController()
    const { signal } = ending
    try {
      for await (const { payload } of answerer.agent.follow({ after: 1, everyMs: 1, signal })) {
        numbers.push(payload.number)
        if (numbers.length === 1) await ask(3)
        else ending.abort(new Error('enough'))
      }
    } catch (error) {
      expect(error).toMatchObject({ message: 'enough' })
    } finally {
      vi.unstubAllGlobals()
    }
    expect(numbers).toEqual([2, 3])
  })

  it('reconnects with stored credentials, and signs in again after its session ended', async () => {
    const { agent, owner } = await makeAgent(0)
    const again = await Agent.connect(agent.credentials)
    expect(await again.payments()).toEqual([])
    await bank.call(`DELETE /api/agent-protocol/agents/${agent.did}/sessions`, undefined, owner)
    expect(await again.payments()).toEqual([])
  })

  it('throws errors with the bank’s code and message', async () => {
    const [poor, other] = [await makeAgent(0), await makeAgent(0)]
    const paying = poor.agent.pay({ to: other.agent.did, amount: '5.00', currency: 'USD' })
    await expect(paying).rejects.toThrow(FlorinError)
    await expect(paying).rejects.toMatchObject({ status: 422, code: 'INSUFFICIENT_BALANCE' })
    const impostor = { ...poor.agent.credentials, privateKey: other.agent.credentials.privateKey }
    await expect(Agent.connect(impostor)).rejects.toMatchObject({ status: 401 })
  })
})
