// What the bank holds about a person, for them: all of it as a file, or how much there is.
import type { Bank } from '../../../operation/bank.ts'
import type { Context, RenderedFile } from '../../../operation/operation.ts'
import { laws, type PersonalData } from '../../../operation/personal-data.ts'
import type { LongWork } from '../../../operation/long-work.ts'
import { tasksOf } from '../../../platform/workers.ts'
import { findKnownPerson } from './known-person.ts'
import type * as tasks from './tasks.ts'

export const task = tasksOf<typeof tasks>(new URL('./tasks.ts', import.meta.url))

export interface ExportOptions {
  readonly data: () => PersonalData
  readonly work: LongWork
  readonly scratch: Bank['scratch']
}

/** The file is deleted once it is sent: a copy of everything about a person is nothing to leave about. */
export async function exportPerson(
  user: string,
  ctx: Context,
  { data, work, scratch }: ExportOptions,
): Promise<RenderedFile> {
  const person = await findKnownPerson(user, ctx)
  const path = await scratch.newPath()
  const made_at = ctx.now.toISOString()
  try {
    await work(task('write'), { data: data(), person, path, made_at }, ctx.caller)
  } catch (error) {
    await scratch.discard(path)
    throw error
  }
  return { name: `personal-data-${made_at.slice(0, 10)}.json`, body: scratch.readOnce(path) }
}

export async function summarizePerson(
  user: string,
  ctx: Context,
  { data, work }: Omit<ExportOptions, 'scratch'>,
) {
  const person = await findKnownPerson(user, ctx)
  const declared = data()
  const counted = await work(task('count'), { data: declared, person }, ctx.caller)
  const tables = counted.map(({ table, rows }) => {
    const { roles } = declared.find((one) => one.table === table)!
    const law = roles.find(({ kept }) => kept !== undefined)?.kept
    return {
      table,
      rows,
      not_exported: roles.find((role) => role.notExported !== undefined)?.notExported ?? null,
      kept: law === undefined ? null : laws[law],
    }
  })
  return { user_uuid: person.uuid, tables }
}
