// Restores a backup into an empty database, in one transaction: the schema at the level of the backup, then the rows. A
// failure at any point leaves the database empty.
import { createHash } from 'node:crypto'
import pg from 'pg'
import { MIGRATION_LOCK } from '../advisory-locks.ts'
import { jobSchemaPlan } from '../jobs.ts'
import { checkKnown, createSchema, type SchemaOptions } from '../migrations.ts'
import { StartError } from '../start-error.ts'
import {
  type Constraint,
  JOB_SCHEMA,
  listForeignKeys,
  listRelations,
  listTables,
  listTriggered,
  listTypes,
  readJobVersion,
} from './catalog.ts'
import { type Contents, readContents } from './contents.ts'
import { copyIn, copyOut } from './copy.ts'
import { applySettings, copyText, type DumpProgress } from './dump.ts'
import type { BackupHead, Sequence, TableEnd, TableHead } from './head.ts'

export interface LoadOptions extends SchemaOptions {
  readonly onProgress: (progress: DumpProgress) => void
  readonly onNotice: (sentence: string) => void
  /** What else belongs to a restore, in its transaction and after the rows were compared with the backup. */
  readonly finish: (client: pg.Client) => Promise<void>
}

/** Refuses, before anything is written, a backup that this version cannot restore. */
export async function checkRestorable(head: BackupHead, options: SchemaOptions): Promise<void> {
  await checkKnown(head.migrations, options)
  const { version } = jobSchemaPlan(JOB_SCHEMA)
  if ((head.jobs ?? 0) > version)
    throw new StartError(
      `The backup was made by a newer Florin (its job queues are of version ${head.jobs}); restore it with that version or a later one.`,
    )
}

/** Refuses a database with anything in it, because a restore never overwrites. */
export async function checkEmpty(client: pg.Client): Promise<void> {
  const found = await listRelations(client)
  const { rows } = await client.query<{ there: boolean; encoding: string }>(
    `select to_regnamespace('platform') is not null as there, current_setting('server_encoding') as encoding`,
  )
  const { there, encoding } = rows[0]!
  if (found.length > 0 || there)
    throw new StartError(
      `The database is not empty${found.length > 0 ? ` (it has ${found[0]})` : ''}, and a restore never overwrites; set DATABASE_URL or DATA_DIR to an empty one.`,
    )
  if (encoding !== 'UTF8')
    throw new StartError(
      `The database has the encoding ${encoding}; create one with UTF8 and restore into that.`,
    )
}

export async function loadBackup(
  client: pg.Client,
  plain: AsyncIterable<Buffer>,
  options: LoadOptions,
): Promise<Contents> {
  try {
    return await loadAll(client, plain, options)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new StartError(
      `The database refused the restore (${error.message}), and is still empty.`,
      { cause: error },
    )
  }
}

async function loadAll(
  client: pg.Client,
  plain: AsyncIterable<Buffer>,
  options: LoadOptions,
): Promise<Contents> {
  await applySettings(client)
  await client.query('begin; set local lock_timeout = 0')
  // A bank that starts meanwhile waits, and then finds its data.
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
  await checkEmpty(client)
  let restoring: Restoring | undefined
  const contents = await readContents(plain, {
    async head(head) {
      restoring = await Restoring.begin(client, head, options)
    },
    table: (table, rows) => restoring!.load(table, rows),
    tableEnd: async (table, end) => restoring!.expect(table, end),
  })
  await restoring!.complete(contents.head.sequences)
  await options.finish(client)
  await client.query('commit')
  return contents
}

class Restoring {
  private readonly client: pg.Client
  private readonly options: LoadOptions
  private readonly head: BackupHead
  private readonly tables: ReadonlyMap<string, TableHead>
  private readonly triggered: readonly string[]
  private readonly foreignKeys: readonly Constraint[]
  private readonly expected: { readonly table: TableHead; readonly end: TableEnd }[] = []
  private readonly isOtherQueue: boolean
  private done = 0
  private bytes = 0

  private constructor(
    client: pg.Client,
    options: LoadOptions,
    head: BackupHead,
    catalog: {
      readonly tables: readonly TableHead[]
      readonly triggered: readonly string[]
      readonly foreignKeys: readonly Constraint[]
    },
    isOtherQueue: boolean,
  ) {
    this.client = client
    this.options = options
    this.head = head
    this.tables = new Map(catalog.tables.map((table) => [table.table, table]))
    this.triggered = catalog.triggered
    this.foreignKeys = catalog.foreignKeys
    this.isOtherQueue = isOtherQueue
  }

