// `npm run examples`: records the answers of the examples of all domains, or of some: `npm run examples -- core/accounts`.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderAnswers } from '../test/contract/recorded/render.ts'

// The examples of a new domain import a file that does not exist yet.
for (const { name, parentPath } of readdirSync('src/domains', {
  recursive: true,
  withFileTypes: true,
})) {
  const file = join(parentPath, 'answers.ts')
  if (name === 'examples.ts' && !existsSync(file))
    writeFileSync(file, renderAnswers(parentPath, {}))
}

const bin = (name: string): string => `node_modules/.bin/${name}`
execFileSync(bin('vitest'), ['run'], {
  stdio: 'inherit',
  env: { ...process.env, RECORD_EXAMPLES: process.argv.slice(2).join(' ') },
})
execFileSync(bin('biome'), ['format', '--write', 'src/domains'], { stdio: 'inherit' })
