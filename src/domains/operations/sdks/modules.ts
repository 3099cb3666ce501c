// The modules that an SDK can contain: the domains of the bank that have routes, and the published names for groups
// of them.
import { Invalid } from '../../../operation/error.ts'
import type { Registry } from '../../../operation/registry.ts'

const GROUPS = new Map<string, readonly string[]>(
  Object.entries({
    ai: ['queries', 'agent-tools', 'conversations'],
    compliance: ['regulatory'],
    crosschain: ['cross-chain', 'chains'],
    partner: ['partners', 'partner-billing', 'sdks'],
    payments: ['payment-rails', 'payment-files', 'outside-payments', 'open-banking', 'mobile'],
    regtech: ['regulatory'],
  }),
)

export const listModules = ({ domains }: Pick<Registry, 'domains'>): string[] =>
  domains
    .filter(({ operations }) => operations.some(({ rest }) => rest.length > 0))
    .map(({ name }) => name)
    .toSorted()

/** The modules by their own names, each once; all of them when none is named. */
export function chooseModules(
  given: { readonly modules?: readonly string[]; readonly include_modules?: readonly string[] },
  registry: Pick<Registry, 'domains'>,
): string[] {
  const all = listModules(registry)
  const chosen = new Set<string>()
  for (const field of ['modules', 'include_modules'] as const)
    for (const name of given[field] ?? []) {
      const found = all.filter((one) => one === name || GROUPS.get(name)?.includes(one))
      if (found.length === 0) throw unknownModule(field, name, all)
      for (const one of found) chosen.add(one)
    }
  return chosen.size === 0 ? all : [...chosen].toSorted()
}

function unknownModule(field: string, name: string, all: readonly string[]): Error {
  const shown = JSON.stringify(name.slice(0, 64))
  return Invalid({
    errors: { [field]: [`There is no module ${shown}; there are ${all.join(', ')}.`] },
  })
}
