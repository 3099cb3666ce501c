// Reads a sanctions list from a file: JSON (a list of entries, or an object with `entries`) or CSV with a header.
import type { ListEntry } from './name-index.ts'

export const LIST_BYTES_MAX = 64 * 1024 * 1024
const ENTRIES_MAX = 250_000
const ALIASES_MAX = 50
const TEXT_MAX = 500

/** The file is not a list; the sentence says where. */
export class ListError extends Error {}

/** `isCsv` by the name of the file. */
export function readList(text: string, isCsv: boolean): ListEntry[] {
  const records = isCsv ? readCsv(text) : readJson(text)
  if (records.length > ENTRIES_MAX)
    throw new ListError(`The list has ${records.length} entries; at most ${ENTRIES_MAX} are read.`)
  const ids = new Set<string>()
  return records.map((record, index) => {
    const entry = toEntry(record, index + 1)
    if (ids.has(entry.id)) throw new ListError(`The id ${entry.id} is in the list twice.`)
    ids.add(entry.id)
    return entry
  })
}

function readJson(text: string): unknown[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new ListError('The file is not JSON.', { cause: error })
  }
  const entries = Array.isArray(parsed) ? parsed : Object(parsed).entries
  if (!Array.isArray(entries)) throw new ListError('The file has no list of entries.')
  return entries
}

function readCsv(text: string): unknown[] {
  const [header, ...rows] = splitCsv(text.replace(/^\uFEFF/, ''))
  const names = header?.map((name) => name.trim().toLowerCase()) ?? []
  if (!names.includes('id') || !names.includes('name'))
    throw new ListError('The first line must name the columns, id and name among them.')
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])))
}

/** Rows of cells; a cell in quotes may hold commas, line breaks and doubled quotes. */
function splitCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r?\n|$)/y
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const match = cell.exec(text)
    if (!match) throw new ListError(`A quote is wrong near character ${at + 1}.`)
    const [, raw = '', end] = match
    row.push(raw.startsWith('"') ? raw.slice(1, -1).replaceAll('""', '"') : raw)
    if (end === ',') {
      if (cell.lastIndex === text.length) row.push('')
      else continue
    }
    if (row.some((value) => value.trim() !== '')) rows.push(row)
    row = []
  }
  return rows
}

function toEntry(record: unknown, number: number): ListEntry {
  const { id, name, aliases, type, program } = Object(record) as Record<string, unknown>
  const read = (value: unknown, field: string): string => {
    const text = typeof value === 'number' ? String(value) : value
    if (typeof text !== 'string' || text.trim() === '' || text.length > TEXT_MAX)
      throw new ListError(`Entry ${number} has no ${field} of 1 to ${TEXT_MAX} characters.`)
    return text.trim()
  }
  const optional = (value: unknown, field: string): string | null =>
    value === undefined || value === null || value === '' ? null : read(value, field)
  return {
    id: read(id, 'id'),
    name: read(name, 'name'),
    aliases: splitAliases(aliases, number).map((alias) => read(alias, 'alias')),
    type: optional(type, 'type'),
    program: optional(program, 'program'),
  }
}

function splitAliases(aliases: unknown, number: number): unknown[] {
  const list =
    typeof aliases === 'string'
      ? aliases.split(';').filter((alias) => alias.trim() !== '')
      : (aliases ?? [])
  if (!Array.isArray(list) || list.length > ALIASES_MAX)
    throw new ListError(`The aliases of entry ${number} are not a list of at most ${ALIASES_MAX}.`)
  return list
}
