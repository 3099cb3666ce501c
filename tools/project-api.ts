// Writes the projections of the registry to api/, for review beside the change that caused them.
import { writeFile } from 'node:fs/promises'
import { pino } from 'pino'
import { describeBank } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { systemClock } from '../src/kernel/clock.ts'
import { projectAll } from '../src/transport/projections.ts'

const registry = describeBank(readConfig({}), pino({ level: 'silent' }), systemClock)
for (const [name, content] of Object.entries(projectAll(registry))) {
  await writeFile(new URL(`../api/${name}`, import.meta.url), content)
  process.stdout.write(`api/${name}\n`)
}
