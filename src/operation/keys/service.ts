// The keys of the bank in the database: made at the first start, wrapped by FLORIN_SECRET, renewed by operators. The secret
// only opens the keys, so that another secret changes nothing but the wrappings (ADR 64).
import type { Db } from '../../platform/database.ts'
import {
  firstValueOf,
  type Key,
  type KeyPurpose,
  keyPurposes,
  makeWrapper,
  newKeyValue,
  ROOT,
  SIGN,
  type Wrapper,
} from '../../platform/key-ring.ts'
import { StartError } from '../../platform/start-error.ts'
import { findSetting, notifyNodes } from '../store.ts'
import {
  deleteKeysBefore,
  deleteOtherWrappings,
  insertKeys,
  insertWrappings,
  type KeyRow,
  listKeys,
  listReseals,
  listWrappings,
  lockKeys,
  type ResealRow,
  setSetting,
  type WrappingRow,
} from './store.ts'

/** What opens the keys: FLORIN_SECRET and, while it is changed, FLORIN_SECRET_PREVIOUS. */
export interface Secrets {
  readonly secret: string
  /** Empty unless the secret is changed. */
  readonly previous: string
}

/** The topic under which nodes learn of changed keys. */
export const KEYS_CHANGED = 'platform.keys'

/**
 * Where versions of Florin without stored keys look for the fingerprint of the secret. They must not start once the keys
 * are no longer derived from it.
 */
const FINGERPRINT_SETTING = 'secret_fingerprint'
const NOT_DERIVED = 'platform.keys'

/** Every node has learned of a new key by then. */
export const ACTIVE_AFTER_SECONDS = 120
/** Longer than all that clients hold: replies to keys and sessions of browsers last a day. */
export const EARLIER_SECONDS = 26 * 3_600
/** After a leak: enough for the requests in progress. */
export const EARLIER_SECONDS_COMPROMISED = 600

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1_000)

const wrappersOf = ({ secret, previous }: Secrets): Wrapper[] =>
  [secret, previous].filter((one) => one !== '').map(makeWrapper)

const DIFFERS =
  'FLORIN_SECRET differs from the one this database was set up with; set it to the original value or, to change it, set the original as FLORIN_SECRET_PREVIOUS (docs/keys.md).'

/**
 * Reads the keys, and makes them at the first start. A secret that does not open them yet is added if the previous one
 * opens them. `firstRoot` is for tests, whose banks have the same keys each time.
 */
export async function openKeys(
  db: Db,
  secrets: Secrets,
  now: Date,
  firstRoot: () => string = newKeyValue,
): Promise<readonly Key[]> {
  const wrappers = wrappersOf(secrets)
  const known = await readKeys(db, wrappers)
  if (known.length > 0 && (await isWrappedBy(db, wrappers[0]!, known))) return known
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const keys = await readKeys(tx, wrappers)
    if (keys.length === 0) return makeKeys(tx, secrets, now, firstRoot)
    await wrapAll(tx, wrappers[0]!, keys, now)
    return keys
  })
}

/** The keys as they are now; throws if a secret does not open one. */
async function readKeys(db: Db, wrappers: readonly Wrapper[]): Promise<Key[]> {
  const rows = await listKeys(db)
  const wrappings = rows.length > 0 ? await listWrappings(db) : []
  return rows.map((row) => {
    const purpose = toPurpose(row.purpose)
    const { generation } = row
    for (const wrapper of wrappers) {
      const wrapping = wrappings.find((one) => isOf(one, row, wrapper.fingerprint))
      if (wrapping)
        return {
          purpose,
          generation,
          value: wrapper.unwrap(wrapping.wrapped, { purpose, generation }),
          activatesAt: new Date(row.activates_at),
          earlierUntil: new Date(row.earlier_until),
        }
    }
    throw new StartError(DIFFERS)
  })
}

const isOf = (one: WrappingRow, key: KeyRow, fingerprint: string): boolean =>
  one.purpose === key.purpose &&
  one.generation === key.generation &&
  one.secret_fingerprint === fingerprint

function toPurpose(text: string): KeyPurpose {
  const purpose = keyPurposes.find((one) => one === text)
  if (!purpose)
    throw new StartError(
      `This database has a key for "${text}", which this version does not know; start a newer version.`,
    )
  return purpose
}

async function isWrappedBy(
  db: Db,
  { fingerprint }: Wrapper,
  keys: readonly Key[],
): Promise<boolean> {
  const wrappings = await listWrappings(db)
  const count = wrappings.filter((one) => one.secret_fingerprint === fingerprint).length
  return count === keys.length
}

async function wrapAll(
  tx: Db,
  wrapper: Wrapper,
  keys: readonly Pick<Key, 'purpose' | 'generation' | 'value'>[],
  now: Date,
): Promise<void> {
  await insertWrappings(
    tx,
    keys.map((key) => ({
      purpose: key.purpose,
      generation: key.generation,
      secret_fingerprint: wrapper.fingerprint,
      wrapped: wrapper.wrap(key),
      created_at: now,
    })),
  )
}

