// Worker threads for long tasks: files, sums over years of history, parsing large documents. The main thread
// stays free to serve requests. A task is a function of a module that the worker imports; its input and output
// are copied between the threads. Each caller may have only a few pending tasks, and the queue is bounded. A
// task that takes too long, uses too much memory or crashes its thread fails alone: the tasks behind it get a
// new thread.
import { Worker } from 'node:worker_threads'
import type { DatabaseAddress, Db } from './database.ts'

/** The tools that a task can use in its thread. */
export interface TaskTools {
  /** The thread's own read-only connection. */
  readonly db: Db
}

type TaskFunction = (input: never, tools: TaskTools) => unknown

/** A function of a module; only its module and name are sent to the worker. */
export interface Task<Input, Output> {
  readonly module: string
  readonly name: string
  /** Never set; it carries the types. */
  readonly type?: (input: Input) => Output
}

type TaskOf<Member> = Member extends TaskFunction
  ? Task<Parameters<Member>[0], Awaited<ReturnType<Member>>>
  : never

/** The modules of all tasks of this program. */
const taskModules = new Set<string>()

/**
 * The functions of a module as tasks:
 * `import type * as tasks from './x-tasks.ts'`,
 * `tasksOf<typeof tasks>(new URL('./x-tasks.ts', import.meta.url))('nameOfOne')`.
 */
export function tasksOf<Module extends object>(module: URL) {
  taskModules.add(module.href)
  return <Name extends keyof Module & string>(name: Name): TaskOf<Module[Name]> =>
    ({ module: module.href, name }) as unknown as TaskOf<Module[Name]>
}

/** The message from the main thread to a worker. */
export interface Ordered {
  readonly module: string
  readonly name: string
  readonly input: unknown
  /** The database that the task reads. */
  readonly address: DatabaseAddress
}

/** The message from a worker to the main thread. */
export type Finished =
  | { readonly output: unknown }
  | {
      readonly error: { readonly message: string; readonly stack?: string; readonly code?: string }
    }

export type WorkersRefusal =
  /** The caller has reached the limit of pending tasks. */
  | 'share'
  /** The queue is full. */
  | 'queue'
  /** The task took too long. */
  | 'time'
  /** The task used too much memory. */
  | 'memory'
  | 'closed'

export class WorkersError extends Error {
  readonly refusal: WorkersRefusal

  constructor(refusal: WorkersRefusal, message: string) {
    super(message)
    this.refusal = refusal
  }
}

export interface WorkersOptions {
  /** Called when a thread ends in the middle of a task. */
  readonly onError: (error: Error) => void
  readonly threads?: number
  readonly perHolder?: number
  readonly waitingMax?: number
  readonly taskMs?: number
  readonly memoryMb?: number
}

/** The most tasks, queued or running, of one caller. */
export const PER_HOLDER = 3
const WAITING_MAX = 64
export const TASK_SECONDS = 60
const MEMORY_MB = 256
const LOADING = new URL('./preload-task.ts', import.meta.url)

export interface RunOptions {
  /** The caller against whose limit the task counts. */
  readonly holder: string
  readonly address: DatabaseAddress
}

interface Job {
  readonly order: Ordered
  readonly resolve: (output: never) => void
  readonly reject: (error: Error) => void
}

export class Workers {
  private readonly options: Required<WorkersOptions>
  private readonly waiting: Job[] = []
  private readonly held = new Map<string, number>()
  private readonly threads = new Set<Thread>()
  private isClosed = false
  private onEnd: () => void = () => {}

  constructor(options: WorkersOptions) {
    this.options = {
      threads: 1,
      perHolder: PER_HOLDER,
      waitingMax: WAITING_MAX,
      taskMs: TASK_SECONDS * 1_000,
      memoryMb: MEMORY_MB,
      ...options,
    }
  }

  async run<Input, Output>(
    task: Task<Input, Output>,
    input: Input,
    { holder, address }: RunOptions,
  ): Promise<Output> {
    const { perHolder, waitingMax } = this.options
    const mine = this.held.get(holder) ?? 0
    if (this.isClosed) throw new WorkersError('closed', 'the workers have ended')
    if (mine >= perHolder)
      throw new WorkersError('share', `${holder} already has ${mine} pending tasks`)
    if (this.waiting.length >= waitingMax)
      throw new WorkersError('queue', `${waitingMax} tasks wait already`)
    this.held.set(holder, mine + 1)
    try {
      return await new Promise((resolve, reject) => {
        const order = { module: task.module, name: task.name, input, address }
        this.waiting.push({ order, resolve, reject })
        this.advance()
      })
    } finally {
      this.release(holder)
    }
  }

