// Stores the codes and tokens of the OAuth library. The library looks them up by the secret; the table holds
// only its hash, and the rest encrypted. The bank's clock decides about expiry. A one-time code or token is
// consumed by one request only, also under concurrency.
import type { Adapter, AdapterPayload, errors } from 'oidc-provider'
import type { Clock } from '../../../kernel/clock.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Db } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import { resourcesOf } from './metadata.ts'
import * as store from './store.ts'

export interface AdapterOptions {
  readonly db: Db
  readonly clock: Clock
  readonly sealer: Sealer
  readonly issuer: string
  /** Ends a grant and everything issued under it. */
  readonly endGrant: (uuid: string) => Promise<void>
  /** The library's own error class, which it turns into `invalid_grant`. */
  readonly InvalidGrant: typeof errors.InvalidGrant
}

export const makeAdapter =
  (options: AdapterOptions) =>
  (kind: string): Adapter => {
    if (kind === 'Client') return clientAdapter(options)
    if (kind === 'Grant') return grantAdapter(options)
    return artifactAdapter(kind, options)
  }

const noLookups = {
  findByUid: () => Promise.resolve(),
  findByUserCode: () => Promise.resolve(),
}

function unused(): Promise<never> {
  return Promise.reject(
    new Error('the OAuth library called a method of its adapter that this server does not support'),
  )
}

/** Clients register through `OAuthServer.register`; the library only reads them. */
const clientAdapter = ({ db, sealer }: AdapterOptions): Adapter => ({
  ...noLookups,
  async find(id) {
    const client = await store.findClient(db, id)
    return client && (JSON.parse(sealer.open(client.registration)) as AdapterPayload)
  },
  upsert: unused,
  consume: unused,
  destroy: unused,
  revokeByGrantId: unused,
})

/** The consent page creates grants; the library reads them, and ends one whose code or token was used twice. */
const grantAdapter = ({ db, issuer, endGrant }: AdapterOptions): Adapter => ({
  ...noLookups,
  async find(id) {
    const grant = await store.findLiveGrant(db, id)
    if (!grant) return undefined
    return {
      jti: grant.uuid,
      kind: 'Grant',
      accountId: grant.user_uuid,
      clientId: grant.client_id,
      resources: Object.fromEntries(
        resourcesOf(issuer).map((resource) => [resource, grant.scopes.join(' ')]),
      ),
    }
  },
  destroy: endGrant,
  upsert: unused,
  consume: unused,
  revokeByGrantId: unused,
})

const UNDER_GRANT = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken'])

function artifactAdapter(kind: string, options: AdapterOptions): Adapter {
  const { db, clock, sealer, endGrant, InvalidGrant } = options

  const read = (
    row: { readonly payload: Buffer; readonly consumed_at: string | null } | undefined,
    jti?: string,
  ): AdapterPayload | undefined => {
    if (!row) return undefined
    const payload = JSON.parse(sealer.open(row.payload)) as AdapterPayload
    const consumed = row.consumed_at === null ? {} : { consumed: true }
    return { ...payload, ...(jti === undefined ? {} : { jti }), ...consumed }
  }

  return {
    findByUserCode: unused,
    async upsert(id, { jti: _secret, ...payload }, expiresIn) {
      const now = clock.now()
      const artifact = {
        hash: hashSecret(id),
        id: uuidv7(now),
        kind,
        uid_hash: payload.uid === undefined ? null : hashSecret(payload.uid),
        client_id: payload.clientId ?? null,
        payload: sealer.seal(JSON.stringify(payload)),
        created_at: now,
        expires_at: new Date(now.getTime() + expiresIn! * 1000),
      }
      if (kind === 'ClientCredentials') await store.touchClient(db, payload.clientId!, now)
      if (!UNDER_GRANT.has(kind)) return store.saveArtifact(db, artifact)
      const isUse = kind === 'AccessToken'
      if (!(await store.saveUnderGrant(db, payload.grantId!, artifact, isUse)))
        throw new InvalidGrant('grant revoked')
    },
    find: async (id) => read(await store.findArtifact(db, kind, hashSecret(id), clock.now()), id),
    findByUid: async (uid) =>
      read(await store.findArtifactByUid(db, kind, hashSecret(uid), clock.now())),
    async consume(id) {
      const hash = hashSecret(id)
      if (await store.consumeArtifact(db, kind, hash, clock.now())) return
      // A second use means that it was stolen. The thief may have been first or second, so the grant ends.
      const row = await store.findArtifact(db, kind, hash, clock.now())
      if (row?.grant_uuid) await endGrant(row.grant_uuid)
      throw new InvalidGrant('already used')
    },
    destroy: (id) => store.deleteArtifact(db, kind, hashSecret(id)),
    revokeByGrantId: (grantId) => store.deleteUnderGrant(db, kind, grantId),
  }
}
