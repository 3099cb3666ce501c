// `florin verify`: proves the whole ledger from its first move, shows the progress, and prints the result. It
// only reads; the running bank's own prover takes action on findings.
import type { WriteStream } from 'node:tty'
import { checkOwners } from './domains/core/accounts/index.ts'
import {
  type FullProof,
  invariantNames,
  invariants,
  proveAll,
  TableRewritten,
} from './domains/core/ledger/index.ts'
import { type DatabaseAddress, openDatabase } from './platform/database.ts'
import { StartError } from './platform/start-error.ts'
import { makeProgress } from './progress.ts'

export async function verifyLedger(
  address: DatabaseAddress,
  screen: Pick<WriteStream, 'isTTY' | 'write'>,
): Promise<void> {
  const database = openDatabase(address, {
    connectionsMax: 1,
    onError: () => {}, // the running statement fails with the same error
  })
  try {
    const show = makeProgress(screen)
    const proof = await proveAll(database.read, {
      ownerChecks: [checkOwners],
      onProgress: ({ accounts, of }) => {
        show(`Proving the ledger: ${accounts} of ${of} accounts`, accounts === of)
      },
      onNotice: (text) => screen.write(`${screen.isTTY ? '\n' : ''}${text}\n`),
    })
    screen.write(describeProof(proof))
    const count = proof.findings.length
    if (count > 0)
      throw new StartError(
        `The ledger is broken in ${count} ${count === 1 ? 'place' : 'places'}; see the list above.`,
      )
  } catch (error) {
    if (error instanceof TableRewritten)
      throw new StartError(`${error.message}; run "florin verify" again.`, { cause: error })
    throw error
  } finally {
    await database.close()
  }
}

const SHOWN_MAX = 20

/** Lists the invariants, and the places where they are broken. */
function describeProof({ findings, counts }: FullProof): string {
  const width = Math.max(...invariantNames.map((name) => name.length)) + 2
  const rows = invariantNames.map((name) => {
    const broken = findings.filter((finding) => finding.invariant === name).length
    const verdict = broken === 0 ? 'sound' : `BROKEN in ${broken}`
    return `  ${name.padEnd(width)}${verdict.padEnd(14)}${invariants[name]}`
  })
  const places = findings.slice(0, SHOWN_MAX).map((finding) => {
    const where = [
      finding.environment,
      finding.account_id && `account ${finding.account_id}`,
      finding.asset,
      finding.subject && `entry or hold ${finding.subject}`,
      finding.seq === null ? null : `move ${finding.seq}`,
    ]
    const at = where.filter((part) => part !== null).join(', ')
    return `  ${finding.invariant}: ${at}: should be ${finding.expected}, is ${finding.found}`
  })
  if (findings.length > SHOWN_MAX) places.push(`  and ${findings.length - SHOWN_MAX} more`)
  const { accounts, balances, moves, holds } = counts
  return [
    `Verified ${accounts} accounts, ${balances} balances, ${moves} moves and ${holds} holds.`,
    '',
    ...rows,
    ...(places.length > 0 ? ['', ...places] : []),
    '',
    '',
  ].join('\n')
}
