// The state and the steps of the sign-in and consent pages. The library stores the state of a page under a
// cookie of the browser that opened it; every step returns the address to send that browser to.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Clock } from '../../../kernel/clock.ts'
import type { Database } from '../../../platform/database.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import { findUser } from '../identity/index.ts'
import {
  findConfusable,
  findMixedAlphabets,
  isConfusableWithBank,
  skeletonOf,
} from './confusables.ts'
import { SCOPES_ASKED } from './provider.ts'
import { pickScopes } from './scopes.ts'
import * as store from './store.ts'

type Stored = Awaited<ReturnType<Provider['interactionDetails']>>

/** The parameters of the client's request, validated by the library before a page is shown. */
interface Params {
  readonly client_id: string
  readonly redirect_uri: string
  readonly scope: string
  readonly [SCOPES_ASKED]: 'yes' | 'no'
  readonly [name: string]: string | undefined
}

/** The state after a correct password, while the second factor is missing. */
interface Pending {
  readonly second_factor?: { readonly token: string }
}

export interface Interaction {
  readonly uid: string
  readonly step: 'password' | 'second_factor' | 'consent'
  /** Only this browser's page contains it; a form without it comes from another origin and is rejected. */
  readonly form_token: string
  readonly client: {
    readonly id: string
    readonly name: string
    readonly host: string
    /** A sentence that says why the name may be deceptive. */
    readonly warning: string | undefined
  }
  /** The scopes that the consent page offers, in the order of `toolScopes`. */
  readonly scopes: readonly string[]
  /** Whether the client asked for these scopes; otherwise it left the choice to the user. */
  readonly named_scopes: boolean
  /** Undefined when no user is signed in, or the login has ended. */
  readonly user: { readonly uuid: string; readonly email: string } | undefined
  /** The token to send the second factor with. */
  readonly pending_token: string | undefined
  /** Keeps the token for the second factor; without one the password is asked for again. */
  holdForCode(token: string | undefined): Promise<void>
  signedIn(login: { readonly user_uuid: string; readonly token: string }): Promise<string>
  approved(grant_id: string): Promise<string>
  denied(): Promise<string>
  /** Signs the browser out and starts the request again. */
  switchedAccount(): Promise<string>
}

interface InteractionOptions {
  readonly database: Pick<Database, 'read'>
  readonly sealer: Sealer
  readonly clock: Clock
  /** Whether the login behind a browser's session is neither revoked nor expired. */
  readonly isLoginLive: (loginHash: string) => Promise<boolean>
}

export class Interactions {
  private readonly provider: Provider
  private readonly options: InteractionOptions

  constructor(provider: Provider, options: InteractionOptions) {
    this.provider = provider
    this.options = options
  }

  async find(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
  ): Promise<Interaction | undefined> {
    const stored = await this.read(request, response)
    if (stored?.uid !== uid) return undefined
    const params = stored.params as Params
    const client = await this.provider.Client.find(params.client_id)
    if (!client) return undefined
    const pending = (stored.result as Pending | undefined)?.second_factor
    return {
      uid,
      step: stored.prompt.name === 'consent' ? 'consent' : pending ? 'second_factor' : 'password',
      form_token: this.options.sealer.digest(`oauth: form ${uid}`).toString('base64url'),
      client: {
        id: client.clientId,
        name: client.clientName ?? client.clientId,
        host: hostOf(params.redirect_uri),
        warning: await this.findWarning(params.client_id),
      },
      scopes: pickScopes(params.scope.split(' ')),
      named_scopes: params[SCOPES_ASKED] === 'yes',
      user: await this.findUser(stored),
      pending_token: pending?.token,
      holdForCode: async (token) => {
        await save(stored, token === undefined ? {} : { second_factor: { token } })
      },
      signedIn: (login) => this.signedIn(stored, login),
      approved: (grantId) => save(stored, { ...stored.lastSubmission, consent: { grantId } }),
      denied: () =>
        save(stored, { error: 'access_denied', error_description: 'the user denied access' }),
      switchedAccount: () => this.switchedAccount(stored),
    }
  }

  /** Undefined when the cookie is missing, forged or expired. */
  private async read(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Stored | undefined> {
    try {
      return await this.provider.interactionDetails(request, response)
    } catch (error) {
      if ((error as { expose?: boolean }).expose === true) return undefined
      throw error
    }
  }

  private async findWarning(client_id: string): Promise<string | undefined> {
    const { read } = this.options.database
    const client = await store.findClient(read, client_id)
    if (!client) return undefined
    const { name } = client
    if (isConfusableWithBank(name))
      return 'Its name looks like that of the bank, but it does not belong to the bank.'
    const alike = await store.listAlike(read, client_id, skeletonOf(name))
    const imitated = findConfusable(client, alike)
    if (imitated !== undefined)
      return `Its name looks like that of another client, “${imitated}”, but it is a different one.`
    const alphabets = findMixedAlphabets(name)
    return (
      alphabets &&
      `Its name mixes letters of several alphabets (${alphabets.join(', ')}) in one word, which is often done to imitate another name.`
    )
  }

  private async findUser({ session }: Stored): Promise<Interaction['user']> {
    const isLive = session?.acr !== undefined && (await this.options.isLoginLive(session.acr))
    if (!isLive) return undefined
    const user = await findUser(this.options.database.read, session.accountId)
    return user && { uuid: user.uuid, email: user.email }
  }

  /** The session stores the hash of the login's token, so that it ends when that login ends. */
  private async signedIn(
    stored: Stored,
    { user_uuid, token }: { readonly user_uuid: string; readonly token: string },
  ): Promise<string> {
    if (stored.session && stored.session.accountId !== user_uuid) await this.forgetSession(stored)
    return save(stored, {
      login: {
        accountId: user_uuid,
        acr: hashSecret(token).toString('base64url'),
        ts: Math.floor(this.options.clock.now().getTime() / 1000),
      },
    })
  }

  private async switchedAccount(stored: Stored): Promise<string> {
    await this.forgetSession(stored)
    await stored.destroy()
    const { [SCOPES_ASKED]: asked, ...params } = stored.params as Params
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(params))
      if (value !== undefined && (name !== 'scope' || asked === 'yes')) query.append(name, value)
    return `${this.provider.urlFor('authorization')}?${query.toString()}`
  }

  private async forgetSession(stored: Stored): Promise<void> {
    const uid = stored.session?.uid
    // A session found by its uid lacks the id that deleting it needs, so it is found by its cookie.
    const jti = stored.session?.cookie
    if (uid === undefined || jti === undefined) return
    const session = await this.provider.Session.find(jti)
    await session?.destroy()
    delete stored.session
  }
}

/** Stores the result with which the library continues when the browser returns to it. */
async function save(stored: Stored, result: NonNullable<Stored['result']>): Promise<string> {
  stored.result = result
  await stored.persist()
  return stored.returnTo
}

/** The host that receives the answer; for a private scheme its name. */
function hostOf(uri: string): string {
  const { host, protocol } = new URL(uri)
  return host === '' ? protocol.slice(0, -1) : host
}
