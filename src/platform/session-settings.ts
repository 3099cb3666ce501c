// The settings of PostgreSQL with which a connection works, such as UTC and whether it is read-only. They are part of the
// start of the connection. A pooler may ignore what comes with it (`pooler.ts`); then they are the first statement.
import type pg from 'pg'
import type { DatabaseAddress } from './database.ts'

/** Values without spaces or quotes. */
export type SessionSettings = Readonly<Record<string, string | number>>

/** The option of pg that sends them with the start. */
export const toStartOptions = (settings: SessionSettings): { readonly options: string } => ({
  options: Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
})

/** Run it on each new connection, before anything else. */
export async function applySettings(
  client: Pick<pg.ClientBase, 'query'>,
  address: DatabaseAddress,
  settings: SessionSettings,
): Promise<void> {
  if (address.ignoresStartOptions !== true) return
  const statements = Object.entries(settings).map(([name, value]) => `set ${name} = '${value}'`)
  await client.query(statements.join('; '))
}
