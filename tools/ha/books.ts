// Compares what clients were told with what the bank has: the ledger's rows, the balances, the log of events.
import { execFile } from 'node:child_process'
import { checkout, machinePath, pinnedNode } from '../../test/process/support.ts'
import { readEnv } from './banks.ts'
import type { Client, EventReader } from './client.ts'
import type { Cluster } from './machines.ts'
import type { Payments, Transfer } from './payments.ts'

export interface Findings {
  readonly acknowledged: number
  readonly refused: number
  /** Acknowledged transfers that the ledger has not, or has with another amount or other accounts. */
  readonly lost: number
  /** Entries of the ledger beyond one for each acknowledged transfer. */
  readonly twice: number
  /** Everything else that is not as it should be. */
  readonly problems: readonly string[]
}

interface Subject {
  readonly cluster: Cluster
  readonly client: Client
  readonly payments: Payments
  readonly reader: EventReader
  readonly accounts: readonly string[]
  readonly openingCents: number
}

interface Move {
  readonly entry_id: string
  readonly from_account: string
  readonly to_account: string
  readonly units: string
}

export async function compare(subject: Subject): Promise<Findings> {
  const { cluster, client, payments, reader, accounts, openingCents } = subject
  const { acknowledged, refused } = payments
  const moves = await cluster.query<Move>(
    `select entry_id, from_account, to_account, units::text from ledger.moves where type = 'transfer'`,
  )
  const problems = [...payments.surprises, ...reader.surprises]
  const isSame = ({ from_account, to_account, cents }: Transfer, move: Move): boolean =>
    move.from_account === from_account &&
    move.to_account === to_account &&
    Number(move.units) === cents
  const found = Map.groupBy(moves, (move) => move.entry_id)
  const known = new Set(acknowledged.map(idOf))
  const lost = acknowledged.filter((transfer) => {
    const [move] = found.get(idOf(transfer)) ?? []
    return !move || !isSame(transfer, move)
  })
  const twice = moves.length - moves.filter(({ entry_id }) => known.delete(entry_id)).length

  const sums = new Map(accounts.map((account) => [account, openingCents]))
  for (const { from_account, to_account, cents } of acknowledged) {
    sums.set(from_account, sums.get(from_account)! - cents)
    sums.set(to_account, sums.get(to_account)! + cents)
  }
  for (const [account, cents] of sums) {
    const { data } = await client.demand('GET', `/api/v2/accounts/${account}/balances`)
    const balance = data.balances[0]?.balance
    if (balance !== cents) problems.push(`${account} has ${balance} instead of ${cents}`)
  }

  const told = new Set(acknowledged.map(idOf))
  for (const id of told)
    if (reader.completed.get(id) !== 1)
      problems.push(`${reader.completed.get(id) ?? 0} events tell of the transfer ${id}`)
  for (const id of reader.completed.keys())
    if (!told.has(id)) problems.push(`an event tells of ${id}, which was not acknowledged`)

  const verdict = await verify(cluster)
  if (verdict !== undefined) problems.push(verdict)
  const counts = { acknowledged: acknowledged.length, refused: refused.length }
  return { ...counts, lost: lost.length, twice, problems }
}

const idOf = ({ answer }: Transfer): string => answer.body.data.uuid

/** What `florin verify` complains about, if it does. */
const verify = ({ common, machines }: Cluster): Promise<string | undefined> =>
  new Promise((resolve) => {
    const env = { PATH: machinePath, HOME: common.folder, ...readEnv(machines[0]!) }
    execFile(
      pinnedNode,
      ['bin/florin.js', 'verify'],
      { cwd: checkout, env },
      (error, stdout, stderr) => resolve(error ? `florin verify: ${stderr}${stdout}` : undefined),
    )
  })
