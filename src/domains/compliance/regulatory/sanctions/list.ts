// The sanctions list in use: read from the operator's file, and read anew when the file changes. A file that
// cannot be read stops the start of the bank; later, the last good list stays in use, and the status says so.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import type { Logger } from 'pino'
import type { Clock } from '../../../../kernel/clock.ts'
import { StartError } from '../../../../platform/start-error.ts'
import { LIST_BYTES_MAX, ListError, readList } from './list-file.ts'
import { type Match, NameIndex } from './name-index.ts'

/** The file is checked for changes at most this often. */
const LOOK_MS = 1_000

interface Loaded {
  readonly index: NameIndex
  /** The SHA-256 of the file. */
  readonly version: string
  readonly loaded_at: Date
}

export interface ListOptions {
  readonly path: string
  /** From 0 to 1; names that are alike to this degree are hits. */
  readonly threshold: number
  readonly clock: Clock
  readonly log: Logger
}

export interface Screened {
  readonly matches: readonly Match[]
  readonly version: string | null
}

export class SanctionsList {
  readonly threshold: number
  problem: string | null = null
  private readonly options: ListOptions
  private loaded: Loaded | undefined
  private seen = ''
  private lookedAt = Number.NEGATIVE_INFINITY
  private loading: Promise<void> | undefined

  constructor(options: ListOptions) {
    this.options = options
    this.threshold = options.threshold
  }

  get isConfigured(): boolean {
    return this.options.path !== ''
  }

  get current(): { version: string; entries: number; loaded_at: Date } | undefined {
    const { loaded } = this
    return loaded && { ...loaded, entries: loaded.index.size }
  }

  /** The version that names are compared with; undefined when the file must be checked first. */
  get freshVersion(): string | null | undefined {
    if (!this.isConfigured) return null
    const age = this.options.clock.now().getTime() - this.lookedAt
    return this.loading || age >= LOOK_MS ? undefined : this.loaded?.version
  }

  /** Reads the list for the first time. */
  async open(): Promise<void> {
    if (!this.isConfigured) return
    try {
      await this.load()
    } catch (error) {
      throw new StartError(
        `SANCTIONS_LIST cannot be read from "${this.options.path}": ${sentenceOf(error)}`,
      )
    }
  }

  async screen(name: string): Promise<Screened> {
    await this.refresh()
    const { loaded } = this
    return loaded
      ? { matches: loaded.index.find(name, this.threshold), version: loaded.version }
      : { matches: [], version: null }
  }

  private async refresh(): Promise<void> {
    const now = this.options.clock.now().getTime()
    if (!this.isConfigured || now - this.lookedAt < LOOK_MS) return this.loading
    this.lookedAt = now
    this.loading ??= this.load()
      .catch((error: unknown) => {
        this.problem = sentenceOf(error)
        this.options.log.error(
          { err: error },
          'the sanctions list cannot be read; the last one stays in use',
        )
      })
      .finally(() => {
        this.loading = undefined
      })
    await this.loading
  }

  private async load(): Promise<void> {
    const { path, clock } = this.options
    const { mtimeMs, size, ino } = await stat(path)
    const seen = `${mtimeMs} ${size} ${ino}`
    if (seen === this.seen) return
    if (size > LIST_BYTES_MAX) throw new ListError('The file is larger than 64 MB.')
    const bytes = await readFile(path)
    const version = createHash('sha256').update(bytes).digest('hex')
    if (version !== this.loaded?.version) {
      const entries = readList(bytes.toString('utf8'), path.toLowerCase().endsWith('.csv'))
      const index = await NameIndex.build(entries)
      this.loaded = { index, version, loaded_at: clock.now() }
    }
    this.seen = seen
    this.problem = null
  }
}

const sentenceOf = (error: unknown): string =>
  error instanceof ListError ? error.message : 'The file is missing or not readable.'
