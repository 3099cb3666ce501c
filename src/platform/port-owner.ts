// The program that listens on a port of this machine, as far as Linux shows it to this user.
import { readdir, readFile, readlink } from 'node:fs/promises'

const LISTENING = '0A'

/** Undefined if it belongs to another user, or the system has no /proc. */
export async function findPortOwner(
  port: number,
): Promise<{ readonly pid: number; readonly command: string } | undefined> {
  const inodes = new Set(
    (await Promise.all(['tcp', 'tcp6'].map((table) => readOrEmpty(`/proc/net/${table}`))))
      .flatMap((text) => text.split('\n').slice(1))
      .map((line) => line.trim().split(/\s+/))
      .filter(
        ([, local = '', , state]) =>
          state === LISTENING && Number.parseInt(local.split(':').at(-1)!, 16) === port,
      )
      .map((columns) => `socket:[${columns[9]}]`),
  )
  if (inodes.size === 0) return undefined
  for (const pid of await listOrEmpty('/proc'))
    if (/^\d+$/.test(pid) && (await hasOpen(pid, inodes)))
      return { pid: Number(pid), command: await commandOf(pid) }
  return undefined
}

async function hasOpen(pid: string, files: ReadonlySet<string>): Promise<boolean> {
  for (const file of await listOrEmpty(`/proc/${pid}/fd`)) {
    const target = await readlink(`/proc/${pid}/fd/${file}`).catch(() => '')
    if (files.has(target)) return true
  }
  return false
}

/** The name only: arguments of other programs may hold secrets. */
const commandOf = async (pid: string): Promise<string> =>
  (await readOrEmpty(`/proc/${pid}/comm`)).trim() || 'a program'

const readOrEmpty = (file: string): Promise<string> => readFile(file, 'utf8').catch(() => '')
const listOrEmpty = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])
