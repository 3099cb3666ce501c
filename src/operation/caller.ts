// Who asks. Doors make one from a credential; operations see only this.

/** Live and sandbox data never mix: the credential chooses, once, for the whole call. */
export type Environment = 'live' | 'sandbox'

export interface Caller {
  readonly user?: string
  readonly agent?: string
  readonly partner?: string
  /** The credential used, for audit and limits: a login session or an API key. */
  readonly credential?: { readonly id: string; readonly kind: 'login' | 'api_key' }
  readonly scopes: ReadonlySet<string>
  readonly environment: Environment
  /** The network address, for audit and for counting failures. */
  readonly address: string
}

const noScopes: ReadonlySet<string> = new Set()

export const strangerAt = (address: string): Caller => ({
  scopes: noScopes,
  environment: 'live',
  address,
})
