// Answers the methods of the A2A protocol. Each is one or two of the bank's operations, run for the caller of the request
// as through any other transport, so that permissions, rules and retries are the same.
import type { Caller } from '../../../../operation/caller.ts'
import { type AppError, Unauthenticated } from '../../../../operation/error.ts'
import type { RecognizeAgain } from '../../../../operation/open-streams.ts'
import type { AnyOperation } from '../../../../operation/operation.ts'
import type { Run } from '../../../../operation/pipeline.ts'
import { HISTORY_IN_LIST_MAX, HISTORY_MAX } from '../conversation/schema.ts'
import { taskLife } from '../life-cycle.ts'
import type { Performer } from '../ports.ts'
import { findSkill, listSkills } from '../skills.ts'
import { type About, asRpcError, codes, invalidParams, RpcError, toRpcError } from './errors.ts'
import { ListParams, readParams, TaskParams, checkOutputModes, FollowParams } from './params.ts'
import { idOf, parse, readRequest, type RpcId, type RpcRequest } from './request.ts'
import { explainSkills, readSkillRequest } from './skill-request.ts'
import { findMethod, isSpoken } from './versions.ts'
import type { ListedPage, Method, Push, Reply, Sent, Task, Version } from './version.ts'

export interface RpcServerOptions {
  readonly performer: Pick<Performer, 'findOperation'>
  readonly find: (name: OperationOfRpc) => AnyOperation
}

type OperationOfRpc =
  | `a2a_task.${'send' | 'answer' | 'get' | 'list' | 'follow'}`
  | 'task.cancel'
  | `a2a_push.${'set' | 'get' | 'list' | 'delete'}`

/** What the transport knows of a request. */
export interface RpcExchange {
  readonly caller: Caller
  readonly requestId: string
  readonly run: Run
  readonly recognizeAgain: RecognizeAgain
  /** Of the header, for writes that have no id of a message. */
  readonly idempotencyKey: string | undefined
  /** The header `A2A-Version`. */
  readonly version: string | undefined
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
  /** For errors that are not shown to the caller. */
  readonly onError: (error: unknown) => void
}

export type RpcAnswer =
  | {
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: object
    }
  | { readonly events: AsyncGenerator<object | undefined> }

/** How long an answer waits for the end of a task; then the client gets the task as it is. */
const WAIT_MS_MAX = 25_000

/** Where the card says that the protocol is spoken. */
export const RPC_PATH = '/api/agent-protocol/a2a'

export class RpcServer {
  readonly path = RPC_PATH
  private readonly options: RpcServerOptions

  constructor(options: RpcServerOptions) {
    this.options = options
  }

  /** The answer to a request that was refused before its body was read. */
  refuse(error: AppError): Extract<RpcAnswer, { body: object }> {
    const { status, headers, body } = this.refused(toRpcError(error), null)
    return { status: status === 200 ? error.def.status : status, headers, body }
  }

  private refused(error: RpcError, id: RpcId): Extract<RpcAnswer, { body: object }> {
    return { status: error.status, headers: error.headers, body: toErrorBody(error, id) }
  }

  /** Takes the body as text; never throws. */
  async answer(text: unknown, exchange: RpcExchange): Promise<RpcAnswer> {
    let id: RpcId = null
    let version: Version | undefined
    let method: Method | undefined
    try {
      const value = parse(text)
      id = idOf(value)
      if (exchange.caller.credential === undefined) throw toRpcError(Unauthenticated({}))
      const request = readRequest(value)
      ;({ version, method } = choose(request, exchange))
      const call = new RpcCall(request, version, exchange, this.options)
      if (method === 'stream' || method === 'follow')
        return { events: wrapAll(await call[method](), id, exchange) }
      const result = await call[method]()
      return { status: 200, headers: {}, body: { jsonrpc: '2.0', id, result } }
    } catch (error) {
      const shown = toShown(error, exchange)
      const wantsStream = method === 'stream' || method === 'follow'
      if (wantsStream && version?.refusesInStream === true && shown.status === 200)
        return { events: only(toErrorBody(shown, id)) }
      return this.refused(shown, id)
    }
  }
}

function choose({ method: name }: RpcRequest, { version }: RpcExchange) {
  if (!isSpoken(version))
    throw new RpcError(
      codes.version,
      `Florin speaks versions 0.3 and 1.0 of the protocol, not ${version!.slice(0, 20)}.`,
    )
  const found = findMethod(name)
  if (found) return found
  throw new RpcError(
    codes.method,
    `There is no method "${name.slice(0, 100)}"; messages are sent by SendMessage (1.0) or message/send (0.3).`,
  )
}

