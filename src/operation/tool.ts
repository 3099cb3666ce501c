// A tool is something that a connected client may call for a user: a name, descriptions and schemas for a
// model to read, and operations that do the work. The MCP transport speaks the protocol; the domain that
// defines the tools implements `ToolServer`.
import type { TObject } from 'typebox'
import type { Money } from '../kernel/money.ts'
import type { Value } from '../kernel/value.ts'
import type { InputOf, OutputOf } from './operation-index.ts'
import type { Caller } from './caller.ts'
import type { AnyOperation } from './operation.ts'

/**
 * Runs an operation for the user, a write with the call's idempotency key. The compiler refuses input fields
 * that the operation does not declare. `spends` is counted against the daily limit in the same transaction;
 * for operations that count against the limit it is mandatory, even when it is zero.
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
  /** The scope the token must have; null: any token will do, even one without a user. */
  readonly scope: string | null
  readonly writes: boolean
  /** The call cannot be undone: it sends money or a message. */
  readonly isFinal?: boolean
  readonly input: I
  readonly output: O
  call(input: Value<I>, perform: Perform): Promise<Value<O>>
}

// oxlint-disable-next-line typescript/no-explicit-any -- a list of tools of all shapes
export type AnyTool = Tool<any, any>

export const defineTool = <I extends TObject, O extends TObject>(tool: Tool<I, O>): Tool<I, O> =>
  Object.freeze(tool)

/** The fields of a tool's input that name an account. */
export const accountFieldsOf = ({ input }: AnyTool): readonly string[] =>
  Object.keys((input as TObject).properties).filter((field) => field.endsWith('account_uuid'))

/** A resource that is read by its URI; `{name}` in it is a parameter. */
export interface ToolResource {
  readonly uri: string
  readonly title: string
  readonly summary: string
  readonly scope: string
  read(parameters: Readonly<Record<string, string>>, perform: Perform): Promise<object>
}

/** An error at the level of the protocol: the tool was not run, or not run again. */
export class ToolRefusal extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>

  /** `name` is the readable form of `code`. */
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

/** The answer, or the reason why the tool failed, as a sentence for the model. */
export type ToolResult = { readonly output: object } | { readonly failure: string }

export interface ToolServer {
  /** Lists the tools that the caller may call now. */
  list(caller: Caller): Promise<readonly AnyTool[]>
  call(call: ToolCall): Promise<ToolResult>
  listResources(caller: Caller): readonly ToolResource[]
  read(uri: string, call: Pick<ToolCall, 'caller' | 'requestId'>): Promise<object>
}
