// Measures reads of a filled ledger: a million transfers, every tenth of them with the first account.
import { checkTransfers } from './answers.ts'
import type { Bank } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Case } from './case.ts'
import type { Choice, RequestShape } from './load/plan.ts'
import { BULK_SIZE, balanceRead, bulkTransfer, historyRead } from './requests.ts'
import type { GetBank } from './transfer-cases.ts'
import { makeHello, once } from './yardsticks.ts'

const READS_HELLO = 'hello-reads'

const CONNECTIONS = 64
const BULK_CONNECTIONS = 4
const HOT_SHARE = 0.1

export function listReadCases(bench: Bench, getBank: GetBank, transferCount: number): Case[] {
  const prepare = once(async () => fill(bench, await getBank(), transferCount))
  const read = (
    name: string,
    title: string,
    shape: (bank: Bank) => RequestShape,
    choose: (accounts: readonly string[]) => readonly string[],
  ): Case => ({
    name,
    title: `${title}, ${CONNECTIONS} connections`,
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
    read('history-reads', 'history, 20 entries', historyRead, all),
    read('history-reads-hot', 'history of the fullest account', historyRead, fullest),
  ]
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
