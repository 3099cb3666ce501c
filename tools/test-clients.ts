// `npm run test:clients`: installs the clients that are too large for `npm ci`, runs the tests of all clients that others
// wrote, and writes the results to docs/clients.md.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'

const LARGE = 'tools/large-clients'

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): void {
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  if (status !== 0) process.exit(status ?? 1)
}

const isOfClients = (file: string): boolean =>
  readFileSync(file, 'utf8').includes('describeClient(')

process.stdout.write(
  'Installing the clients that are not part of npm ci; this takes minutes the first time …\n',
)
run('npm', ['ci', '--prefix', LARGE, '--workspaces=false', '--omit=optional'])
const files = globSync('{src,sdk,test}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
run('node_modules/.bin/vitest', ['run', ...files.filter(isOfClients)], { CLIENTS_PAGE: '1' })