/** A bank of an earlier version derived everything from its secret, which is therefore its first root key. */
async function makeKeys(
  tx: Db,
  { secret, previous }: Secrets,
  now: Date,
  firstRoot: () => string,
): Promise<Key[]> {
  const recorded = await findSetting(tx, FINGERPRINT_SETTING)
  const own = [secret, previous].find(
    (one) => one !== '' && makeWrapper(one).fingerprint === recorded,
  )
  if (recorded !== undefined && own === undefined) throw new StartError(DIFFERS)
  const root = own ?? firstRoot()
  // A bank of an earlier version may go back to that version until its secret or its keys change.
  if (own !== secret) await setSetting(tx, FINGERPRINT_SETTING, NOT_DERIVED)
  const keys = keyPurposes.map((purpose) => ({
    purpose,
    generation: 1,
    value: firstValueOf(purpose, root),
    activatesAt: now,
    earlierUntil: now,
  }))
  await insertKeys(
    tx,
    keys.map((key) => toRow(key, now)),
  )
  // A node that still has the previous secret can start until that is retired.
  const openers = own === previous ? [secret, previous] : [secret]
  for (const opener of openers) await wrapAll(tx, makeWrapper(opener), keys, now)
  return keys
}

const toRow = ({ purpose, generation, activatesAt, earlierUntil }: Key, now: Date) => ({
  purpose,
  generation,
  created_at: now,
  activates_at: activatesAt,
  earlier_until: earlierUntil,
})

/** What is renewed: the root, from which most is derived, or the key that signs mandates. */
export type Renewable = typeof ROOT | typeof SIGN

export interface RenewRequest {
  readonly purpose: Renewable
  /** The key leaked: what was made with it counts for minutes only. */
  readonly isCompromised: boolean
}

/** Makes a new generation, which becomes active as soon as every node knows it. */
export async function renewKey(
  db: Db,
  secrets: Secrets,
  { purpose, isCompromised }: RenewRequest,
  now: Date,
): Promise<Key> {
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const [wrapper, ...others] = wrappersOf(secrets)
    const keys = await readKeys(tx, [wrapper!, ...others])
    if (keys.length === 0) throw new StartError('The bank has no keys yet; start it once.')
    await wrapAll(tx, wrapper!, keys, now)
    await checkOnlySecret(tx, wrapper!)
    const generations = keys.filter((key) => key.purpose === purpose)
    if (purpose === ROOT && generations.length > 1 && !isCompromised)
      throw new StartError(
        `The rows of the bank are still sealed anew under generation ${generations.at(-1)!.generation}; "florin keys status" shows how far it is.`,
      )
    const activatesAt = later(now, ACTIVE_AFTER_SECONDS)
    const key: Key = {
      purpose,
      generation: generations.at(-1)!.generation + 1,
      value: newKeyValue(),
      activatesAt,
      earlierUntil: later(
        activatesAt,
        isCompromised ? EARLIER_SECONDS_COMPROMISED : EARLIER_SECONDS,
      ),
    }
    await insertKeys(tx, [toRow(key, now)])
    await wrapAll(tx, wrapper!, [key], now)
    await setSetting(tx, FINGERPRINT_SETTING, NOT_DERIVED)
    await announceKeys(tx)
    return key
  })
}

/** A node that has another secret could not open a new key. */
async function checkOnlySecret(tx: Db, { fingerprint }: Wrapper): Promise<void> {
  const wrappings = await listWrappings(tx)
  if (wrappings.some((one) => one.secret_fingerprint !== fingerprint))
    throw new StartError(
      'The previous FLORIN_SECRET still opens the keys; when every node has the new one, run "florin keys retire" first.',
    )
}

/** From now on only FLORIN_SECRET opens the keys. Returns how many wrappings by other secrets were deleted. */
export async function retireSecrets(db: Db, secrets: Secrets, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const [wrapper, ...others] = wrappersOf(secrets)
    await wrapAll(tx, wrapper!, await readKeys(tx, [wrapper!, ...others]), now)
    const deleted = await deleteOtherWrappings(tx, wrapper!.fingerprint)
    if (deleted > 0) await setSetting(tx, FINGERPRINT_SETTING, NOT_DERIVED)
    return deleted
  })
}

/** Earlier keys for mandates no longer prove anything: credentials that they signed become invalid. */
export async function revokeSigningKeys(db: Db, now: Date): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockKeys(tx)
    const keys = (await listKeys(tx)).filter(({ purpose }) => purpose === SIGN)
    const active = keys.findLast(({ activates_at }) => new Date(activates_at) <= now)
    if (active !== keys.at(-1) || !active)
      throw new StartError(
        `The newest key for mandates signs from ${keys.at(-1)?.activates_at ?? 'its first use'} on; run this again then.`,
      )
    await deleteKeysBefore(tx, SIGN, active.generation)
    await announceKeys(tx)
    return keys.filter(({ generation }) => generation < active.generation).length
  })
}

export const announceKeys = (tx: Db): Promise<void> =>
  notifyNodes(tx, [{ topic: KEYS_CHANGED, key: '' }])

export interface KeyStatus {
  readonly keys: readonly KeyRow[]
  /** How many secrets open the keys: two while the secret is changed. */
  readonly secrets: number
  readonly reseals: readonly ResealRow[]
}

export async function readKeyStatus(db: Db): Promise<KeyStatus> {
  const wrappings = await listWrappings(db)
  return {
    keys: await listKeys(db),
    secrets: new Set(wrappings.map((one) => one.secret_fingerprint)).size,
    reseals: await listReseals(db),
  }
}
