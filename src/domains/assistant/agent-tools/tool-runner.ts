// Runs tools: checks a call in a fixed order, performs the operations of the bank, and records the call for the
// user it was made for.
//   exists → enabled → has a user → scope → idempotency key → arguments → run
import { canonicalJson } from '../../../kernel/json.ts'
import { isUuid, uuidv7 } from '../../../kernel/uuid.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import type { Money } from '../../../kernel/money.ts'
import type { OutputOf } from '../../../operation/operation-index.ts'
import type { Caller } from '../../../operation/caller.ts'
import {
  AppError,
  Forbidden,
  IdempotencyConflict,
  Invalid,
  NotFound,
  RequestInProgress,
} from '../../../operation/error.ts'
import type { AnyOperation, Context } from '../../../operation/operation.ts'
import { isWrite } from '../../../operation/operation.ts'
import type { Run } from '../../../operation/pipeline.ts'
import { shapeOf } from '../../../operation/shape.ts'
import {
  accountFieldsOf,
  type AnyTool,
  INSUFFICIENT_SCOPE,
  type Perform,
  type ToolCall,
  ToolRefusal,
  type ToolResource,
  type ToolResult,
  type ToolServer,
} from '../../../operation/tool.ts'
import type { Database } from '../../../platform/database.ts'
import { hashSecret } from '../../../platform/secrets.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { SpendingLimitExceeded } from './errors.ts'
import { matchUri } from './resources.ts'
import { reserveSpend, toCents } from './daily-limit.ts'
import { claimKey, insertCall, listDisabled } from './store.ts'

const KEY_LENGTH_MAX = 128
const KEY_KEPT_MS = DAY_MS

export interface ToolRunnerOptions {
  readonly database: Pick<Database, 'read' | 'write'>
  readonly clock: Clock
  readonly tools: () => readonly AnyTool[]
  readonly resources: readonly ToolResource[]
  /** The user's accounts, for a call that names none or an unknown one. */
  readonly nameAccounts: (perform: Perform) => Promise<string>
  /** Its rates convert spends to dollars for the daily limit. */
  readonly assets: AssetCatalogue
  readonly run: Run
  readonly onError: (error: unknown, tool: string) => void
}

export class ToolRunner implements ToolServer {
  private readonly options: ToolRunnerOptions

  constructor(options: ToolRunnerOptions) {
    this.options = options
  }

  async list(caller: Caller): Promise<readonly AnyTool[]> {
    const disabled = await listDisabled(this.options.database.read)
    return this.options.tools().filter((tool) => !disabled.has(tool.name) && mayCall(tool, caller))
  }

  listResources(caller: Caller): readonly ToolResource[] {
    return this.options.resources.filter((resource) => mayCall(resource, caller))
  }

  async call(call: ToolCall): Promise<ToolResult> {
    const tool = this.options.tools().find((one) => one.name === call.name)
    if (!tool)
      throw new ToolRefusal(-32601, 'TOOL_NOT_FOUND', `There is no tool "${call.name}".`, {
        name: call.name,
      })
    const { idempotency_key: _key, ...given } = call.arguments
    const record = new CallRecord(call, hashSecret(canonicalJson(given)), performance.now())
    try {
      const result = await this.checkAndRun(tool, call, given, record)
      await this.save(
        record,
        'failure' in result ? 'error' : record.isReplay ? 'replayed' : 'success',
      )
      return result
    } catch (error) {
      record.errorCode = error instanceof ToolRefusal ? error.name : 'INTERNAL'
      await this.save(record, error instanceof ToolRefusal ? 'refused' : 'error')
      throw error
    }
  }

  private async checkAndRun(
    tool: AnyTool,
    call: ToolCall,
    given: object,
    record: CallRecord,
  ): Promise<ToolResult> {
    const disabled = await listDisabled(this.options.database.read)
    if (disabled.has(tool.name))
      throw new ToolRefusal(-32004, 'TOOL_DISABLED', `The tool "${tool.name}" is switched off.`, {
        name: tool.name,
      })
    checkMayCall(tool, call.caller, tool.name)
    const key = tool.writes ? await this.claim(tool, call, record) : undefined
    const read = shapeOf(tool.input).read(given)
    if ('problems' in read) return this.fail(Invalid({ errors: read.problems }), tool, record)
    try {
      const output: unknown = await tool.call(read.value, this.performFor(call, record, key))
      return { output: shapeOf(tool.output).pick(output) as object }
    } catch (error) {
      return this.handleError(error, tool, record)
    }
  }

