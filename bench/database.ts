// Databases of the bench, beside Florin's own on the same server.
import pg from 'pg'
import type { PostgresServer } from './processes.ts'

/** The name of Florin's database on the server it starts. */
export const FLORIN_DATABASE = 'postgres'

export async function withClient<T>(
  server: PostgresServer,
  database: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...server, database })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const createDatabase = (server: PostgresServer, name: string): Promise<void> =>
  withClient(server, FLORIN_DATABASE, async (client) => {
    await client.query(`create database ${name}`)
  })
