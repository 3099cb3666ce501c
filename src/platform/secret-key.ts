// Loads the sealing key: from FLORIN_SECRET, or in sandbox from a file created once in DATA_DIR.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from './folder-sync.ts'
import { StartError } from './start-error.ts'

const FILE = 'secret.key'

/** The key without making one; undefined if there is none yet. */
export async function findSecret(configured: string, dataDir: string): Promise<string | undefined> {
  return configured === '' ? readIfThere(join(dataDir, FILE)) : configured
}

export async function loadSecret(configured: string, dataDir: string): Promise<string> {
  if (configured !== '') return configured
  const file = join(dataDir, FILE)
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    const secret = (await readIfThere(file)) ?? (await createSecret(file))
    if (secret.length >= 32) return secret
  } catch (cause) {
    throw new StartError(
      `The key file ${file} cannot be read or made (${(cause as Error).message}); check DATA_DIR.`,
      { cause },
    )
  }
  throw new StartError(
    `The key file ${file} is damaged; restore it, or set FLORIN_SECRET to what it held.`,
  )
}

/** Links the file into place when it is on disk, so that it is complete or absent, and the first process wins. */
async function createSecret(file: string): Promise<string> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  try {
    const secret = randomBytes(32).toString('hex')
    await writeFile(draft, secret, { flag: 'wx', mode: 0o600, flush: true })
    await link(draft, file).catch(ignore('EEXIST'))
    await syncFolder(dirname(file))
    return await readFile(file, 'utf8')
  } finally {
    await rm(draft, { force: true })
  }
}

const readIfThere = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch(ignore('ENOENT'))

const ignore =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }
