// A tool is what a program may call for a person: a name, words and schemas that a model can read, and
// operations that do the work. The tool door speaks the protocol; whoever keeps the tools answers here.
import type { Static, TObject } from 'typebox'
import type { Money } from '../kernel/money.ts'
import type { InputOf, OutputOf } from './by-name.ts'
import type { Caller } from './caller.ts'
import type { AnyOperation } from './operation.ts'

/**
 * Runs an operation for the person; a write goes under the call's idempotency key. The input has no field
 * that the operation does not know. What it spends is held against the daily limit in the same
 * transaction; where an operation counts against the limit, it must be said, also that it is nothing.
 */
export type Perform = <Op extends AnyOperation, Input extends InputOf<Op>>(
  operation: Op,
  input: Input & Readonly<Record<Exclude<keyof Input, keyof InputOf<Op>>, never>>,
  spends?: Money,
) => Promise<OutputOf<Op>>

export interface Tool<I extends TObject = TObject, O extends TObject = TObject> {
  readonly name: string
  readonly title: string
  readonly summary: string
  /** What the token must allow; null: any token will do, also one without a person behind it. */
  readonly scope: string | null
  readonly writes: boolean
  /** It cannot be undone: money or a message leaves. */
  readonly isFinal?: boolean
  readonly input: I
  readonly output: O
  call(input: Static<I>, perform: Perform): Promise<Static<O>>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of tools of all shapes
export type AnyTool = Tool<any, any>

export const defineTool = <I extends TObject, O extends TObject>(tool: Tool<I, O>): Tool<I, O> =>
  Object.freeze(tool)

/** Something to read by its address; `{name}` in it stands for a part that the reader fills in. */
export interface ToolResource {
  readonly uri: string
  readonly title: string
  readonly summary: string
  readonly scope: string
  read(parameters: Readonly<Record<string, string>>, perform: Perform): Promise<object>
}

/** A refusal at the level of the protocol: the tool was not run, or not run again. */
export class ToolRefusal extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>

  /** `name` says in one word what `code` says in a number. */
  constructor(code: number, name: string, message: string, data: Record<string, unknown> = {}) {
    super(message)
    this.name = name
    this.code = code
    this.data = { error_code: name, ...data }
  }
}

export const INSUFFICIENT_SCOPE = -32000

export interface ToolCall {
  readonly caller: Caller
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly requestId: string
  readonly userAgent: string | undefined
}

/** The answer, or why the tool itself could not do it, in words for a model. */
export type ToolResult = { readonly output: object } | { readonly failure: string }

export interface ToolServer {
  /** Those that the caller may call now. */
  list(caller: Caller): Promise<readonly AnyTool[]>
  call(call: ToolCall): Promise<ToolResult>
  listResources(caller: Caller): readonly ToolResource[]
  read(uri: string, call: Pick<ToolCall, 'caller' | 'requestId'>): Promise<object>
}
