// Writes docs/clients.md from a run of the tests of clients that others wrote (`npm run test:clients`): which client at
// which version did what at the bank, and what came of it.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

const PAGE = new URL('../../docs/clients.md', import.meta.url)

interface ClientResult {
  readonly name: string
  readonly version: string | null
  readonly part: string
  readonly done: string[]
  readonly counts: Record<'passed' | 'failed' | 'skipped', number>
  /** What a client that was left out needs. */
  readonly need: string | undefined
}

export class ClientsReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    writeFileSync(PAGE, toPage(collect(modules)))
  }
}

function collect(modules: readonly TestModule[]): ClientResult[] {
  const results = new Map<string, ClientResult>()
  for (const module of modules)
    for (const test of module.children.allTests()) {
      const { client } = test.meta()
      if (!client) continue
      const key = `${client.name} ${client.part}`
      const result = results.get(key) ?? {
        ...client,
        done: [],
        counts: { passed: 0, failed: 0, skipped: 0 },
        need: /\(needs ([^)]+)\)/.exec(test.fullName)?.[1],
      }
      const { state } = test.result()
      result.counts[state === 'pending' ? 'failed' : state]++
      result.done.push(test.name)
      results.set(key, result)
    }
  return [...results.values()].toSorted((a, b) =>
    `${a.part} ${a.name}`.localeCompare(`${b.part} ${b.name}`, 'en'),
  )
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

function toRow({ name, version, part, done, counts, need }: ClientResult): string {
  const { passed, failed } = counts
  const result =
    version === null
      ? `not run: needs ${need ?? 'a program that is missing'}`
      : failed > 0
        ? `${failed} of ${passed + failed} failed`
        : `${passed} passed`
  return `| ${[part, name, version ?? '–', done.join('; '), result].map(cell).join(' | ')} |`
}

const toPage = (results: readonly ClientResult[]): string => `# Clients that others wrote

The bank speaks protocols that others defined, so programs that nobody here wrote must work with it unmodified. Each
row is a client at its pinned version, what tests do with it at a running bank, and the result of the last run of

\`\`\`sh no-run: it takes minutes, and writes this page
npm run test:clients
\`\`\`

That command installs what is not part of \`npm ci\` and writes this page. Most rows are also part of \`npm test\`. A
program that is missing on a machine is named, and its tests are left out there.

| Part | Client | Version | What is tested | Last result |
|---|---|---|---|---|
${results.map(toRow).join('\n')}
`
