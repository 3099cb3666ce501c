// A new or renamed file is safe from a power failure only when its folder is on disk too.
import { open } from 'node:fs/promises'

export async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