const toErrorBody = (error: RpcError, id: RpcId): object => ({
  jsonrpc: '2.0',
  id,
  error: error.toJson(),
})

function toShown(error: unknown, { onError }: Pick<RpcExchange, 'onError'>): RpcError {
  const shown = asRpcError(error)
  if (shown) return shown
  onError(error)
  return new RpcError(codes.internal, 'An internal error occurred.', { status: 500 })
}

async function* only(item: object): AsyncGenerator<object | undefined> {
  yield item
}

/** Each item is the result of the request, in an answer of its own. */
async function* wrapAll(
  results: AsyncGenerator<object | undefined>,
  id: RpcId,
  exchange: RpcExchange,
): AsyncGenerator<object | undefined> {
  try {
    for await (const result of results) yield result && { jsonrpc: '2.0', id, result }
  } catch (error) {
    yield toErrorBody(toShown(error, exchange), id)
  }
}

/** One request. */
class RpcCall implements Record<Method, () => Promise<unknown>> {
  private readonly params: unknown
  private readonly version: Version
  private readonly exchange: RpcExchange
  private readonly options: RpcServerOptions

  constructor(
    { params }: RpcRequest,
    version: Version,
    exchange: RpcExchange,
    options: RpcServerOptions,
  ) {
    this.params = params
    this.version = version
    this.exchange = exchange
    this.options = options
  }

  async send(): Promise<object> {
    const { version } = this
    const sent = version.readSend(this.params)
    const taken = await this.take(sent)
    if ('parts' in taken) return version.sentReply(taken)
    if (sent.waits) await this.waitFor(taken.id)
    return version.sentTask(await this.read(taken.id, sent.historyLength))
  }

  async stream(): Promise<AsyncGenerator<object | undefined>> {
    const sent = this.version.readSend(this.params)
    const taken = await this.take(sent)
    if ('parts' in taken) return only(this.version.sentReply(taken))
    return this.updates(await this.read(taken.id, sent.historyLength), true)
  }

  async get(): Promise<object> {
    const { id, historyLength } = readParams(TaskParams, this.params)
    return this.version.task(await this.read(id, historyLength))
  }

  async list(): Promise<object> {
    const {
      status,
      pageSize = 50,
      historyLength = 0,
      ...given
    } = readParams(ListParams, this.params)
    const { version } = this
    const state = version.readState(status)
    const empty: ListedPage = { tasks: [], nextPageToken: '', pageSize, totalSize: 0 }
    if (state === 'never') return version.page(empty)
    const input = {
      context_id: given.contextId,
      state,
      since: given.statusTimestampAfter,
      from_page: given.pageToken,
      limit: pageSize,
      history_length: Math.min(historyLength, HISTORY_IN_LIST_MAX),
    }
    const page = await this.run<{
      readonly tasks: readonly Task[]
      readonly next_page: string
      readonly total: number
    }>('a2a_task.list', input)
    return version.page({
      tasks: page.tasks.map((task) =>
        given.includeArtifacts === true ? task : { ...task, output: null },
      ),
      nextPageToken: page.next_page,
      pageSize,
      totalSize: page.total,
    })
  }

  async cancel(): Promise<object> {
    const { id } = readParams(TaskParams, this.params)
    await this.run('task.cancel', { id }, 'cancellation')
    return this.version.task(await this.read(id, 0))
  }

  async follow(): Promise<AsyncGenerator<object | undefined>> {
    const { id } = readParams(FollowParams, this.params)
    const task = await this.read(id, undefined)
    if (taskLife.isEnd(task.state) && !this.version.followsEnded)
      throw new RpcError(
        codes.unsupported,
        `The task is ${task.state}, which is final: read it with GetTask.`,
      )
    return this.updates(task, false)
  }

  async setPush(): Promise<object> {
    const { task_id, push } = this.version.readSetPush(this.params)
    const input = { task_id, ...push, protocol: this.version.name }
    return this.version.push(await this.run<Push>('a2a_push.set', input, 'task'))
  }

  async getPush(): Promise<object> {
    const input = this.version.readGetPush(this.params)
    return this.version.push(await this.run<Push>('a2a_push.get', input, 'task'))
  }

  async listPushes(): Promise<unknown> {
    const input = { task_id: this.version.readListPushes(this.params) }
    const found = await this.run<{ readonly configs: Push[] }>('a2a_push.list', input, 'task')
    return this.version.pushes(found.configs)
  }

