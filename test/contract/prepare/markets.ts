// Before the examples of the markets: orders, baskets, GCU, polls and proposals, the ramp, wallets.
import { createHmac, randomBytes } from 'node:crypto'
import { openAccount, ofAccount } from './accounts.ts'
import { nextCode } from './core.ts'
import {
  after,
  having,
  type Preparations,
  type Prepare,
  type Scene,
  withChangesInText,
} from './scene.ts'

/** An account with some of every part of the GCU. */
async function openBasketAccount(scene: Scene): Promise<string> {
  const uuid = await openAccount(scene, 1_000_000)
  const parts = { EUR: '1000.00', GBP: '1000.00', CHF: '1000.00', JPY: '100000', XAU: '1.000000' }
  for (const [asset_code, amount] of Object.entries(parts))
    await scene.send('account.deposit', { uuid, asset_code, amount })
  return uuid
}

/** Some GCU for the caller, so that their vote has weight. */
async function holdGcu(scene: Scene): Promise<void> {
  const uuid = await openAccount(scene, 0)
  await scene.send('account.deposit', { uuid, amount: '12.5000', asset_code: 'GCU' })
}

const votingTimes: Prepare = (scene) => ({
  voting_starts_at: after(scene, 1),
  voting_ends_at: after(scene, 3600),
})

/** A proposal that takes votes now. */
const ofProposal: Prepare = async ({ bank, make }) => {
  const { id } = (await make('proposal.create')).data
  bank.clock.advance(2)
  return { id }
}

const makePoll = async ({ bank, make }: Scene, change: object = {}): Promise<string> => {
  const { uuid } = (await make('poll.create', { auto_activate: undefined, ...change })).data
  bank.clock.advance(2)
  return uuid
}

/** A poll that takes votes now. */
async function openPoll(scene: Scene, change: object = {}): Promise<string> {
  const uuid = await makePoll(scene, change)
  await scene.send('poll.activate', { uuid })
  return uuid
}

const ofPoll: Prepare = async (scene) => ({ uuid: await openPoll(scene) })
const ofVote: Prepare = async ({ make }) => ({ id: (await make('poll.vote')).data.id })

const ofRampSession: Prepare = async ({ make }) => ({
  session_id: (await make('ramp.start')).data.session_id,
})

export const markets: Preparations = {
  'exchange.trade': async (scene) => ({ account_uuid: await openAccount(scene) }),
  'exchange.orders': having('exchange.trade'),
  'exchange.cancel_order': async ({ make }) => ({
    order_id: (await make('exchange.trade')).order_id,
  }),
  async 'exchange.market_trades'({ make }) {
    await make('exchange.trade', { order_type: 'market' })
    return {}
  },
  async 'exchange.candles'({ make }) {
    await make('exchange.trade', { order_type: 'market' })
    return {}
  },
  async 'exchange.trades'({ make }) {
    await make('exchange.trade', { order_type: 'market' })
    return {}
  },
  'basket.create': () => ({ code: nextCode() }),
  'account.baskets': ofAccount,
  'account.compose_basket': async (scene) => ({ uuid: await openBasketAccount(scene) }),
  async 'account.decompose_basket'(scene) {
    const uuid = await openBasketAccount(scene)
    await scene.send('account.compose_basket', { uuid })
    return { uuid }
  },
  'gcu.buy': async (scene) => ({ account_uuid: await openAccount(scene, 50_000) }),
  async 'gcu.sell'(scene) {
    const account_uuid = await openAccount(scene, 50_000)
    await scene.send('gcu.buy', { account_uuid })
    return { account_uuid }
  },
  'proposal.get': ofProposal,
  'proposal.create': votingTimes,
  'proposal.activate': async ({ make }) => ({
    id: (await make('proposal.create', { draft: true })).data.id,
  }),
  async 'proposal.vote'(scene) {
    await holdGcu(scene)
    return ofProposal(scene)
  },
  'poll.create': (scene) => ({ start_date: after(scene, 1), end_date: after(scene, 60) }),
  'poll.get': ofPoll,
  'poll.activate': async (scene) => ({ uuid: await makePoll(scene) }),
  async 'poll.complete'(scene) {
    const uuid = await openPoll(scene)
    scene.bank.clock.advance(60)
    return { uuid }
  },
  'poll.cancel': ofPoll,
  'poll.vote': async (scene) => ({ uuid: await openPoll(scene, { type: 'weighted_choice' }) }),
  'poll.results': ofPoll,
  'poll.voting_power': ofPoll,
  'vote.get': ofVote,
  'vote.verify': ofVote,
  async 'voting.vote'(scene) {
    await holdGcu(scene)
    const ofBasket = {
      type: 'weighted_choice',
      options: undefined,
      voting_power_strategy: 'gcu_weighted_vote',
      execution_workflow: 'UpdateBasketComposition',
      metadata: { template: undefined, is_gcu_poll: true },
    }
    return { id: await openPoll(scene, ofBasket) }
  },
  'ramp.start': async ({ send }) => ({
    quote_id: (await send('ramp.quote', { fiat: 'USD' })).data.quotes[0].quote_id,
  }),
  'ramp.status': ofRampSession,
  'ramp.list': having('ramp.start'),
  'ramp.checkout': ofRampSession,
  async 'ramp.webhook'({ bank, input, make }) {
    const { session_id: id } = (await make('ramp.start')).data
    const body = withChangesInText(input.body, { data: { object: { id } } })
    const seconds = Math.floor(bank.clock.now().getTime() / 1000)
    const hmac = createHmac('sha256', bank.env.RAMP_WEBHOOK_SECRET!).update(`${seconds}.${body}`)
    return { signature: `t=${seconds},v1=${hmac.digest('hex')}`, body }
  },
  async 'wallet.addresses'({ make }) {
    // One more each time: a user watches an address once.
    await make('wallet.create_address', { address: `0x${randomBytes(20).toString('hex')}` })
    return {}
  },
  'wallet.delete_address': async ({ make }) => ({
    uuid: (await make('wallet.create_address')).data.uuid,
  }),
  'wallet.activity': having('account.deposit'),
}