  /** Starts a thread that has loaded the modules of all tasks; a thread that replaces it loads them as well. */
  async warm(address: DatabaseAddress): Promise<void> {
    const load = { module: LOADING.href, name: 'load' } as Task<readonly string[], void>
    this.onEnd = () => void this.warm(address).catch(this.options.onError)
    await this.run(load, [...taskModules], { holder: 'the bank', address })
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const job of this.waiting.splice(0))
      job.reject(new WorkersError('closed', 'the workers have ended'))
    await Promise.all([...this.threads].map((thread) => thread.end()))
  }

  /** The tasks at the moment. */
  get tasks(): { readonly running: number; readonly waiting: number } {
    const running = [...this.threads].filter(({ isIdle }) => !isIdle).length
    return { running, waiting: this.waiting.length }
  }

  private release(holder: string): void {
    const left = this.held.get(holder)! - 1
    if (left === 0) this.held.delete(holder)
    else this.held.set(holder, left)
  }

  /** Gives queued tasks to idle threads; threads are started on demand. */
  private advance(): void {
    while (this.waiting.length > 0) {
      const thread = [...this.threads].find(({ isIdle }) => isIdle) ?? this.startThread()
      if (!thread) return
      thread.begin(this.waiting.shift()!)
    }
  }

  private startThread(): Thread | undefined {
    if (this.isClosed || this.threads.size >= this.options.threads) return undefined
    const thread = new Thread(this.options, {
      onIdle: () => this.advance(),
      onEnd: () => {
        this.threads.delete(thread)
        if (!this.isClosed) this.onEnd()
        this.advance()
      },
    })
    this.threads.add(thread)
    return thread
  }
}

/** One worker thread and its current task. It ends when a task times out or crashes it. */
class Thread {
  private readonly options: Required<WorkersOptions>
  private readonly worker: Worker
  private job: Job | undefined
  private timer: NodeJS.Timeout | undefined
  private isEnding = false

  constructor(
    options: Required<WorkersOptions>,
    { onIdle, onEnd }: { readonly onIdle: () => void; readonly onEnd: () => void },
  ) {
    this.options = options
    this.worker = new Worker(new URL('./worker-thread.ts', import.meta.url), {
      // The thread must not inherit the flags of the process, because those of a test runner would break it.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    })
    // An idle thread must not keep the process running.
    this.worker.unref()
    this.worker.on('message', (finished: Finished) => {
      this.settle(finished)
      onIdle()
    })
    this.worker.on('error', (error: Error) => this.fail(toFailure(error, options)))
    this.worker.on('exit', () => {
      this.fail(new Error('the worker ended in the middle of a task'))
      onEnd()
    })
  }

  get isIdle(): boolean {
    return this.job === undefined && !this.isEnding
  }

  begin(job: Job): void {
    const { taskMs } = this.options
    this.job = job
    this.timer = setTimeout(() => {
      this.fail(new WorkersError('time', `${job.order.name} took longer than ${taskMs} ms`))
      void this.end()
    }, taskMs)
    this.worker.ref()
    try {
      this.worker.postMessage(job.order, [])
    } catch (error) {
      // The input could not be copied, so the thread received nothing.
      this.finish()
      job.reject(error as Error)
    }
  }

  async end(): Promise<void> {
    this.isEnding = true
    await this.worker.terminate()
  }

  private settle(finished: Finished): void {
    const job = this.finish()
    if (!job) return
    if ('output' in finished) job.resolve(finished.output as never)
    else job.reject(Object.assign(new Error(finished.error.message), finished.error))
  }

  private fail(error: Error): void {
    this.isEnding = true
    const job = this.finish()
    if (!job) return
    this.options.onError(error)
    job.reject(error)
  }

  private finish(): Job | undefined {
    const { job } = this
    this.job = undefined
    clearTimeout(this.timer)
    this.worker.unref()
    return job
  }
}

const toFailure = (
  error: Error & { readonly code?: string },
  { memoryMb }: { memoryMb: number },
) =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY'
    ? new WorkersError('memory', `a task needed more than ${memoryMb} MB`)
    : error