  async deletePush(): Promise<unknown> {
    await this.run('a2a_push.delete', this.version.readDeletePush(this.params), 'task')
    return this.version.nothing
  }

  async extendedCard(): Promise<never> {
    throw new RpcError(codes.noExtendedCard, 'The public card is complete; there is no other.')
  }

  /** Makes a task of the message, gives it to the task that it answers, or explains the skills. */
  private async take(sent: Sent): Promise<Task | Reply> {
    checkOutputModes(sent.acceptedOutputModes)
    const { message, taskId, contextId, metadata } = sent
    const asked = readSkillRequest(message, metadata)
    const shared = {
      message,
      context_id: contextId,
      push: sent.push && { ...sent.push, protocol: this.version.name },
    }
    // The id of the message identifies it when it is sent again.
    const key = `message:${message.messageId}`
    if (taskId !== undefined) {
      if (!asked.hasInput)
        throw invalidParams('Send the input that the task waits for as a data part.')
      const input = { ...shared, id: taskId, input: asked.input }
      return this.run<Task>('a2a_task.answer', input, 'answer', key)
    }
    const { performer } = this.options
    if (asked.skill_id === undefined)
      return explainSkills(message, contextId, listSkills(performer))
    if (!findSkill(asked.skill_id, performer)) throw unknownSkill(asked.skill_id, this.options)
    const { skill_id, sender_did, input } = asked
    const task = { ...shared, skill_id, sender_did, input, metadata }
    return this.run<Task>('a2a_task.send', task, 'new task', key)
  }

  private read(id: string, historyLength = HISTORY_MAX): Promise<Task> {
    const input = { id, history_length: Math.min(historyLength, HISTORY_MAX) }
    return this.run<Task>('a2a_task.get', input, 'task')
  }

  private async run<Output>(
    name: OperationOfRpc,
    input: object,
    about?: About,
    key = this.exchange.idempotencyKey,
  ): Promise<Output> {
    const { caller, requestId, run, recognizeAgain } = this.exchange
    const call = { caller, input, requestId, idempotencyKey: key, recognizeAgain }
    try {
      return (await run(this.options.find(name), call)).output as Output
    } catch (error) {
      throw asRpcError(error, about) ?? error
    }
  }

  private open(id: string) {
    type Items = AsyncGenerator<{ readonly task: Task } | undefined>
    return this.run<Items>('a2a_task.follow', { id }, 'task')
  }

  /** Until the task has ended or needs input, at most a while. A task that cannot be followed is not waited for. */
  private async waitFor(id: string): Promise<void> {
    const items = await this.open(id).catch(() => undefined)
    if (!items) return
    const end = (): void => void items.return(undefined)
    const { signal } = this.exchange
    if (signal.aborted) return end()
    const timer = setTimeout(end, WAIT_MS_MAX)
    signal.addEventListener('abort', end, { once: true })
    try {
      for await (const item of items) if (item && isResting(item.task)) return
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
    }
  }

  /** The task, and then what changes, until it has ended or needs input. */
  private async *updates(first: Task, isNew: boolean): AsyncGenerator<object | undefined> {
    const { version } = this
    yield version.sentTask(first)
    if (taskLife.isEnd(first.state) || (isNew && isResting(first))) return
    const items = await this.open(first.id)
    const end = (): void => void items.return(undefined)
    const { signal } = this.exchange
    if (signal.aborted) return end()
    signal.addEventListener('abort', end, { once: true })
    let last = first
    try {
      for await (const item of items) {
        if (!item) yield undefined
        if (!item || isSame(item.task, last)) continue
        last = item.task
        if (last.output) yield version.artifactUpdate(last)
        yield version.statusUpdate(last)
        if (isResting(last)) return
      }
    } finally {
      signal.removeEventListener('abort', end)
    }
  }
}

const isResting = ({ state }: Task): boolean => taskLife.isEnd(state) || state === 'input-required'

const isSame = (a: Task, b: Task): boolean =>
  a.state === b.state && a.round === b.round && a.updated_at === b.updated_at

function unknownSkill(id: string, { performer }: RpcServerOptions): RpcError {
  const known = listSkills(performer).map((skill) => skill.id)
  const problem = `There is no skill "${id.slice(0, 128)}"; the skills are ${known.join(', ')}.`
  return invalidParams(problem, { skill_id: [problem] })
}
