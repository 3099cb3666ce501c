// The code inside a worker thread: it imports the module of each task, calls the function, and sends back the
// result. Node runs this TypeScript file directly.
import { isDeepStrictEqual } from 'node:util'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { DatabaseAddress, Db } from './database.ts'
import type { Finished, Ordered, TaskTools } from './workers.ts'

type AnyTask = (input: unknown, ...tools: TaskTools[]) => unknown

let opened: { readonly address: DatabaseAddress; readonly db: Db } | undefined

/** Opens the connection for the first task that reads, and another when a task reads another database. */
async function openTools(address: DatabaseAddress): Promise<TaskTools> {
  if (!opened || !isDeepStrictEqual(opened.address, address)) {
    const { openReader } = await import('./database.ts')
    await opened?.db.destroy()
    opened = { address, db: openReader(address) }
  }
  return opened
}

const port = parentPort as MessagePort
port.on('message', (order: Ordered) => void perform(order))

async function perform({ module, name, input, address }: Ordered): Promise<void> {
  let finished: Finished
  try {
    const functions = (await import(module)) as Readonly<Record<string, AnyTask>>
    const task = functions[name]!
    // Many tasks read nothing, and the library for the database takes longer to load than they take.
    const tools = task.length > 1 ? [await openTools(address)] : []
    finished = { output: await task(input, ...tools) }
  } catch (error) {
    finished = { error: describeError(error) }
  }
  port.postMessage(finished, 'output' in finished ? bytesOf(finished.output) : [])
}

/** An error loses its own fields between threads, so the code, which identifies its kind, is sent along. */
const describeError = (error: unknown): { message: string; stack?: string; code?: string } =>
  error instanceof Error
    ? {
        message: error.message,
        ...(error.stack !== undefined && { stack: error.stack }),
        ...('code' in error && typeof error.code === 'string' && { code: error.code }),
      }
    : { message: String(error) }

/** The buffers among the fields of the result, which are transferred instead of copied; a text has none. */
const bytesOf = (output: unknown): ArrayBuffer[] =>
  Object.values(typeof output === 'object' && output !== null ? output : {}).flatMap(
    (value: unknown) =>
      value instanceof Uint8Array &&
      value.buffer instanceof ArrayBuffer &&
      // A small buffer may be part of a pool that Node shares among many.
      value.byteLength === value.buffer.byteLength
        ? [value.buffer]
        : [],
  )
