// The server settings: durable, reachable only by the socket, and modest enough for a small machine. They are
// given on the command line, so that an edited postgresql.conf cannot override them.
import { totalmem } from 'node:os'
import { PORT } from './socket-dir.ts'

const MIB = 1024 * 1024

// PostgreSQL's own defaults are kept except where there is a reason.
function chooseDefaults(): Readonly<Record<string, string>> {
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    max_connections: '100',
    shared_buffers: chooseSharedBuffers(),
    // Bounds the disk space of the write-ahead log and the time of a recovery after a crash.
    max_wal_size: '1GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Compiling a statement costs more than running Florin's short statements.
    jit: 'off',
    // Containers often have a tiny /dev/shm or none. The server needs System V memory anyway on
    // Linux; macOS allows too little of it.
    dynamic_shared_memory_type: process.platform === 'linux' ? 'sysv' : 'posix',
    // Where huge pages are reserved but not for this container, touching one kills the server.
    huge_pages: 'off',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Statements and details hold customers' data, which must not get into a log file.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
}

function chooseSharedBuffers(): string {
  const limit = process.constrainedMemory()
  return shareBuffers(limit > 0 ? Math.min(limit, totalmem()) : totalmem())
}

/**
 * An eighth of the memory, which the server shares with the bank's processes: with a million accounts, pages that are
 * not kept here cost transfers and histories half as much again.
 */
export function shareBuffers(memory: number): string {
  const share = Math.floor(memory / 8 / MIB)
  return `${Math.min(Math.max(share, 32), 8192)}MB`
}

export function listSettings(
  socketDir: string,
  clusterName: string,
  wanted: Readonly<Record<string, string>> = {},
): readonly string[] {
  const settings = {
    ...chooseDefaults(),
    ...wanted,
    // The rest of this folder relies on these.
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: clusterName,
    logging_collector: 'off',
    log_destination: 'stderr',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
