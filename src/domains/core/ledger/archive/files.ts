// The files of an archive: JSON Lines, compressed by gzip, and a manifest that names each with its hash.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip, gzipSync } from 'node:zlib'
import { StartError } from '../../../../platform/start-error.ts'

export interface ArchivedFile {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  /** sha256 of the proof of the file before and of this file's hash, in hex: it fixes all files up to this one. */
  readonly proof: string
}

export interface Manifest {
  readonly format: 'florin archive, version 1'
  readonly made_at: string
  /** All moves made before, except a few that were made at the same moment as later ones. */
  readonly before: string
  readonly first_position: number | null
  readonly last_position: number | null
  readonly moves: number
  readonly files: readonly ArchivedFile[]
  /** The last number and balance of each book. */
  readonly closings: ArchivedFile
}

export const MANIFEST = 'manifest.json'
export const NO_PROOF = '0'.repeat(64)

export const hash = (data: Buffer | string): string =>
  createHash('sha256').update(data).digest('hex')

export const proofAfter = (before: string, sha256: string): string => hash(before + sha256)

/** Writes lines as members of one gzip file, a batch at a time, so that little is in memory. */
export class FileWriter {
  private readonly hash = createHash('sha256')
  private readonly name: string
  private readonly file: Awaited<ReturnType<typeof open>>
  private bytes = 0
  rows = 0

  private constructor(name: string, file: Awaited<ReturnType<typeof open>>) {
    this.name = name
    this.file = file
  }

  static async open(folder: string, name: string): Promise<FileWriter> {
    return new FileWriter(name, await open(join(folder, name), 'wx', 0o600))
  }

  async write(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return
    await this.pack(lines.join(''))
    this.rows += lines.length
  }

  private async pack(text: string): Promise<void> {
    const packed = gzipSync(text)
    this.hash.update(packed)
    this.bytes += packed.length
    await this.file.writeFile(packed)
  }

  async end(before: string): Promise<ArchivedFile> {
    // Also a file without lines can be read.
    if (this.bytes === 0) await this.pack('')
    await this.file.sync()
    await this.file.close()
    const sha256 = this.hash.digest('hex')
    const { name, rows, bytes } = this
    return { name, rows, bytes, sha256, proof: proofAfter(before, sha256) }
  }
}

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, {
    flag: 'wx',
    mode: 0o600,
  })

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined)
  if (text === undefined)
    throw new StartError(`${folder} has no ${MANIFEST}: it is no archive, or an unfinished one.`)
  return JSON.parse(text) as Manifest
}

export async function hashFile(path: string): Promise<string> {
  const digest = createHash('sha256')
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer)
  return digest.digest('hex')
}

/** The lines of a compressed file. */
export const readLines = (path: string): AsyncIterable<string> =>
  createInterface({ input: createReadStream(path).pipe(createGunzip()), crlfDelay: Infinity })