  /** Makes the schema without rows, and puts aside what would hinder the loading of rows in any order. */
  static async begin(client: pg.Client, head: BackupHead, options: LoadOptions) {
    await checkRestorable(head, options)
    await createSchema(client, head.migrations, options)
    if (head.jobs !== null) await client.query(jobSchemaPlan(JOB_SCHEMA).sql)
    const isOtherQueue = head.jobs !== (await readJobVersion(client))
    const catalog = {
      tables: await listTables(client),
      triggered: await listTriggered(client),
      foreignKeys: await listForeignKeys(client),
    }
    for (const { table, name } of catalog.foreignKeys)
      await client.query(`alter table ${table} drop constraint ${name}`)
    for (const table of catalog.triggered)
      await client.query(`alter table ${table} disable trigger user`)
    await client.query(`truncate ${catalog.tables.map(({ table }) => table).join(', ')}`)
    return new Restoring(client, options, head, catalog, isOtherQueue)
  }

  async load(table: TableHead, rows: AsyncIterable<Buffer>): Promise<void> {
    const { client, options } = this
    const target = this.tables.get(table.table)
    options.onProgress({ tables: this.done++, of: this.head.tables, bytes: this.bytes })
    if (this.isOtherQueue && table.table.startsWith(`${JOB_SCHEMA}.`))
      return this.loadCommon(table, target, rows)
    // Only what others have put beside the bank is unknown to its migrations.
    if (!target)
      return options.onNotice(`The table ${table.table} is none of Florin's and is not restored.`)
    if (target.columns.toSorted().join() !== table.columns.toSorted().join())
      throw new StartError(
        `The table ${table.table} of the backup has other columns than the migrations make; its schema was changed by hand.`,
      )
    await copyIn(client, copyText(table, 'from stdin'), this.counted(rows))
  }

  /** The queues are made anew by the library of this version, which may have fewer or more columns than the one before. */
  private async loadCommon(
    table: TableHead,
    target: TableHead | undefined,
    rows: AsyncIterable<Buffer>,
  ): Promise<void> {
    if (!target || table.table === `${JOB_SCHEMA}.version`) return
    const { client } = this
    const types = await listTypes(client, table.table)
    const common = table.columns.filter((column) => target.columns.includes(column))
    await client.query(
      `create temp table loading (${table.columns.map((column) => `${column} text`).join(', ')})`,
    )
    await copyIn(
      client,
      copyText({ table: 'loading', columns: table.columns }, 'from stdin'),
      this.counted(rows),
    )
    const values = common.map((column) => `${column}::${types.get(column)}`)
    await client.query(
      `insert into ${table.table} (${common.join(', ')}) select ${values.join(', ')} from loading; drop table loading`,
    )
  }

  private async *counted(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const bytes of rows) {
      this.bytes += bytes.length
      this.options.onProgress({ tables: this.done, of: this.head.tables, bytes: this.bytes })
      yield bytes
    }
  }

  expect(table: TableHead, end: TableEnd): void {
    const isMadeAnew = this.isOtherQueue && table.table.startsWith(`${JOB_SCHEMA}.`)
    if (this.tables.has(table.table) && !isMadeAnew) this.expected.push({ table, end })
  }

  async complete(sequences: readonly Sequence[]): Promise<void> {
    const { client } = this
    this.options.onProgress({ tables: this.head.tables, of: this.head.tables, bytes: this.bytes })
    for (const { name, last_value, is_called } of sequences)
      await client.query('select setval($1::regclass, $2, $3)', [name, last_value, is_called])
    for (const { table, name, definition } of this.foreignKeys)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    for (const table of this.triggered)
      await client.query(`alter table ${table} enable trigger user`)
    for (const { table, end } of this.expected) await compare(client, table, end)
  }
}

/** Reads the table back, so that what is in the database is what was in the one of the backup. */
async function compare(client: pg.Client, table: TableHead, end: TableEnd): Promise<void> {
  const hash = createHash('sha256')
  const copied = copyOut(client, copyText(table, 'to stdout'))
  for await (const piece of copied.pieces) hash.update(piece)
  if ((await copied.rows) !== end.rows || hash.digest('hex') !== end.sha256)
    throw new StartError(
      `The table ${table.table} differs from the backup after it was loaded, so nothing was restored.`,
    )
}
