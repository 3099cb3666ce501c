// `florin backup`: makes a sealed backup of a bank that runs, checks one, or lists those of a folder.
import { basename, join } from 'node:path'
import type { WriteStream } from 'node:tty'
import { readOptions } from './command-options.ts'
import type { Config } from './config.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { describeBank, insertBackup } from './operation/backup-store.ts'
import { endOf, toEventId } from './operation/event-log.ts'
import { packBackup, unpackBackup } from './platform/backup/backup-file.ts'
import { readBackupKey } from './platform/backup/backup-key.ts'
import { type Contents, readContents, readHead } from './platform/backup/contents.ts'
import { type DumpProgress, startDump } from './platform/backup/dump.ts'
import type { BackupHead } from './platform/backup/head.ts'
import {
  keepNewest,
  listBackups,
  NAME_VARIABLE,
  nameBackup,
  removeAbandoned,
  writeToCommand,
  writeToFolder,
} from './platform/backup/targets.ts'
import type { DatabaseAddress } from './platform/database.ts'
import { checkVersion, statementsOn, withClient } from './platform/migrations.ts'
import type { Environment } from './platform/settings.ts'
import { StartError } from './platform/start-error.ts'
import { makeProgress } from './progress.ts'

export const BACKUP_HELP = `florin backup --to FOLDER [--keep NUMBER] | --command COMMAND | --check FILE | --list FOLDER

Backs up the bank, which may be running, to one sealed file: all tables as they were at one moment. It needs no other
program, and blocks neither calls nor writes.

  --to FOLDER        writes florin-NAME-TIME.backup into this folder
  --keep NUMBER      afterwards deletes all backups of the bank in the folder but this many newest ones
  --command COMMAND  gives the file to a command of the shell instead, on its standard input; ${NAME_VARIABLE} is its name
  --check FILE       reads a backup from beginning to end, and says what is in it; no database is needed
  --list FOLDER      lists the backups of a folder
  --key-file FILE    the file of the key; otherwise BACKUP_KEY or BACKUP_KEY_FILE

The backup does not contain FLORIN_SECRET, without which the restored bank cannot start, nor the key.`

const USAGE =
  'say florin backup --to FOLDER, --command COMMAND, --check FILE or --list FOLDER; "florin backup --help" explains them'

export type BackupTarget =
  | { readonly action: 'to'; readonly folder: string; readonly keep: number | undefined }
  | { readonly action: 'command'; readonly command: string }

export type BackupCommand = (
  | BackupTarget
  | { readonly action: 'check'; readonly file: string }
  | { readonly action: 'list'; readonly folder: string }
) & { readonly keyFile: string | undefined }

/** Reads the arguments before the database is opened, so that a mistake is reported at once. */
export function readBackupCommand(args: readonly string[]): BackupCommand {
  const { values, words } = readOptions(
    args,
    {
      to: 'string',
      keep: 'string',
      command: 'string',
      check: 'string',
      list: 'string',
      'key-file': 'string',
    },
    USAGE,
  )
  const keyFile = values['key-file']
  const { to, command, check, list, keep } = values
  const actions = [to, command, check, list].filter((value) => value !== undefined)
  if (actions.length !== 1 || actions[0] === '' || words.length > 0)
    throw new StartError(`${USAGE[0]!.toUpperCase()}${USAGE.slice(1)}.`)
  if (keep !== undefined && (to === undefined || !/^[1-9]\d{0,4}$/.test(keep)))
    throw new StartError(
      '--keep is the number of backups to keep in the folder of --to, from 1 on.',
    )
  if (to !== undefined)
    return {
      action: 'to',
      folder: to,
      keep: keep === undefined ? undefined : Number(keep),
      keyFile,
    }
  if (command !== undefined) return { action: 'command', command, keyFile }
  if (check !== undefined) return { action: 'check', file: check, keyFile }
  return { action: 'list', folder: list!, keyFile }
}

type Screen = Pick<WriteStream, 'isTTY' | 'write'>

export interface BackupSettings {
  readonly key: string
  /** What the files are named after. */
  readonly bank: string
  /** Of the command that a backup is given to. */
  readonly env: Environment
  readonly clock: Clock
  readonly screen: Screen
}

/** Files are named after the host under which clients reach the bank. */
export const bankName = ({ PUBLIC_URL }: Pick<Config, 'PUBLIC_URL'>): string =>
  PUBLIC_URL === '' ? 'localhost' : new URL(PUBLIC_URL).hostname

export interface MadeBackup {
  readonly name: string
  readonly bytes: number
  readonly head: BackupHead
}

