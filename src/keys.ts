// `florin keys`: shows the keys of the bank, renews them, and withdraws a FLORIN_SECRET that was replaced (docs/keys.md).
import { systemClock } from './kernel/clock.ts'
import { progressOf } from './operation/keys/reseal.ts'
import {
  ACTIVE_AFTER_SECONDS,
  type KeyStatus,
  openKeys,
  readKeyStatus,
  renewKey,
  retireSecrets,
  revokeSigningKeys,
  type Secrets,
} from './operation/keys/service.ts'
import { type DatabaseAddress, type Db, openDatabase } from './platform/database.ts'
import { ROOT, SIGN } from './platform/key-ring.ts'
import { StartError } from './platform/start-error.ts'

export const KEYS_HELP = `florin keys COMMAND

  status                   Show the keys, the secrets that open them, and how far rows are sealed anew.
  add                      Let FLORIN_SECRET open the keys, too; FLORIN_SECRET_PREVIOUS is the one that opens them now.
                           A node that starts with both does the same.
  retire                   Let FLORIN_SECRET alone open the keys: when every node has it.
  renew [--compromised]    Make a new root key, under which the running bank seals all rows anew. With --compromised, sessions
                           of browsers, quotes and links from before end within minutes instead of a day.
  renew-signing            Make a new key that signs mandates; what the earlier ones signed stays valid.
  revoke-signing           Delete the earlier keys that signed mandates: what they signed is no longer valid.

All but status need FLORIN_SECRET. What each key protects, and what to do when one leaked, is in docs/keys.md.`

const actions = ['status', 'add', 'retire', 'renew', 'renew-signing', 'revoke-signing'] as const

interface KeysRequest {
  readonly action: (typeof actions)[number]
  readonly isCompromised: boolean
}

const COMPROMISED = '--compromised'

/** Reads the arguments before the database is opened, so that a mistake is reported at once. */
export function readKeysCommand(words: readonly string[]): KeysRequest {
  const [first, ...more] = words
  const action = actions.find((one) => one === first)
  const isCompromised = more.length === 1 && more[0] === COMPROMISED && action === 'renew'
  if (!action || (more.length > 0 && !isCompromised))
    throw new StartError(`Say what to do: florin keys ${actions.join(' | ')}.`)
  return { action, isCompromised }
}

export async function runKeysCommand(
  { action, isCompromised }: KeysRequest,
  address: DatabaseAddress,
  secrets: Secrets,
): Promise<string> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  const db = database.write
  const now = systemClock.now()
  try {
    if (action === 'status') return describe(await readKeyStatus(db))
    if ((await readKeyStatus(db)).keys.length === 0)
      throw new StartError('The bank has no keys yet; start it once.')
    await openKeys(db, secrets, now)
    if (action === 'add') return `FLORIN_SECRET opens the keys. ${await countSecrets(db)}`
    if (action === 'retire') {
      const deleted = await retireSecrets(db, secrets, now)
      return deleted === 0
        ? 'No other secret opened the keys.'
        : 'FLORIN_SECRET alone opens the keys now; a node that has another one does not start any more.'
    }
    if (action === 'revoke-signing') {
      const count = await revokeSigningKeys(db, now)
      return `${count} earlier ${count === 1 ? 'key' : 'keys'} for mandates no longer count.`
    }
    const purpose = action === 'renew' ? ROOT : SIGN
    const { generation } = await renewKey(db, secrets, { purpose, isCompromised }, now)
    return `Generation ${generation} of the key "${purpose}" is used from ${ACTIVE_AFTER_SECONDS} s on, when every node knows it.`
  } finally {
    await database.close()
  }
}

async function countSecrets(db: Db): Promise<string> {
  const { secrets } = await readKeyStatus(db)
  return secrets === 1
    ? 'No other secret opens them.'
    : `${secrets} secrets do; "florin keys retire" withdraws the others.`
}

const day = (moment: string): string => `${moment.slice(0, 19).replace('T', ' ')} UTC`

function describe({ keys, secrets, reseals }: KeyStatus): string {
  if (keys.length === 0) return 'The bank has no keys yet; it makes them at its first start.'
  const generation = reseals.at(-1)?.generation
  const newest = reseals.filter((row) => row.generation === generation)
  const lines = [
    ...keys.map(
      (key) => `${key.purpose}  generation ${key.generation}  used from ${day(key.activates_at)}`,
    ),
    secrets === 1 ? 'One secret opens them.' : `${secrets} secrets open them.`,
    ...newest.map(
      ({ table_name, column_name, resealed, ended_at }) =>
        `${table_name}.${column_name}  ${resealed} sealed anew, ${ended_at === null ? 'in progress' : 'done'}`,
    ),
  ]
  if (keys.filter(({ purpose }) => purpose === ROOT).length > 1)
    lines.push(
      newest.length === 0
        ? 'Rows are not sealed anew yet: a running bank begins a few minutes after the key was made.'
        : `${Math.floor(progressOf(newest) * 100)} % of the sealed columns are done.`,
    )
  return lines.join('\n')
}
