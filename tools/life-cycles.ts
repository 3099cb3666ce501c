// Generates the page of all life cycles from the exports of every domain's `life-cycle.ts`; the tests check the
// same list.
import { globSync } from 'node:fs'
import { LifeCycle } from '../src/kernel/life-cycle.ts'

const root = new URL('..', import.meta.url)

/** A life cycle is exported alone, or in a record of several that belong together. */
const livesIn = (exported: unknown): LifeCycle[] =>
  exported instanceof LifeCycle
    ? [exported]
    : Object.values(Object(exported)).filter((one) => one instanceof LifeCycle)

export async function findLifeCycles(): Promise<LifeCycle[]> {
  const files = globSync('src/domains/**/life-cycle.ts', { cwd: root })
  const modules = await Promise.all(
    files.map((file) => import(new URL(file, root).href) as Promise<object>),
  )
  const found = modules.flatMap((module) => Object.values(module).flatMap(livesIn))
  return found.toSorted((a, b) => a.name.localeCompare(b.name))
}

export async function describeLifeCycles(): Promise<string> {
  const sections = (await findLifeCycles()).map(
    (life) => `
## ${life.name[0]!.toUpperCase()}${life.name.slice(1)}

\`\`\`mermaid
${life.toDiagram()}
\`\`\`

${life.toTable()}
`,
  )
  return `<!-- Written by "npm run project"; do not edit. -->

# Life cycles

What may happen to a thing in each of its states, and who may do it. The code asks these same tables;
a step that is not in them does not happen. The clock is the bank itself.
${sections.join('')}`
}
