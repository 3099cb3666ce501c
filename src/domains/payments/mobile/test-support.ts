// Shared by the tests of payments from the app: customers with money, payments and mail.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { vi } from 'vitest'
import type { Bank, CallOptions } from '../../../../test/harness/bank.ts'
import { type Customer, customer, unitsOf } from '../payment-rails/test-support.ts'

export {
  type Customer,
  customer,
  unitsOf,
} from '../payment-rails/test-support.ts'

const INTENTS = '/api/v2/mobile/payments/intents'
const P2P = '/api/v2/mobile/transfers/p2p'

export const create = (bank: Bank, caller: CallOptions, change: object = {}) =>
  bank.call(`POST ${INTENTS}`, { amount: '25.00', currency: 'USD', ...change }, caller)

export const submit = (bank: Bank, caller: CallOptions, id: string, body: object = {}) =>
  bank.call(`POST ${INTENTS}/${id}/submit`, body, caller)

export const cancel = (bank: Bank, caller: CallOptions, id: string, body: object = {}) =>
  bank.call(`POST ${INTENTS}/${id}/cancel`, body, caller)

export const readIntent = async (bank: Bank, caller: CallOptions, id: string) =>
  (await bank.call(`GET ${INTENTS}/${id}`, undefined, caller)).body.data

export const send = (bank: Bank, caller: CallOptions, to_user: string, change: object = {}) =>
  bank.call(`POST ${P2P}`, { to_user, amount: '10.00', currency: 'USD', ...change }, caller)

export const readTransfer = async (bank: Bank, caller: CallOptions, id: string) =>
  (await bank.call(`GET ${P2P}/${id}`, undefined, caller)).body.data

export const claim = (bank: Bank, caller: CallOptions, code: string, change: object = {}) =>
  bank.call(`POST ${P2P}/claim`, { code, ...change }, caller)

export const takeBack = (bank: Bank, caller: CallOptions, id: string) =>
  bank.call(`POST ${P2P}/${id}/cancel`, {}, caller)

/** Advances the clock, and runs the jobs that are due then. */
export async function after(bank: Bank, seconds: number): Promise<void> {
  bank.clock.advance(seconds)
  await bank.runJob('mobile.settle_intents')
  await bank.runJob('mobile.return_transfers')
}

/** The mails to an address, oldest first. */
export async function mailsTo(bank: Bank, email: string): Promise<string[]> {
  const folder = join(bank.dataDir, 'outbox')
  const files = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return files
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .filter((mail) => mail.includes(`To: ${email}`))
}

/** The code in a mail to an address, once it is there. */
export async function codeFor(bank: Bank, email: string, mails = 1): Promise<string> {
  await vi.waitUntil(async () => (await mailsTo(bank, email)).length >= mails, {
    timeout: 120_000,
    interval: 30,
  })
  return /^[A-Za-z0-9]{32}\r?$/m.exec((await mailsTo(bank, email)).at(-1)!)![0].trim()
}

/** A customer who is paid under a name in USDC. */
export async function merchant(bank: Bank, change: object = {}) {
  const owner: Customer = await customer(bank, {})
  const { body } = await bank.call(
    'POST /api/v1/payments/merchants',
    { displayName: 'Corner Coffee', ...change },
    owner,
  )
  return { owner, id: body.data.merchantId as string }
}

export const payMerchant = (bank: Bank, caller: CallOptions, merchantId: string, change = {}) =>
  bank.call(
    'POST /api/v1/payments/intents',
    { merchantId, amount: '4.50', asset: 'USDC', preferredNetwork: 'SOLANA', ...change },
    caller,
  )

/** The clearing account has exactly the amounts in transit. */
export const clearing = (bank: Bank, asset = 'USD') => unitsOf(bank, 'clearing:mobile', asset)
