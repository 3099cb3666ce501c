// `florin restore`: restores a backup into an empty database, and makes it fit to be the bank again.
import type { WriteStream } from 'node:tty'
import { checkBackup, describeProgress } from './backup.ts'
import { readOptions } from './command-options.ts'
import type { Config } from './config.ts'
import { verifyLedger } from './ledger-verification.ts'
import { settleRestored } from './operation/backup-store.ts'
import { endOf, toEventId } from './operation/event-log.ts'
import { unpackBackup } from './platform/backup/backup-file.ts'
import { readBackupKey } from './platform/backup/backup-key.ts'
import type { BackupHead } from './platform/backup/head.ts'
import { checkEmpty, checkRestorable, loadBackup } from './platform/backup/load.ts'
import type { DatabaseAddress } from './platform/database.ts'
import {
  checkVersion,
  migrate,
  type SchemaOptions,
  statementsOn,
  withClient,
} from './platform/migrations.ts'
import { makeWrapper } from './platform/key-ring.ts'
import { findSecret } from './platform/secret-key.ts'
import { StartError } from './platform/start-error.ts'
import { makeProgress } from './progress.ts'

export const RESTORE_HELP = `florin restore FILE --into-empty [--key-file FILE] [--without-secret]

Restores a backup into the database of DATABASE_URL or DATA_DIR, which must be empty. The file is checked first, from
beginning to end. The restored bank begins a new epoch of event ids, its ledger is proved, and it is held: it sends nothing
by itself until "florin hold --end" is run. If anything fails while it is loaded, the database stays empty.

  --into-empty       says that you know where it goes
  --key-file FILE    the file of the key; otherwise BACKUP_KEY or BACKUP_KEY_FILE
  --without-secret   restores without the FLORIN_SECRET of the bank; a bank cannot start on that, but the rows can be read`

const USAGE = 'say florin restore FILE --into-empty'

export interface RestoreCommand {
  readonly file: string
  readonly keyFile: string | undefined
  readonly withoutSecret: boolean
}

/** Reads the arguments before the database is opened, so that a mistake is reported at once. */
export function readRestoreCommand(args: readonly string[]): RestoreCommand {
  const { values, words } = readOptions(
    args,
    { 'into-empty': 'boolean', 'key-file': 'string', 'without-secret': 'boolean' },
    USAGE,
  )
  if (words.length !== 1 || values['into-empty'] !== true)
    throw new StartError(
      'Say what to restore, and that it goes into an empty database: florin restore FILE --into-empty.',
    )
  return {
    file: words[0]!,
    keyFile: values['key-file'],
    withoutSecret: values['without-secret'] === true,
  }
}

type Screen = Pick<WriteStream, 'isTTY' | 'write'>

export interface RestoreSettings extends SchemaOptions {
  readonly key: string
  /** FLORIN_SECRET of the bank to be, and the one before while it is changed. */
  readonly secrets: readonly string[]
  readonly withoutSecret: boolean
  readonly screen: Screen
}

export async function restoreBackup(
  file: string,
  address: DatabaseAddress,
  settings: RestoreSettings,
): Promise<BackupHead> {
  const { key, screen, folder } = settings
  const schema = folder === undefined ? {} : { folder }
  const onNotice = (sentence: string) => void screen.write(`${sentence}\n`)
  // A mistake about the database is reported before minutes are spent on the file.
  await withClient(
    address,
    async (client) => {
      await checkVersion(client)
      await checkEmpty(client)
    },
    'florin restore',
  )
  const { head } = await checkBackup(file, key, screen)
  await checkRestorable(head, schema)
  checkSecret(head, settings)
  const show = makeProgress(screen)
  await withClient(
    address,
    async (client) => {
      await loadBackup(client, unpackBackup(file, key), {
        ...schema,
        onNotice,
        onProgress: (progress) => show(...describeProgress('Restoring', progress)),
        finish: (connection) =>
          settleRestored(statementsOn(connection), {
            epochReason: `restored from the backup of ${head.taken_at}`,
            holdReason: `It was restored from the backup of ${head.taken_at}.`,
          }),
      })
      await client.query('analyze')
    },
    'florin restore',
  )
  const { applied } = await migrate(address, { ...schema, report: onNotice })
  if (applied.length > 0) onNotice(`Applied ${applied.join(', ')}.`)
  await verifyLedger(address, screen)
  screen.write(describeRestored(head))
  return head
}

function checkSecret(
  { bank }: BackupHead,
  { secrets, withoutSecret }: Pick<RestoreSettings, 'secrets' | 'withoutSecret'>,
): void {
  if (bank.openers.length === 0 || withoutSecret) return
  if (!secrets.some((secret) => bank.openers.includes(makeWrapper(secret).fingerprint)))
    throw new StartError(
      `${secrets.length === 0 ? 'FLORIN_SECRET is not set' : 'FLORIN_SECRET is another than that of the backup'}, and without it the restored bank cannot start; set it, or FLORIN_SECRET_PREVIOUS, to that of the bank at the time (in sandbox, copy secret.key into DATA_DIR), or restore with --without-secret to read the rows only.`,
    )
}

const describeRestored = ({ taken_at, bank }: BackupHead): string =>
  `The bank is restored as it was at ${taken_at}, with its events up to ${toEventId(endOf(bank.position))}.
All that happened later is lost, and its ids are not used again: the new epoch of event ids began.

The bank is held: it answers calls and sends nothing by itself. Next (docs/backup.md has each step):
  1. Make sure that no node of the old bank runs, and start this one${bank.mode === 'production' ? ' with FLORIN_MODE=production' : ''}.
  2. Compare payments over rails, chains, cards and the ramp since ${taken_at} with the other side.
  3. Tell partners and receivers of webhooks: events after ${toEventId(endOf(bank.position))} did not happen.
  4. Let it work again: florin hold --end
`

export async function runRestoreCommand(
  { file, keyFile, withoutSecret }: RestoreCommand,
  config: Config,
  screen: Screen,
  withDatabase: (work: (address: DatabaseAddress) => Promise<void>) => Promise<void>,
): Promise<void> {
  const key = await readBackupKey(keyFile, config.BACKUP_KEY)
  const secret = await findSecret(config.FLORIN_SECRET, config.DATA_DIR)
  const secrets = [secret ?? '', config.FLORIN_SECRET_PREVIOUS].filter((one) => one !== '')
  await withDatabase(async (address) => {
    await restoreBackup(file, address, { key, secrets, withoutSecret, screen })
  })
}
