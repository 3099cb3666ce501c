// What operators can switch off: each domain with operations that change something, sign-up, and all changes at once.
// Reading is never switched off, and neither are signing in and the switches themselves. The switch of transfers also
// applies to all money between customers, whichever domain moves it (transfer-switch.ts).
import { isOperator } from '../../../operation/caller.ts'
import type { Gate } from '../../../operation/gate.ts'
import { type AnyOperation, isWrite } from '../../../operation/operation.ts'
import type { Registry } from '../../../operation/registry.ts'
import type { SwitchedOff } from './store.ts'

export const ALL_CHANGES = 'all-changes'
export const SIGN_UP = 'sign-up'

const signUpOperations: ReadonlySet<string> = new Set(['auth.register'])
const essential: ReadonlySet<string> = new Set(['identity', 'controls'])
/** Other ways to sign in. */
const signInOperations: ReadonlySet<string> = new Set([
  'passkey.challenge',
  'passkey.verify',
  'biometric.challenge',
  'biometric.verify',
])

export interface Feature {
  readonly name: string
  readonly summary: string
  /** Where an operator looks for it: the area of the domain. */
  readonly group: string
}

const WHOLE = 'The whole bank'

export function listFeatures({ domains }: Pick<Registry, 'domains'>): Feature[] {
  const switchable = domains.filter(
    ({ name, operations }) => !essential.has(name) && operations.some(isWrite),
  )
  return [
    { name: ALL_CHANGES, summary: 'All changes; reading remains possible.', group: WHOLE },
    { name: SIGN_UP, summary: 'Registration of new users.', group: WHOLE },
    ...switchable.map(({ name, summary, area = 'Others' }) => ({ name, summary, group: area })),
  ]
}

export type OffByFeature = ReadonlyMap<string, Pick<SwitchedOff, 'reason'>>

export const refusalOf = (off: OffByFeature, feature: string): string =>
  `This is switched off for now: ${off.get(feature)!.reason} Nothing was changed; retry later.`

/** Refuses customers' changes to features that are switched off; operators and the bank itself are exempt. */
export function makeGate(
  registry: () => Pick<Registry, 'domains'>,
  getOff: () => OffByFeature | Promise<OffByFeature>,
): Gate {
  let domainOf: ReadonlyMap<string, string> | undefined
  const featureOf = (op: AnyOperation, off: OffByFeature): string | undefined => {
    domainOf ??= indexDomains(registry())
    const domain = domainOf.get(op.name)!
    if (signUpOperations.has(op.name))
      return [SIGN_UP, ALL_CHANGES].find((feature) => off.has(feature))
    if (essential.has(domain) || signInOperations.has(op.name)) return undefined
    return [domain, ALL_CHANGES].find((feature) => off.has(feature))
  }
  return (op, caller) => {
    if (!isWrite(op) || isOperator(caller) || caller.isBank) return undefined
    const judge = (off: OffByFeature): string | undefined => {
      if (off.size === 0) return undefined
      const feature = featureOf(op, off)
      return feature === undefined ? undefined : refusalOf(off, feature)
    }
    const off = getOff()
    return off instanceof Promise ? off.then(judge) : judge(off)
  }
}

const indexDomains = ({ domains }: Pick<Registry, 'domains'>): ReadonlyMap<string, string> =>
  new Map(
    domains.flatMap(({ name, operations }) => operations.map((op) => [op.name, name] as const)),
  )