  /** Binds the idempotency key to these arguments; a later call with other arguments is refused. */
  private async claim(tool: AnyTool, { caller, ...call }: ToolCall, record: CallRecord) {
    const key = call.arguments.idempotency_key
    if (key === undefined || key === null || key === '')
      throw new ToolRefusal(
        -32602,
        'IDEMPOTENCY_KEY_REQUIRED',
        'Every write needs an idempotency_key: a new UUID for a new request, the same UUID for a retry.',
      )
    if (typeof key !== 'string' || key.length > KEY_LENGTH_MAX)
      throw new ToolRefusal(
        -32602,
        'IDEMPOTENCY_KEY_TOO_LONG',
        `The idempotency_key must be a text of at most ${KEY_LENGTH_MAX} characters.`,
        { max_length: KEY_LENGTH_MAX, received: typeof key === 'string' ? key.length : null },
      )
    if (!isUuid(key))
      throw new ToolRefusal(-32602, 'INVALID_PARAMS', 'The idempotency_key must be a UUID.')
    record.key = key
    const now = this.options.clock.now()
    const use = {
      user_uuid: caller.user!,
      client_id: caller.client!.id,
      tool: tool.name,
      key,
      arguments_hash: record.argumentsHash,
      created_at: now,
    }
    const freshSince = new Date(now.getTime() - KEY_KEPT_MS)
    const claimed = await claimKey(this.options.database.write, use, freshSince)
    if (!claimed.equals(record.argumentsHash)) throw reused(key)
    return `mcp:${caller.client!.id}:${tool.name}:${key}`
  }

  /** Narrows the caller's scopes to those of the tool: a reading tool cannot run an operation that writes. */
  private performFor(call: ToolCall, record: CallRecord, key: string | undefined): Perform {
    const scopes = new Set(key === undefined ? ['read'] : ['read', 'write'])
    return this.performAs({ ...call.caller, scopes }, call.requestId, key, call.name, record)
  }

  private performAs(
    caller: Caller,
    requestId: string,
    idempotencyKey: string | undefined,
    tool: string,
    record?: CallRecord,
  ): Perform {
    return async <Op extends AnyOperation>(
      op: Op,
      input: object,
      spends?: Money,
    ): Promise<OutputOf<Op>> => {
      checkForPrograms(op, spends !== undefined)
      const cents = spends ? toCents(spends, this.options.assets) : 0n
      const { output, replayed } = await this.options.run(op, {
        caller,
        input,
        requestId,
        ...(isWrite(op) && { idempotencyKey }),
        ...(cents > 0n && { alongside: (ctx: Context) => reserveSpend(tool, cents, ctx) }),
      })
      if (replayed && record) record.isReplay = true
      return output as OutputOf<Op>
    }
  }

  private handleError(
    error: unknown,
    tool: AnyTool,
    record: CallRecord,
  ): ToolResult | Promise<ToolResult> {
    if (!(error instanceof AppError)) {
      this.options.onError(error, tool.name)
      throw new ToolRefusal(-32603, 'INTERNAL', 'An internal error occurred; try again later.')
    }
    const { code } = error.def
    if (code === IdempotencyConflict.code) throw reused(record.key!)
    if (code === RequestInProgress.code)
      throw new ToolRefusal(
        -32005,
        'IDEMPOTENCY_KEY_IN_FLIGHT',
        'A call with this idempotency_key is still running; ask again in a moment.',
        { idempotency_key: record.key, retry_after_seconds: 1 },
      )
    if (code === SpendingLimitExceeded.code)
      throw new ToolRefusal(
        -32003,
        'SPENDING_LIMIT_EXCEEDED',
        error.message,
        toSpendingData(error.details),
      )
    return this.fail(error, tool, record)
  }

  private async fail(error: AppError, tool: AnyTool, record: CallRecord): Promise<ToolResult> {
    record.errorCode = error.def.code
    const failure = describeFailure(error)
    if (!isAboutAccount(error, tool)) return { failure }
    const { caller, requestId } = record.call
    // Who may not read accounts learns nothing of them here either.
    if (!caller.scopes.has(ACCOUNTS_SCOPE))
      return {
        failure: `${failure}\nThe user has not granted "${ACCOUNTS_SCOPE}"; ask them for the account.`,
      }
    const reader = { ...caller, scopes: new Set(['read']) }
    const perform = this.performAs(reader, requestId, undefined, tool.name)
    return { failure: `${failure}\n${await this.options.nameAccounts(perform)}` }
  }

