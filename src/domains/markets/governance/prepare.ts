// Before the examples of governance: polls and proposals that take votes, GCU for the voter.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import {
  after,
  type LiveOnly,
  type Preparations,
  type Prepare,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

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

export const preparations: Preparations = {
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
}

export const liveOnly: LiveOnly = {
  'vote.get': 'Operators create polls in the live environment only.',
  'vote.verify': 'Operators create polls in the live environment only.',
}
