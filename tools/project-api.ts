// Writes the projections of the registry to api/, for review beside the change that caused them.
import { writeFile } from 'node:fs/promises'
import { allDomains } from '../src/app.ts'
import { makeRegistry } from '../src/operation/registry.ts'
import { projectAll } from '../src/transport/projections.ts'

for (const [name, content] of Object.entries(projectAll(makeRegistry(allDomains())))) {
  await writeFile(new URL(`../api/${name}`, import.meta.url), content)
  process.stdout.write(`api/${name}\n`)
}
