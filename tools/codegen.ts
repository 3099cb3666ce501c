// Runs the generator of table types against a database; its settings are in .kysely-codegenrc.json.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Server {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password?: string
}

/** With `--verify` it writes nothing, and fails when the file is not what it should be. */
export function runCodegen(server: Server, database: string, args: readonly string[]) {
  const query = new URLSearchParams({ host: server.host, port: String(server.port) })
  const credentials = server.password ? `${server.user}:${server.password}` : server.user
  const url = `postgres://${credentials}@/${database}?${query.toString()}`
  const codegen = join(root, 'node_modules/kysely-codegen/dist/cli/bin.js')
  const { status, stdout, stderr } = spawnSync(process.execPath, [codegen, '--url', url, ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  return { ok: status === 0, output: stdout + stderr }
}
