// Writes the types of all tables, as the migrations make them, to src/platform/tables.ts.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '../src/platform/migrations.ts'
import { startEmbeddedPostgres } from '../src/platform/postgres/embedded-postgres.ts'
import { renderTables } from './codegen.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'florin-tables-'))
const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
try {
  const server = { host: postgres.socketDir, port: postgres.port, user: postgres.user }
  await migrate({ ...server, database: 'postgres' })
  const tables = await renderTables(server, 'postgres')
  await writeFile(new URL('../src/platform/tables.ts', import.meta.url), tables)
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
