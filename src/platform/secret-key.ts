// Where the sealing key comes from: FLORIN_SECRET, or in sandbox a file made once in DATA_DIR.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

export async function loadSecret(configured: string, dataDir: string): Promise<string> {
  if (configured !== '') return configured
  const file = join(dataDir, 'secret.key')
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // Fails when the file exists, also when a neighbour made it a moment ago: then read theirs.
    await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
    const secret = await readFile(file, 'utf8')
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
