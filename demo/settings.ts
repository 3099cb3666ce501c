// What the users set up besides their money: standing orders, votes, API keys, a webhook, a budget, and an account that is frozen.
import {
  accountFreeze,
  apiKeyCreate,
  apiKeyList,
  proposalList,
  proposalVote,
  spendingBudgetCreate,
  spendingBudgetList,
  standingOrderCreate,
  standingOrderList,
  webhookCreate,
  webhookList,
  webhookUpdate,
} from '../sdk/client/operations.ts'
import type { ApiKeyCreateRequest, ProposalChoice } from '../sdk/client/types.ts'
import { addMonths, type Day } from '../src/kernel/days.ts'
import { MAIN, orders, TRAVEL_CARD } from './activity.ts'
import type { StoryDay } from './calendar.ts'
import type { Cast } from './load.ts'
import type { PersonName } from './people.ts'
import type { Person } from './person.ts'
import { HOOKS } from './receiver.ts'

const FREEZES = 9
const SWITCHES_OFF = 0

export async function setUp(cast: Cast, { date, index, left }: StoryDay): Promise<void> {
  if (index === 0) await orderPayments(cast, date)
  if (index === 3) await makeKeys(cast.amara)
  if (index === 8) await makeWebhook(cast.amara)
  if (index === 10) await setBudget(cast.rosa)
  if (left === FREEZES) await freezeCard(cast.noah)
  if (left === SWITCHES_OFF) await switchOff(cast.amara)
}

/** From the next such day of a month on. */
async function orderPayments(cast: Cast, today: Day): Promise<void> {
  const { data } = await cast.rosa.read(standingOrderList, { per_page: 100 })
  for (const { date, from, to, amount, reference, ...order } of orders) {
    if (data.some((one) => one.reference === reference)) continue
    const payee = cast[to].account('account' in order ? order.account : MAIN)
    const dueIn = (months: number): Day =>
      `${addMonths(today, months).slice(0, 8)}${String(date).padStart(2, '0')}`
    await cast[from].write(`order-${reference}`, standingOrderCreate, {
      from_account: cast[from].account().uuid,
      to_account: payee.uuid,
      recipient_name: from === to ? payee.name : cast[to].demo.name,
      amount,
      asset_code: 'USD',
      reference,
      frequency: 'monthly',
      first_on: dueIn(0) < today ? dueIn(1) : dueIn(0),
    })
  }
}

async function freezeCard(noah: Person): Promise<void> {
  const card = noah.account(TRAVEL_CARD)
  if (card.frozen) return
  await noah.write('freeze', accountFreeze, {
    uuid: card.uuid,
    reason: 'The card was lost on the way; it stays frozen until the new one arrives.',
  })
}

const choices: Readonly<Record<PersonName, ProposalChoice>> = {
  lucia: 'for',
  noah: 'for',
  amara: 'against',
  henrik: 'for',
  rosa: 'abstain',
}

/** On the proposal that is open now, if there is one. */
export async function vote(cast: Cast): Promise<void> {
  const { data } = await cast.rosa.read(proposalList, { status: 'active' })
  const proposal = data.at(0)
  if (!proposal) return
  for (const person of Object.values(cast))
    await person.write(`vote-${proposal.id}`, proposalVote, {
      id: String(proposal.id),
      vote: choices[person.demo.id],
    })
}

const keys: readonly ApiKeyCreateRequest[] = [
  { name: 'Reports', description: 'Reads balances.', permissions: ['read'] },
  { name: 'Web shop', description: 'Takes and makes payments.', permissions: ['read', 'write'] },
  {
    name: 'Back office',
    description: 'May close accounts as well.',
    permissions: ['read', 'write', 'delete'],
  },
  {
    name: 'Experiments',
    description: 'Has books of its own.',
    permissions: ['read', 'write'],
    environment: 'sandbox',
    expires_in: 365,
  },
]

async function makeKeys(person: Person): Promise<void> {
  const { data } = await person.read(apiKeyList, { per_page: 100 })
  for (const key of keys)
    if (!data.some(({ name }) => name === key.name))
      await person.issue(`key-${key.name}`, apiKeyCreate, key)
}

const WEBHOOK = 'Order desk'

async function makeWebhook(person: Person): Promise<void> {
  const { data } = await person.read(webhookList, {})
  if (data.some(({ name }) => name === WEBHOOK)) return
  await person.issue('webhook', webhookCreate, {
    name: WEBHOOK,
    description: 'Tells the web shop which orders are paid.',
    url: HOOKS,
    events: ['transfer.*', 'escrow.*'],
  })
}

/** The shop is being moved, and no server listens at its address any more. */
async function switchOff(person: Person): Promise<void> {
  const { data } = await person.read(webhookList, {})
  const webhook = data.find(({ name }) => name === WEBHOOK)
  if (webhook?.is_active !== true) return
  await person.write('webhook-off', webhookUpdate, { id: webhook.id, is_active: false })
}

async function setBudget(person: Person): Promise<void> {
  const budget = { category: 'groceries', asset_code: 'USD', period: 'monthly' } as const
  const { data } = await person.read(spendingBudgetList, { per_page: 100 })
  const isSet = data.some(
    ({ category, asset_code, period }) =>
      category === budget.category && asset_code === budget.asset_code && period === budget.period,
  )
  if (!isSet) await person.write('budget', spendingBudgetCreate, { ...budget, amount: '800.00' })
}
