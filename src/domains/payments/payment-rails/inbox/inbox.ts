// Reads the files that the networks put into a folder: answers to payments, returns, and payments for customers. A
// file is handled once, in one transaction, by the digest of its content. Then it is moved to `processed`, or to
// `refused` with a report beside it.
import { mkdir, readdir, readFile as readBytes, rename, stat } from 'node:fs/promises'
import { isUtf8 } from 'node:buffer'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Bank } from '../../../../operation/bank.ts'
import { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { digestOf } from '../ach/file-tasks.ts'
import { writeWhole } from '../schemes/file-scheme.ts'
import { handleMessage } from './messages.ts'
import { handleAchFile } from './ach-files.ts'
import * as store from './store.ts'
import type { RailOptions } from '../payments/service.ts'

const FILES_AT_ONCE = 100
const BYTES_MAX = 20 * 1024 * 1024

export interface InboxOptions {
  readonly inbox: string
  readonly log: Logger
  readonly work: Bank['work']
}

/** What was done with each part of a file, in sentences. */
export type Report = readonly string[]

/** Files that are still being written begin with a dot or end with a temporary suffix. */
const isDraft = (name: string): boolean =>
  name.startsWith('.') || /\.(tmp|part|filepart)$/.test(name)

export class Inbox {
  private readonly options: InboxOptions
  private readonly rails: RailOptions

  constructor(options: InboxOptions, rails: RailOptions) {
    this.options = options
    this.rails = rails
  }

  /** Handles the files in the folder, some at a time, in the order of their names. */
  async read(): Promise<void> {
    const { inbox, log } = this.options
    await mkdir(inbox, { recursive: true })
    const names = (await readdir(inbox, { withFileTypes: true }))
      .filter((entry) => entry.isFile() && !isDraft(entry.name))
      .map((entry) => entry.name)
      .toSorted()
    for (const name of names.slice(0, FILES_AT_ONCE))
      await this.handle(name).catch((error: unknown) =>
        log.warn(
          { err: error, file: name },
          'a file of a payment network could not be handled; it is retried',
        ),
      )
  }

  private async handle(name: string): Promise<void> {
    const { inbox, work } = this.options
    const path = join(inbox, name)
    const found = await stat(path).catch(() => undefined)
    // Another node has handled the file.
    if (!found) return
    if (found.size > BYTES_MAX)
      return this.refuse(name, '', [`The file has more than ${BYTES_MAX} bytes.`])
    const bytes = await readBytes(path)
    if (!isUtf8(bytes)) return this.refuse(name, '', ['The file is not UTF-8 text.'])
    const content = bytes.toString('utf8')
    const digest = digestOf(content)
    try {
      const isNew = await work('live', 'payment_rails.read_inbox', async (ctx) => {
        if (await store.findReceived(ctx.tx, digest)) return false
        const { kind, report } = await this.apply(name, content, ctx)
        const row = { digest, file_name: name, kind, outcome: 'processed', report } as const
        // A second node that handled the same file waits here and then rolls back.
        if (!(await store.insertReceived(ctx.tx, { ...row, created_at: ctx.now })))
          throw new Error('another node handled the file')
        return true
      })
      await this.move(name, isNew ? 'processed' : 'repeated')
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      await this.refuse(name, digest, [error.message, ...problemsOf(error)])
    }
  }

  private async apply(
    name: string,
    content: string,
    ctx: Context,
  ): Promise<{ readonly kind: string; readonly report: Report }> {
    if (/^\uFEFF?\s*</.test(content)) return handleMessage(name, content, ctx, this.rails)
    return { kind: 'nacha', report: await handleAchFile(content, ctx, this.rails) }
  }

  private async refuse(name: string, digest: string, report: Report): Promise<void> {
    const { inbox, work, log } = this.options
    log.warn({ file: name, report }, 'a file of a payment network was refused')
    if (digest !== '')
      await work('live', 'payment_rails.read_inbox', (ctx) =>
        store.insertReceived(ctx.tx, {
          digest,
          file_name: name,
          kind: 'unknown',
          outcome: 'refused',
          report,
          created_at: ctx.now,
        }),
      )
    await writeWhole(join(inbox, 'refused'), `${name}.error.txt`, `${report.join('\n')}\n`)
    await this.move(name, 'refused')
  }

  private async move(name: string, folder: string): Promise<void> {
    const { inbox } = this.options
    await mkdir(join(inbox, folder), { recursive: true })
    await rename(join(inbox, name), join(inbox, folder, name)).catch((error: unknown) => {
      // Another node moved it.
      if ((error as { code?: unknown }).code !== 'ENOENT') throw error
    })
  }
}

/** The further problems of a refused ACH file. */
const problemsOf = ({ details }: AppError): string[] =>
  'problems' in details && Array.isArray(details.problems)
    ? details.problems.map(
        ({ line, reason }: { line: number; reason: string }) => `Line ${line}: ${reason}`,
      )
    : []
