// Writes the files generated from the declarations: api/, docs/reference/, docs/life-cycles.md and the types and
// operations of sdk/client. They are committed with the change that caused them.
import { mkdir, writeFile } from 'node:fs/promises'
import { describeBank, describeMetrics } from '../src/declarations.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { projectSdk } from '../sdk/generator/index.ts'
import { toOpenApi } from '../src/transport/openapi/document.ts'
import { projectAll } from '../src/transport/projections.ts'
import { describeLifeCycles } from './life-cycles.ts'
import { projectReference } from './reference.ts'

const registry = describeBank(systemClock)
const folders = {
  api: projectAll(registry),
  'docs/reference': projectReference(registry, describeMetrics(systemClock)),
  'sdk/client': projectSdk(toOpenApi(registry, '/')),
  docs: { 'life-cycles.md': await describeLifeCycles() },
}
for (const [folder, files] of Object.entries(folders)) {
  for (const [name, content] of Object.entries(files)) {
    const file = new URL(`../${folder}/${name}`, import.meta.url)
    await mkdir(new URL('.', file), { recursive: true })
    await writeFile(file, content)
    process.stdout.write(`${folder}/${name}\n`)
  }
}
