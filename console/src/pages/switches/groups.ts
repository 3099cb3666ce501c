// The parts of the bank in groups, and those that match a search.
import type { Feature } from '../../../../sdk/client/types.ts'

export type Choice = 'all' | 'off'

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  api: 'API',
  gcu: 'GCU',
  oauth: 'OAuth',
  a2a: 'A2A',
  defi: 'DeFi',
  sms: 'SMS',
  sdks: 'SDKs',
  iso20022: 'ISO 20022',
}

/** `api-keys` as “API keys”. */
export function nameOf({ feature }: Pick<Feature, 'feature'>): string {
  const words = feature.split('-').map((word) => ABBREVIATIONS[word] ?? word)
  const name = words.join(' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

/** The groups in the bank's order; in each, what is off comes first, then by name. */
export function group(
  features: readonly Feature[],
  { text, choice }: { readonly text: string; readonly choice: Choice },
): readonly (readonly [name: string, rows: readonly Feature[]])[] {
  const wanted = text.trim().toLowerCase()
  const groups = new Map<string, Feature[]>()
  for (const feature of features) {
    const said = `${nameOf(feature)} ${feature.feature} ${feature.group} ${feature.summary}`
    if (choice === 'off' && feature.on) continue
    if (!said.toLowerCase().includes(wanted)) continue
    groups.set(feature.group, [...(groups.get(feature.group) ?? []), feature])
  }
  return [...groups].map(([name, rows]) => [name, rows.toSorted(inOrder)])
}

const inOrder = (a: Feature, b: Feature): number =>
  Number(a.on) - Number(b.on) || nameOf(a).localeCompare(nameOf(b))
