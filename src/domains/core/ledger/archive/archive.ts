// Writes old moves to files, and checks such files without the bank. The rows stay in the database: the full proof and
// the histories of accounts read them (ADR 37).
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../../../platform/database.ts'
import { StartError } from '../../../../platform/start-error.ts'
import { Books } from './books.ts'
import {
  type ArchivedFile,
  FileWriter,
  hash,
  hashFile,
  type Manifest,
  NO_PROOF,
  proofAfter,
  readLines,
  readManifest,
  writeManifest,
} from './files.ts'
import { type ArchivedMove, findCut, readMoves } from './store.ts'

const ROWS_PER_FILE = 1_000_000

export interface ArchiveRequest {
  readonly before: Date
  readonly folder: string
  readonly now: Date
  readonly rowsPerFile?: number
}

/** All moves from the first on are read from one snapshot, checked, and written; a fault stops it. */
export async function writeArchive(
  db: Db,
  { before, folder, now, rowsPerFile = ROWS_PER_FILE }: ArchiveRequest,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0)
    throw new StartError(`${folder} is not empty; name a new folder for the archive.`)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const cut = await findCut(tx, before)
      const books = new Books()
      const files: ArchivedFile[] = []
      let file: FileWriter | undefined
      let [first, last]: (number | null)[] = [null, null]
      const lastProof = (): string => files.at(-1)?.proof ?? NO_PROOF
      for await (const moves of readMoves(tx, { after: 0, cut })) {
        for (const move of moves) checkMove(move, books, folder)
        file ??= await FileWriter.open(folder, nameOf(files.length + 1))
        await file.write(moves.map((move) => `${JSON.stringify(move)}\n`))
        first ??= Number(moves[0]!.position)
        last = Number(moves.at(-1)!.position)
        if (file.rows < rowsPerFile) continue
        files.push(await file.end(lastProof()))
        file = undefined
      }
      if (file) files.push(await file.end(lastProof()))
      const manifest: Manifest = {
        format: 'florin archive, version 1',
        made_at: now.toISOString(),
        before: before.toISOString(),
        first_position: first ?? null,
        last_position: last ?? null,
        moves: files.reduce((sum, { rows }) => sum + rows, 0),
        files,
        closings: await writeClosings(folder, books, lastProof()),
      }
      await writeManifest(folder, manifest)
      return manifest
    })
}

const nameOf = (number: number): string => `moves-${String(number).padStart(5, '0')}.jsonl.gz`

function checkMove(move: ArchivedMove, books: Books, where: string): void {
  const problem = books.add(move)
  if (problem !== undefined)
    throw new StartError(`${where}: at position ${move.position}, ${problem}.`)
}

const CLOSINGS_AT_ONCE = 10_000

async function writeClosings(folder: string, books: Books, before: string): Promise<ArchivedFile> {
  const file = await FileWriter.open(folder, 'closings.jsonl.gz')
  const lines = [...books.closings()]
  for (let at = 0; at < lines.length; at += CLOSINGS_AT_ONCE)
    await file.write(lines.slice(at, at + CLOSINGS_AT_ONCE))
  return file.end(before)
}

/** Throws with the first thing that is wrong. */
export async function checkArchive(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const books = new Books()
  let [proof, position] = [NO_PROOF, -1]
  for (const file of manifest.files) {
    await checkFile(folder, file, proof)
    proof = file.proof
    let rows = 0
    for await (const line of readLines(join(folder, file.name))) {
      const move = JSON.parse(line) as ArchivedMove
      if (Number(move.position) <= position)
        throw new StartError(`${folder}: position ${move.position} follows ${position}.`)
      position = Number(move.position)
      checkMove(move, books, folder)
      rows++
    }
    if (rows !== file.rows)
      throw new StartError(`${folder}: ${file.name} should have ${file.rows} moves, has ${rows}.`)
  }
  await checkFile(folder, manifest.closings, proof)
  const written: string[] = []
  for await (const line of readLines(join(folder, manifest.closings.name))) written.push(line)
  if (hash(written.map((line) => `${line}\n`).join('')) !== hash([...books.closings()].join('')))
    throw new StartError(`${folder}: the closing balances do not follow from the moves.`)
  checkTotals(folder, manifest, position)
  return manifest
}

async function checkFile(folder: string, file: ArchivedFile, before: string): Promise<void> {
  const sha256 = await hashFile(join(folder, file.name)).catch(() => undefined)
  if (sha256 === undefined) throw new StartError(`${folder}: ${file.name} is missing.`)
  if (sha256 !== file.sha256 || file.proof !== proofAfter(before, sha256))
    throw new StartError(`${folder}: ${file.name} is not the file that the manifest names.`)
}

function checkTotals(
  folder: string,
  { files, moves, last_position }: Manifest,
  last: number,
): void {
  const total = files.reduce((sum, { rows }) => sum + rows, 0)
  if (total !== moves || (last_position ?? -1) !== last)
    throw new StartError(`${folder}: the manifest does not fit its files.`)
}

/** The proof of the last file, which stands for the whole archive. */
export const proofOf = ({ closings }: Manifest): string => closings.proof
