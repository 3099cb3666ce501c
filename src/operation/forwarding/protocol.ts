// The messages between nodes about one posting: the call, and its answer.
import { readJson } from '../../kernel/json.ts'
import type { Caller } from '../caller.ts'
import { AppError } from '../error.ts'
import type { Reply } from '../idempotency.ts'
import type { AnyOperation } from '../operation.ts'
import type { Call } from '../pipeline.ts'
import { pipelineErrors } from '../registry.ts'

/** The writer shuts down: it answers its pending calls, and accepts no new ones. */
export const GOODBYE = '["goodbye"]'
export const isGoodbye = (message: readonly unknown[]): boolean => message[0] === 'goodbye'

/** The first message of a node says which link this is. */
export const writeIntroduction = (link: string): string => JSON.stringify(['link', link])
export const readIntroduction = (message: readonly unknown[]): string | undefined =>
  message[0] === 'link' ? (message[1] as string) : undefined

type CallMessage = readonly [
  id: number,
  operation: string,
  input: unknown,
  /** JSON in JSON: both sides keep the text of a caller, who makes many calls. */
  caller: string,
  requestId: string,
  key: string | null,
]

type AnswerMessage =
  | readonly [id: number, kind: 'reply', text: string, replayed: boolean]
  | readonly [
      id: number,
      kind: 'refusal',
      code: string,
      message: string,
      details: object,
      shown: object,
    ]
  | readonly [id: number, kind: 'failure', message: string]

export function writeCall(id: number, op: AnyOperation, input: object, call: Call): string {
  const { caller, requestId, idempotencyKey } = call
  return JSON.stringify([
    id,
    op.name,
    input,
    writeCaller(caller),
    requestId,
    idempotencyKey ?? null,
  ] satisfies CallMessage)
}

export function readCall(
  message: readonly unknown[],
  link: string,
): {
  readonly operation: string
  readonly call: Call
} {
  const [, operation, input, caller, requestId, key] = message as CallMessage
  return {
    operation,
    call: {
      link,
      input,
      caller: readCaller(caller),
      requestId,
      idempotencyKey: key ?? undefined,
    },
  }
}

const callerTexts = new WeakMap<Caller, string>()

function writeCaller(caller: Caller): string {
  const known = callerTexts.get(caller)
  if (known !== undefined) return known
  const text = JSON.stringify({ ...caller, scopes: [...caller.scopes] })
  callerTexts.set(caller, text)
  return text
}

const CALLERS_KEPT = 10_000
const callers = new Map<string, Caller>()

function readCaller(text: string): Caller {
  const known = callers.get(text)
  if (known) return known
  const read = JSON.parse(text) as Omit<Caller, 'scopes'> & { readonly scopes: string[] }
  const caller: Caller = { ...read, scopes: new Set(read.scopes) }
  if (callers.size >= CALLERS_KEPT) callers.clear()
  callers.set(text, caller)
  return caller
}

export const writeReply = (id: number, { text, output, replayed }: Reply): string =>
  JSON.stringify([id, 'reply', text ?? JSON.stringify(output), replayed] satisfies AnswerMessage)

export function writeError(id: number, error: unknown): string {
  const message: AnswerMessage =
    error instanceof AppError
      ? [id, 'refusal', error.def.code, error.message, error.details, error.shown]
      : [id, 'failure', String(error)]
  // Details that are not shown may hold amounts, which JSON does not know.
  return JSON.stringify(message, (_name, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

/** Of a call and of its answer. */
export const idOf = (message: readonly unknown[]): number => message[0] as number

/** The reply, or the error that the operation would have thrown here. */
export function readAnswer(op: AnyOperation, message: readonly unknown[]): Reply {
  const answer = message as AnswerMessage
  if (answer[1] === 'reply') return new ForwardedReply(answer[2], answer[3])
  if (answer[1] === 'failure') throw new Error(`the writer failed: ${answer[2]}`)
  const [, , code, text, details, shown] = answer
  const def = [...op.errors, ...pipelineErrors(op)].find((one) => one.code === code)
  if (!def) throw new Error(`the writer refused with ${code}, unknown for ${op.name}`)
  throw new AppError(def, text, details, { shown })
}

/** The output is read only by those who need more than its text. */
class ForwardedReply implements Reply {
  readonly text: string
  readonly replayed: boolean

  constructor(text: string, replayed: boolean) {
    this.text = text
    this.replayed = replayed
  }

  get output(): unknown {
    return readJson(this.text)
  }
}