export const makeBackup = (
  target: BackupTarget,
  address: DatabaseAddress,
  settings: BackupSettings,
): Promise<MadeBackup> =>
  withClient(
    address,
    async (client) => {
      const { screen, key, bank, env, clock } = settings
      await checkVersion(client)
      if (target.action === 'to') await removeAbandoned(target.folder, clock.now())
      const show = makeProgress(screen)
      const startedAt = performance.now()
      const dump = await startDump(client, {
        describe: (connection) => describeBank(statementsOn(connection)),
        onProgress: (progress) => show(...describeProgress('Backing up', progress)),
        onNotice: (sentence) => screen.write(`${sentence}\n`),
      })
      const name = nameBackup(bank, dump.head.taken_at)
      const sealed = packBackup(dump.frames, key)
      const bytes =
        target.action === 'to'
          ? await writeToFolder(target.folder, name, sealed)
          : await writeToCommand(target.command, sealed, { ...env, [NAME_VARIABLE]: name })
      const seconds = (performance.now() - startedAt) / 1000
      await client.query('commit')
      const { rows } = dump.end()
      await record(address, dump.head, { bytes, rows }, screen)
      const removed =
        target.action === 'to' && target.keep !== undefined
          ? await keepNewest(target.folder, bank, target.keep)
          : []
      const place = target.action === 'to' ? join(target.folder, name) : name
      screen.write(describeMade(place, dump.head, { bytes, rows, seconds, removed }))
      return { name, bytes, head: dump.head }
    },
    'florin backup',
  )

/** Monitoring sees by it how old the newest backup is. */
async function record(
  address: DatabaseAddress,
  { taken_at, server }: BackupHead,
  { bytes, rows }: { readonly bytes: number; readonly rows: number },
  screen: Screen,
): Promise<void> {
  const made = { taken_at, bytes, row_count: rows, made_by: 'florin backup' }
  try {
    if (server.is_standby) throw new Error('the server is a standby')
    await withClient(address, (client) => insertBackup(statementsOn(client), made), 'florin backup')
  } catch (error) {
    screen.write(
      `The backup is complete, but was not recorded for monitoring (${(error as Error).message}).\n`,
    )
  }
}

/** The arguments of `show`. */
export const describeProgress = (
  doing: string,
  { tables, of, bytes }: DumpProgress,
): [text: string, isLast: boolean] => [
  `${doing}: ${tables} of ${of} tables, ${describeBytes(bytes)}`,
  tables === of,
]

export function describeBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

const describeMade = (
  place: string,
  head: BackupHead,
  {
    bytes,
    rows,
    seconds,
    removed,
  }: { bytes: number; rows: number; seconds: number; removed: readonly string[] },
): string => `Wrote ${place}
  ${describeBytes(bytes)} for ${rows} rows in ${head.tables} tables, in ${seconds.toFixed(1)} s
  The bank as it was at ${head.taken_at}, with its events up to ${toEventId(endOf(head.bank.position))}
${removed.map((name) => `Deleted ${name}\n`).join('')}
Restore it into an empty database: florin restore ${basename(place)} --into-empty
That needs its key and FLORIN_SECRET, which the backup does not contain. Keep both elsewhere.
`

/** Reads and checks the whole file. */
export async function checkBackup(file: string, key: string, screen: Screen): Promise<Contents> {
  const show = makeProgress(screen)
  let tables = 0
  let bytes = 0
  let of = 0
  const contents = await readContents(unpackBackup(file, key), {
    async head(head) {
      of = head.tables
    },
    async tableEnd(_table, end) {
      tables++
      bytes += end.bytes
      show(...describeProgress('Checking', { tables, of, bytes }))
    },
  })
  screen.write(describeContents(file, contents))
  return contents
}

const describeContents = (file: string, { head, rows, bytes }: Contents): string =>
  `${basename(file)} is whole.
  ${describeHead(head)}
  ${rows} rows in ${head.tables} tables, ${describeBytes(bytes)} when unpacked
  Events up to ${toEventId(endOf(head.bank.position))}, of epoch ${head.bank.epoch}
  PostgreSQL ${head.server.version}, database ${head.server.database}${head.server.lsn === null ? '' : ` at ${head.server.lsn}`}
`

const describeHead = (head: BackupHead): string =>
  `Taken at ${head.taken_at} by Florin ${head.software}, ${head.bank.mode ?? 'of a bank that never started'}, schema ${head.migrations.at(-1)!.name}`

export async function listFolder(folder: string, key: string, screen: Screen): Promise<void> {
  const found = await listBackups(folder)
  if (found.length === 0) screen.write(`There is no backup in ${folder}.\n`)
  for (const { name, bytes } of found) {
    const about = await readHead(unpackBackup(join(folder, name), key)).then(
      describeHead,
      (error: unknown) => {
        if (error instanceof StartError) return error.message
        throw error
      },
    )
    screen.write(`${name}  ${describeBytes(bytes)}\n  ${about}\n`)
  }
}

export interface CommandSettings {
  readonly config: Config
  readonly env: () => Promise<Environment>
  readonly screen: Screen
  /** Runs work on the database of the bank, which may be running. */
  readonly withBank: (work: (address: DatabaseAddress) => Promise<void>) => Promise<void>
}

export async function runBackupCommand(
  command: BackupCommand,
  { config, env, screen, withBank }: CommandSettings,
): Promise<void> {
  const key = await readBackupKey(command.keyFile, config.BACKUP_KEY)
  if (command.action === 'check') await checkBackup(command.file, key, screen)
  else if (command.action === 'list') await listFolder(command.folder, key, screen)
  else
    await withBank(async (address) => {
      const settings = { key, bank: bankName(config), clock: systemClock, screen }
      const childEnv = command.action === 'command' ? await env() : {}
      await makeBackup(command, address, { ...settings, env: childEnv })
    })
}
