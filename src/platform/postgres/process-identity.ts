// Identifies a process by its id and start stamp, because ids are reused and stamps are not. A dead process,
// even a zombie, has no stamp.
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface RunningCommand {
  readonly pid: number
  readonly command: string
}

export async function readStartStamp(pid: number): Promise<string | undefined> {
  try {
    return process.platform === 'linux' ? await readLinuxStamp(pid) : await readPsStamp(pid)
  } catch {
    return undefined
  }
}

export async function listRunningCommands(): Promise<readonly RunningCommand[]> {
  return process.platform === 'linux' ? await listProcCommands() : await listPsCommands()
}

async function readLinuxStamp(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The program's name is in parentheses and may itself contain spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, ticksSinceBoot] = [fields[0], fields[19]]
  if (state === 'Z' || state === 'X') return undefined
  return `${await readBootId()} ${ticksSinceBoot}`
}

async function readBootId(): Promise<string> {
  // Ticks restart at every boot and may repeat, so the boot id is part of the stamp.
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
}

async function readPsStamp(pid: number): Promise<string | undefined> {
  const { stdout } = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
    env: { ...process.env, LC_ALL: 'C' },
  })
  const match = /^(\S+)\s+(.+)$/.exec(stdout.trim())
  return match === null || match[1]?.startsWith('Z') ? undefined : match[2]
}

async function listProcCommands(): Promise<readonly RunningCommand[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return await Promise.all(
    pids.map(async (pid) => {
      // A process may end between the listing and the reading.
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      return { pid, command: line.replaceAll('\0', ' ') }
    }),
  )
}

async function listPsCommands(): Promise<readonly RunningCommand[]> {
  const { stdout } = await run('ps', ['-axww', '-o', 'pid=,command='], {
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(.*)$/.exec(line)
    return match === null ? [] : [{ pid: Number(match[1]), command: `${match[2]} ` }]
  })
}
