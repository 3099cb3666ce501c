// The caller of an operation. Transports make it from a credential; operations see nothing else.
import type { Window } from '../platform/limiter.ts'

/** Live and sandbox data never mix: the credential chooses, once, for the whole call. */
export type Environment = 'live' | 'sandbox'

export type CredentialKind = 'login' | 'api_key' | 'agent_session' | 'agent_key' | 'oauth'

export interface Caller {
  readonly user?: string
  /** The uuid of the agent whose session or key was presented, alone or beside its owner's bearer. */
  readonly agent?: string
  /** The uuid of the partner whose key was presented beside the user's bearer. */
  readonly partner?: string
  /** The partner's tenant the customer belongs to, or for which a new user registers; absent for the bank's own. */
  readonly tenant?: string
  /** The rate limits of the partner, which replace those of the bearer. */
  readonly windows?: readonly Window[]
  /** The OAuth client that a user connected, and the grant it acts under. */
  readonly client?: { readonly id: string; readonly name: string; readonly grant: string | null }
  /** The credential used, for audit and limits. */
  readonly credential?: {
    readonly id: string
    readonly kind: CredentialKind
    /** The user responsible for the credential, also for an agent's own. */
    readonly user?: string | undefined
    /** When the user last proved their identity in this session, by password or passkey. */
    readonly provedAtMs?: number | undefined
  }
  readonly scopes: ReadonlySet<string>
  readonly environment: Environment
  /** The network address, for audit and for counting failures. */
  readonly address: string
  /** Set when the bank works by itself, without a request. */
  readonly isBank?: true
}

const noScopes: ReadonlySet<string> = new Set()

export const anonymousCaller = (address: string, tenant?: string): Caller => ({
  ...(tenant !== undefined && { tenant }),
  scopes: noScopes,
  environment: 'live',
  address,
})

/** The caller for work that the bank does without a request, such as expiring holds or paying interest. */
export const systemCaller = (environment: Environment): Caller => ({
  scopes: noScopes,
  environment,
  address: 'internal',
  isBank: true,
})

export const isOperator = (caller: Caller): boolean => caller.scopes.has('admin')

/**
 * Whether a caller may see that something of this tenant exists. Customers of different tenants, and those of the
 * bank itself (null), are invisible to each other; operators and the bank's own work see all of them.
 */
export const reaches = (caller: Caller, tenant: string | null): boolean =>
  (caller.tenant ?? null) === tenant || caller.isBank === true || isOperator(caller)

/** A user in an environment, to whom rows belong. */
export interface Owner {
  readonly environment: Environment
  readonly user_uuid: string
}

/** For operations that only users may call. */
export const ownerOf = ({ caller }: { readonly caller: Caller }): Owner => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})
