// Flushes a folder to disk, because a new or renamed file survives a power failure only with its folder.
import { open } from 'node:fs/promises'

export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
