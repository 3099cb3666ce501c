// What the users have set up besides their money: votes, API keys, a webhook, a budget, a payment that recurs, and an
// account that is frozen.
import {
  accountFreeze,
  accountIdentifiers,
  apiKeyCreate,
  apiKeyList,
  directDebitMandateCreate,
  directDebitMandateList,
  proposalList,
  proposalVote,
  spendingBudgetCreate,
  spendingBudgetList,
  webhookCreate,
  webhookList,
} from '../sdk/client/operations.ts'
import type { ApiKeyCreateRequest, ProposalChoice } from '../sdk/client/types.ts'
import { TRAVEL_CARD } from './activity.ts'
import type { Cast } from './load.ts'
import type { PersonName } from './people.ts'
import type { Person } from './person.ts'

export async function loadSettings(cast: Cast): Promise<void> {
  await vote(cast)
  await makeKeys(cast.amara)
  await makeWebhook(cast.amara)
  await setBudget(cast.rosa)
  await allowCollections(cast)
  const card = cast.noah.account(TRAVEL_CARD)
  if (!card.frozen)
    await cast.noah.write('freeze', accountFreeze, {
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
async function vote(cast: Cast): Promise<void> {
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

/** It is switched off, because no server listens at its address. */
async function makeWebhook(person: Person): Promise<void> {
  const name = 'Order desk'
  const { data } = await person.read(webhookList, {})
  if (data.some((webhook) => webhook.name === name)) return
  await person.issue('webhook', webhookCreate, {
    name,
    description: 'Switched off: give it the address of your own server first.',
    url: 'https://shop.demo.example/hooks',
    events: ['transfer.*', 'escrow.*'],
    is_active: false,
  })
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

/** Noah allows Amara to collect his rent each month. */
async function allowCollections({ noah, amara }: Cast): Promise<void> {
  const mandate_id = 'DEMO-LISBON-1'
  const { data } = await noah.read(directDebitMandateList, { role: 'debtor', per_page: 100 })
  if (data.some((mandate) => mandate.mandate_id === mandate_id)) return
  const creditor = await amara.read(accountIdentifiers, { uuid: amara.account().uuid })
  await noah.write('mandate', directDebitMandateCreate, {
    role: 'debtor',
    account: noah.account().uuid,
    mandate_id,
    creditor_id: 'DE98ZZZ09999999999',
    creditor_name: amara.demo.name,
    creditor_iban: creditor.data.iban!,
    debtor_name: noah.demo.name,
    frequency: 'monthly',
    max_amount: '700.00',
  })
}
