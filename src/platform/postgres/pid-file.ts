// Reads and removes the file in which the server writes its process id and, in line 8, its status.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

const PID_LINE = 0
const STATUS_LINE = 7

/** A standby can be read, and is never `ready` before it is promoted. */
const READY = new Set(['ready', 'standby'])

export async function isReady(clusterDir: string, pid: number | undefined): Promise<boolean> {
  const lines = (await readFile(nameFile(clusterDir), 'utf8').catch(() => '')).split('\n')
  return lines[PID_LINE] === String(pid) && READY.has(lines[STATUS_LINE]?.trim() ?? '')
}

/**
 * No server may be running. PostgreSQL would refuse to start on an empty or damaged file, and on
 * one whose process id has gone to another program.
 */
export async function removePidFile(clusterDir: string): Promise<void> {
  await rm(nameFile(clusterDir), { force: true })
}

function nameFile(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}
