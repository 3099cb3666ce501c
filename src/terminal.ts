// The texts shown in the terminal: the summary after a start, and the help.

/** The mode of the bank; the environment of an API key is something else and can be live in both modes. */
const modes = {
  sandbox: 'external providers are simulated',
  production: 'nothing is simulated',
} as const

export interface StartFacts {
  readonly version: string
  readonly url: string
  readonly mode: keyof typeof modes
  readonly database: string
  readonly seconds: number
  readonly migrations: number
  /** Shown once, when the bank created its first operator. */
  readonly operator: { readonly email: string; readonly password: string } | undefined
  /** Why there is no console, or only an older one. */
  readonly consoleProblem: string | undefined
}

const firstCall = (url: string): string => `curl -s ${url}/api/auth/register \\
  -H 'Content-Type: application/json' \\
  -d '{"name":"Ada","email":"ada@example.com","password":"Corr3ct-horse"}'`

export function describeStart(facts: StartFacts): string {
  const rows: [string, string][] = [
    ['Version', facts.version],
    ['API', `${facts.url}/api/v2`],
    ['Reference', `${facts.url}/api/docs`],
    ['Console', facts.consoleProblem ? `not up to date: ${facts.consoleProblem}` : `${facts.url}/`],
    ['Database', facts.database],
    ['Mode', `${facts.mode}: ${modes[facts.mode]} (docs/modes.md)`],
  ]
  if (facts.operator)
    rows.push(['Operator', `${facts.operator.email}  ${facts.operator.password}  (shown once)`])
  const migrated = facts.migrations > 0 ? `, ${facts.migrations} migrations applied` : ''
  return `
  Florin is ready (${facts.seconds.toFixed(1)} s${migrated})

${rows.map(([name, value]) => `    ${name.padEnd(11)}${value}`).join('\n')}

  The first call:

${firstCall(facts.url).replace(/^/gm, '    ')}

  Ctrl-C stops it.

`
}

interface Described {
  readonly summary: string
}

export const listSecrets = (
  variables: Readonly<Record<string, { readonly secret?: boolean }>>,
): string[] => Object.keys(variables).filter((name) => variables[name]!.secret)

export function describeCommands(
  commands: Readonly<Record<string, Described>>,
  variables: Readonly<
    Record<string, Described & { readonly fallback: string; readonly secret?: boolean }>
  >,
): string {
  const list = (rows: readonly (readonly [string, string])[]): string => {
    const width = Math.max(...rows.map(([name]) => name.length)) + 2
    return rows.map(([name, text]) => `  ${name.padEnd(width)}${text}`).join('\n')
  }
  const shown = Object.entries(variables).map(([name, { summary, fallback }]) => {
    return [name, fallback === '' ? summary : `${summary} [${fallback}]`] as const
  })
  return [
    'florin <command>',
    '',
    list(Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)),
    '',
    'Environment:',
    '',
    list(shown),
    '',
    `A secret may be in a file instead, such as FLORIN_SECRET in the one that FLORIN_SECRET_FILE names:`,
    ...listSecrets(variables).map((name) => `  ${name}_FILE`),
  ].join('\n')
}
