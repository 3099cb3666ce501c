// Writes what is derived from the declarations: api/ and docs/reference/, for review beside the
// change that caused it.
import { writeFile } from 'node:fs/promises'
import { describeBank } from '../src/describe.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { projectAll } from '../src/transport/projections.ts'
import { projectReference } from './reference.ts'

const registry = describeBank(systemClock)
const folders = { api: projectAll(registry), 'docs/reference': projectReference(registry) }
for (const [folder, files] of Object.entries(folders)) {
  for (const [name, content] of Object.entries(files)) {
    await writeFile(new URL(`../${folder}/${name}`, import.meta.url), content)
    process.stdout.write(`${folder}/${name}\n`)
  }
}
