// Writes the types of all tables, as the migrations make them, to src/platform/tables.ts. With
// --verify it writes nothing and fails when the file is not what it should be.
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrate } from '../src/platform/migrate.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const dataDir = await mkdtemp(join(tmpdir(), 'florin-tables-'))
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
try {
  const { socketDir: host, port, user } = postgres
  await migrate({ host, port, user, database: 'postgres' })
  const query = new URLSearchParams({ host, port: String(port) })
  const url = `postgres://${user}@/postgres?${query.toString()}`
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const args = [codegen, '--url', url, ...process.argv.slice(2)]
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  process.exitCode = status ?? 1
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
