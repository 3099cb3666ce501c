// The inside of a worker thread: it loads the module of each task by itself, calls the function, and
// sends back what it returned. Node runs this file as it is, whoever started the process.
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type DatabaseAddress, type Db, openReader } from './database.ts'
import type { Finished, Ordered, TaskTools } from './workers.ts'

type AnyTask = (input: unknown, tools: TaskTools) => unknown

const { address } = workerData as { readonly address: DatabaseAddress }
let opened: Db | undefined
const tools: TaskTools = {
  /** Opened for the first task that reads. */
  get db() {
    opened ??= openReader(address)
    return opened
  },
}

const port = parentPort as MessagePort
port.on('message', (order: Ordered) => void perform(order))

async function perform({ module, name, input }: Ordered): Promise<void> {
  let finished: Finished
  try {
    const functions = (await import(module)) as Readonly<Record<string, AnyTask>>
    finished = { output: await functions[name]!(input, tools) }
  } catch (error) {
    finished = { error: describeError(error) }
  }
  port.postMessage(finished, 'output' in finished ? bytesOf(finished.output) : [])
}

/** An error that crosses threads loses its own fields; the code says what kind of error it is. */
const describeError = (error: unknown): { message: string; stack?: string; code?: string } =>
  error instanceof Error
    ? {
        message: error.message,
        ...(error.stack !== undefined && { stack: error.stack }),
        ...('code' in error && typeof error.code === 'string' && { code: error.code }),
      }
    : { message: String(error) }

/** Bytes that are a field of the result are handed over instead of copied. */
const bytesOf = (output: unknown): ArrayBuffer[] =>
  Object.values(output ?? {}).flatMap((value: unknown) =>
    value instanceof Uint8Array &&
    value.buffer instanceof ArrayBuffer &&
    // A small buffer may be a part of one that Node shares out.
    value.byteLength === value.buffer.byteLength
      ? [value.buffer]
      : [],
  )
