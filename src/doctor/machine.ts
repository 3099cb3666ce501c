// The machine: Node, the data folder and its disk, and the port.
import { access, constants, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRecord } from '../kernel/json.ts'
import { findPortOwner } from '../platform/port-owner.ts'
import { SECRET_FILE } from '../platform/secret-key.ts'
import { StartError } from '../platform/start-error.ts'
import { checkPort } from '../server.ts'
import { askBank } from './bank.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'

const NODE_MAJOR = 24

/** `bin/florin.js` uses the Node that npm installed where the machine's is older. */
export const judgeNode = (version: string): Finding =>
  Number.parseInt(version, 10) >= NODE_MAJOR
    ? ok(`Node is ${version}.`)
    : problem(
        `Node is ${version}, and Florin needs ${NODE_MAJOR} or newer: run "npm ci" or install it.`,
      )

export const nodeCheck: Check = {
  name: 'node',
  run: () => [judgeNode(process.versions.node)],
}

export const dataDirCheck: Check = {
  name: 'data folder',
  needs: ['DATA_DIR'],
  async run({ config: { DATA_DIR } }) {
    const existing = await nearest(DATA_DIR)
    const { isFolder } = existing
    if (!isFolder)
      return [problem(`${existing.path} is not a folder; set DATA_DIR to another path.`)]
    const needed = constants.R_OK | constants.W_OK | constants.X_OK
    const refused = await access(existing.path, needed).then(
      () => false,
      () => true,
    )
    if (refused)
      return [
        problem(
          `DATA_DIR is ${DATA_DIR}, and this user may not write ${existing.path}; give it to this user or set DATA_DIR to another folder.`,
        ),
      ]
    const isThere = existing.path === DATA_DIR
    return [
      ok(
        isThere
          ? `DATA_DIR ${DATA_DIR} can be written.`
          : `DATA_DIR ${DATA_DIR} is made by the first start.`,
      ),
      ...(await checkKey(join(DATA_DIR, SECRET_FILE))),
    ]
  },
}

/** The path itself, or the nearest above it that exists. */
async function nearest(path: string): Promise<{ path: string; isFolder: boolean }> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) =>
    error.code === 'ENOTDIR' || error.code === 'ENOENT' ? undefined : { isDirectory: () => true },
  )
  return found || dirname(path) === path
    ? { path, isFolder: found?.isDirectory() ?? false }
    : nearest(dirname(path))
}

const SECRET_LENGTH_MIN = 32

async function checkKey(file: string): Promise<Finding[]> {
  const found = await stat(file).catch(() => undefined)
  if (!found) return []
  if ((found.mode & 0o077) !== 0)
    return [problem(`The key file ${file} is open to other users; run: chmod 600 ${file}`)]
  const key = await readFile(file, 'utf8').catch(() => '')
  return key.length >= SECRET_LENGTH_MIN
    ? []
    : [
        problem(
          `The key file ${file} is damaged or cannot be read; restore it, or set FLORIN_SECRET to what it held.`,
        ),
      ]
}

const MEBIBYTE = 1_048_576
const FREE_MIN = 512
const FREE_WANTED = 4_096

export function judgeDisk(freeMebibytes: number, folder: string): Finding {
  const free = `The disk of ${folder} has ${Math.floor(freeMebibytes).toLocaleString('en')} MiB free`
  if (freeMebibytes < FREE_MIN)
    return problem(`${free}: make room, or the database stops when it is full.`)
  if (freeMebibytes < FREE_WANTED) return warning(`${free}: that does not last long; make room.`)
  return ok(`${free}.`)
}

export const diskCheck: Check = {
  name: 'disk',
  needs: ['DATA_DIR'],
  async run({ config: { DATA_DIR } }) {
    const { path, isFolder } = await nearest(DATA_DIR)
    if (!isFolder) return []
    const { bavail, bsize } = await statfs(path)
    return [judgeDisk((bavail * bsize) / MEBIBYTE, path)]
  },
}

export const portCheck: Check = {
  name: 'port',
  needs: ['PORT', 'HOST'],
  async run({ config, bankUrl }) {
    const { HOST, PORT } = config
    try {
      await checkPort(config)
      return [ok(PORT === 0 ? 'PORT is 0: any free port.' : `Port ${PORT} on ${HOST} is free.`)]
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      if (!isRecord(error.cause) || error.cause['code'] !== 'EADDRINUSE')
        return [problem(error.message)]
      const bank = await askBank(bankUrl)
      if (bank) return [ok(`Port ${PORT} on ${HOST} is used by a Florin, which is checked below.`)]
      const owner = await findPortOwner(PORT)
      const by = owner ? ` by ${owner.command} (process ${owner.pid})` : ''
      return [
        problem(
          `Port ${PORT} on ${HOST} is used${by}, which is no Florin; stop it or set PORT to another.`,
        ),
      ]
    }
  },
}
