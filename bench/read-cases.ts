// Measures reads of a filled ledger: a million transfers, every tenth of them with the first account.
import { checkTransfers } from './answers.ts'
import { type Bank, openTraders } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Bar, Case } from './case.ts'
import type { Choice, RequestShape } from './load/plan.ts'
import {
  accountsRead,
  BULK_SIZE,
  balanceRead,
  bulkTransfer,
  eventsRead,
  historyRead,
  ordersRead,
  placeOrder,
  transfersRead,
} from './requests.ts'
import type { GetBank } from './transfer-cases.ts'
import { makeHello, once } from './yardsticks.ts'

const READS_HELLO = 'hello-reads'

const CONNECTIONS = 64
const BULK_CONNECTIONS = 4
const HOT_SHARE = 0.1
const TRADERS = 200
/** More than are counted, all managed by one caller. */
const ORDERS = 12_000

/** Every page that people turn to all day has a bar, however much the account or its owner holds. */
const atLeast = (perSecond: number): Bar => ({ kind: 'per second', atLeast: perSecond })
const HISTORY_MIN = atLeast(3_000)
const EVENTS_MIN = atLeast(2_000)
const ACCOUNTS_MIN = atLeast(4_000)

export function listReadCases(bench: Bench, getBank: GetBank, transferCount: number): Case[] {
  const prepare = once(async () => fill(bench, await getBank(), transferCount))
  const read = (
    name: string,
    title: string,
    shape: (bank: Bank) => RequestShape,
    choose: (accounts: readonly string[]) => readonly string[],
    ...bars: readonly Bar[]
  ): Case => ({
    name,
    title: `${title}, ${CONNECTIONS} connections`,
    bars,
    hello: READS_HELLO,
    prepare,
    async measure() {
      const bank = await getBank()
      const accounts = choose(bank.accounts)
      const request = shape(bank)
      return runTimed(bench, name, { url: bank.url, request, accounts, connections: CONNECTIONS })
    },
  })
  const all = (accounts: readonly string[]) => accounts
  const fullest = (accounts: readonly string[]) => accounts.slice(0, 1)
  return [
    makeHello(bench, READS_HELLO),
    read('balance-reads', 'balances', balanceRead, all),
    read('history-reads', 'history, 20 entries', historyRead, all, HISTORY_MIN),
    read('history-reads-hot', 'history of the fullest account', historyRead, fullest, HISTORY_MIN),
    read('transfers-reads', 'transfers of an account, 20', transfersRead, all),
    read('transfers-reads-hot', 'transfers of the fullest account', transfersRead, fullest),
    read('events-reads', 'events from the first on, 20', eventsRead, all, EVENTS_MIN),
    read('accounts-reads', 'accounts, 20 of them', accountsRead, all, ACCOUNTS_MIN),
    makeOrdersCase(bench),
  ]
}

/** The orders of somebody who manages many accounts that traded a lot. */
function makeOrdersCase(bench: Bench): Case {
  const name = 'orders-reads'
  const getTraders = once(async () => {
    const traders = await openTraders(bench.florin.url, TRADERS, 'orders@example.com')
    await bench.load.run('filling the order book', {
      url: traders.url,
      request: placeOrder(traders),
      accounts: traders.accounts,
      connections: CONNECTIONS,
      end: { requests: ORDERS },
    })
    return traders
  })
  return {
    name,
    title: `orders, 20 of them, ${CONNECTIONS} connections`,
    hello: READS_HELLO,
    prepare: async () => void (await getTraders()),
    async measure() {
      const traders = await getTraders()
      const { url, accounts } = traders
      const request = ordersRead(traders)
      return runTimed(bench, name, { url, request, accounts, connections: CONNECTIONS })
    },
  }
}

async function fill(bench: Bench, bank: Bank, transferCount: number): Promise<void> {
  const send = async (choice: Choice, count: number): Promise<void> => {
    const result = await bench.load.run('filling the ledger', {
      url: bank.url,
      request: bulkTransfer(bank),
      accounts: bank.accounts,
      choice,
      connections: BULK_CONNECTIONS,
      end: { requests: Math.ceil(count / BULK_SIZE) },
    })
    checkTransfers('filling the ledger', result, 'completed', BULK_SIZE)
  }
  await send('spread', transferCount * (1 - HOT_SHARE))
  await send('hot', transferCount * HOT_SHARE)
}
