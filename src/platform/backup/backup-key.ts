// The key that seals backups. It is none of the bank's other secrets: it opens all that the bank has ever had, and is kept
// where backups are restored, also when the machine of the bank with its settings is gone.
import { readFile } from 'node:fs/promises'
import { StartError } from '../start-error.ts'
import { KEY_LENGTH_MIN } from './sealed-stream.ts'

export async function readBackupKey(file: string | undefined, configured: string): Promise<string> {
  const key = file === undefined ? configured : await readKeyFile(file)
  if (key === '')
    throw new StartError(
      'A backup is sealed with a key: make one by "openssl rand -hex 32 > backup.key", keep a copy elsewhere, and give it by --key-file or BACKUP_KEY_FILE.',
    )
  if (key.length < KEY_LENGTH_MIN)
    throw new StartError(
      `The key of backups must be at least ${KEY_LENGTH_MIN} characters long; make one by "openssl rand -hex 32".`,
    )
  return key
}

async function readKeyFile(path: string): Promise<string> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartError(`The key file "${path}" cannot be read (${code}).`, { cause })
  }
}