  private async save(record: CallRecord, result: 'success' | 'replayed' | 'error' | 'refused') {
    const { caller, name, requestId, userAgent } = record.call
    const now = this.options.clock.now()
    await insertCall(this.options.database.write, {
      id: uuidv7(now),
      user_uuid: caller.user ?? null,
      client_id: caller.client!.id,
      client_name: caller.client!.name,
      grant_uuid: caller.client!.grant,
      token_id: caller.credential!.id,
      tool: name,
      arguments_hash: record.argumentsHash,
      idempotency_key: record.key ?? null,
      result,
      error_code: record.errorCode ?? null,
      request_id: requestId,
      address: caller.address,
      user_agent: userAgent?.slice(0, 255) ?? null,
      duration_ms: performance.now() - record.startedAt,
      created_at: now,
    })
  }

  async read(uri: string, call: Pick<ToolCall, 'caller' | 'requestId'>): Promise<object> {
    for (const resource of this.options.resources) {
      const parameters = matchUri(resource.uri, uri)
      if (!parameters) continue
      checkMayCall(resource, call.caller, resource.uri)
      const caller = { ...call.caller, scopes: new Set(['read']) }
      return resource.read(parameters, this.performAs(caller, call.requestId, undefined, uri))
    }
    throw new ToolRefusal(-32601, 'RESOURCE_NOT_FOUND', `There is no resource "${uri}".`, { uri })
  }
}

/** Collects the facts of a call while it runs; the stored row is made from them. */
class CallRecord {
  key: string | undefined
  isReplay = false
  errorCode: string | undefined
  readonly call: ToolCall
  readonly argumentsHash: Buffer
  readonly startedAt: number

  constructor(call: ToolCall, argumentsHash: Buffer, startedAt: number) {
    this.call = call
    this.argumentsHash = argumentsHash
    this.startedAt = startedAt
  }
}

/** Enforces the operation's declared rules for clients here, because clients reach operations only through tools. */
function checkForPrograms({ name, spends }: AnyOperation, isCounted: boolean): void {
  if (!spends) return
  if (spends.programs === 'refused') throw new Error(`${name} is not available to clients`)
  if ('counted' in spends.programs && !isCounted)
    throw new Error(
      `${name} counts against the daily limit of a client, but the tool passed no amount`,
    )
}

const mayCall = ({ scope }: Pick<AnyTool, 'scope'>, caller: Caller): boolean =>
  scope === null || (caller.user !== undefined && caller.scopes.has(scope))

/** The user is checked before the scope: a client without a user could not use more scopes anyway. */
function checkMayCall({ scope }: Pick<AnyTool, 'scope'>, caller: Caller, name: string): void {
  if (scope === null) return
  if (caller.user === undefined)
    throw new ToolRefusal(
      -32006,
      'USER_CONTEXT_REQUIRED',
      'This tool acts for a user: connect with the authorization code flow.',
      { tool: name, detail: 'A client_credentials token belongs to no user.' },
    )
  if (!caller.scopes.has(scope))
    throw new ToolRefusal(
      INSUFFICIENT_SCOPE,
      'INSUFFICIENT_SCOPE',
      `The user has not granted "${scope}".`,
      { required: scope, granted: [...caller.scopes] },
    )
}

const reused = (key: string): ToolRefusal =>
  new ToolRefusal(
    -32002,
    'IDEMPOTENCY_KEY_REUSED',
    'This idempotency_key was already used with other arguments; a new request needs a new key.',
    { idempotency_key: key },
  )

const ACCOUNTS_SCOPE = 'accounts:read'

/** Whether the call failed because it names no account, or none that the user has. */
function isAboutAccount({ def, details }: AppError, tool: AnyTool): boolean {
  const fields = accountFieldsOf(tool)
  if (fields.length === 0) return false
  if (def.code === Forbidden.code) return true
  const { errors, what } = details as { errors?: Record<string, unknown>; what?: unknown }
  return def.code === NotFound.code
    ? what === 'account'
    : // The operations of REST name it without the ending.
      fields.some((field) => Object.keys(errors ?? {}).some((one) => field.startsWith(one)))
}

/** Hides the existence of other users' records: they are "not found". */
function describeFailure(error: AppError): string {
  if (error.def.code === Forbidden.code) return 'Not found.'
  if (error.def.code === NotFound.code) return `Not found. ${error.message}`
  const { errors } = error.details as { errors?: Record<string, string[]> }
  const fields = Object.entries(errors ?? {}).map(
    ([field, sentences]) => `${field}: ${sentences.join(' ')}`,
  )
  return fields.length > 0 ? fields.join('\n') : error.message
}

function toSpendingData(details: object): Record<string, unknown> {
  const { limit_remaining_minor, amount_requested_minor, ...rest } = details as Record<
    string,
    string
  >
  return {
    ...rest,
    limit_remaining_minor: Number(limit_remaining_minor),
    amount_requested_minor: Number(amount_requested_minor),
  }
}
