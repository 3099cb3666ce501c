// Several nodes of one bank: processes on one database, started and stopped as the cases need them.
import type { Bank } from './bank.ts'
import type { Bench } from './bench.ts'
import { type RunningFlorin, startNode } from './processes.ts'
import { directTransfer } from './requests.ts'

/** A node that was just started is slower until its code is compiled, which says nothing about several nodes. */
const WARMUP_SECONDS = 4
const CONNECTIONS = 256

export class Fleet {
  readonly #bench: Bench
  readonly #others: RunningFlorin[] = []

  constructor(bench: Bench) {
    this.#bench = bench
  }

  /** Lets exactly this many nodes run, the bank's first one included, and returns the addresses of the others. */
  async resize(nodes: number, bank: Bank): Promise<readonly string[]> {
    const missing = Math.max(0, nodes - 1 - this.#others.length)
    await Promise.all(this.#others.splice(nodes - 1).map((node) => node.stop()))
    for (let count = 0; count < missing; count++)
      this.#others.push(await startNode(this.#bench.florin))
    const urls = this.#others.map(({ url }) => url)
    if (missing > 0) await this.#warmUp(urls, bank)
    return urls
  }

  /** Stops all but the first. */
  async stop(): Promise<void> {
    await Promise.all(this.#others.splice(0).map((node) => node.stop()))
  }

  async #warmUp(otherUrls: readonly string[], bank: Bank): Promise<void> {
    const seconds = Math.min(WARMUP_SECONDS, this.#bench.pace.seconds)
    await this.#bench.load.run('warming nodes up', {
      url: bank.url,
      otherUrls,
      request: directTransfer(bank),
      accounts: bank.accounts,
      connections: CONNECTIONS,
      end: { warmupSeconds: 0, seconds },
    })
  }
}
