// Tasks as conversations: sent and answered by messages, listed by their last change, and followed until they end.
// The rules are those of every task; here the messages are added.
import { isUuid } from '../../../../kernel/uuid.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Listen } from '../../../../operation/event-listener.ts'
import type { LoggedEvent } from '../../../../operation/event-log.ts'
import { dataOf } from '../../../../operation/live-field.ts'
import type { Context } from '../../../../operation/operation.ts'
import { findAgentsById, listActiveDidsOf } from '../../agents/index.ts'
import { TaskStateChanged } from '../events.ts'
import { taskLife, type TaskState } from '../life-cycle.ts'
import { setPush, type PushOptions, type PushRequest } from '../push/service.ts'
import { answerTask, getTask, lockTheirs, sendTask, type TaskOptions } from '../service.ts'
import type { TaskRow } from '../store.ts'
import { sayAbout, type TaskMessage } from './messages.ts'
import { HISTORY_MAX } from './schema.ts'
import * as store from './store.ts'

export type ConversationOptions = TaskOptions & PushOptions & { readonly listen: Listen }

const contextOf = (task: TaskRow): string => task.context_id ?? task.id

const toConversation = (task: TaskRow, history: readonly TaskMessage[] = []) => ({
  ...task,
  context_id: contextOf(task),
  history: history.map((message) => ({ ...message })),
})

export interface SendRequest {
  readonly sender_did?: string
  readonly skill_id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly context_id?: string
  readonly message: Readonly<Record<string, unknown>>
  readonly push?: PushRequest
}

export async function send(request: SendRequest, ctx: Context, options: ConversationOptions) {
  const { message, push, ...task } = request
  const sender_did = request.sender_did ?? (await findSender(ctx))
  const row = await sendTask({ ...task, sender_did }, ctx, options)
  await add(row, [message as unknown as TaskMessage], ctx)
  if (push) await setPush(row, push, ctx, options)
  return toConversation(row)
}

/** The agent that calls, or the only active agent of the user who calls. */
async function findSender({ tx, caller }: Context): Promise<string> {
  const { agent, user, environment } = caller
  if (agent !== undefined) return (await findAgentsById(tx, [agent])).get(agent)!.did
  const [did, another] = await listActiveDidsOf(tx, { owner_uuid: user!, environment }, 2)
  if (did !== undefined && another === undefined) return did
  throw Invalid({
    errors: {
      sender_did: [
        did === undefined
          ? 'You have no active agent; register one with POST /api/agent-protocol/agents/register.'
          : 'You have several agents; name the one that sends the task as `sender_did` in the metadata of the message.',
      ],
    },
  })
}

const add = (task: TaskRow, messages: readonly TaskMessage[], { tx }: Context): Promise<void> =>
  store.addMessages(tx, task.id, messages, HISTORY_MAX)

export interface AnswerRequest {
  readonly id: string
  readonly input: Readonly<Record<string, unknown>>
  readonly context_id?: string
  readonly message: Readonly<Record<string, unknown>>
  readonly push?: PushRequest
}

/** The question that is answered becomes part of the history, because the state no longer shows it. */
export async function answer(request: AnswerRequest, ctx: Context, options: ConversationOptions) {
  const { id, input, context_id, message, push } = request
  const asking = await lockTheirs(id, ctx)
  if (context_id !== undefined && context_id !== contextOf(asking))
    throw Invalid({ errors: { contextId: ['The task belongs to another context.'] } })
  const question = sayAbout(asking)
  const row = await answerTask(id, input, ctx, options)
  await add(row, [...(question ? [question] : []), message as unknown as TaskMessage], ctx)
  if (push) await setPush(row, push, ctx, options)
  return toConversation(row)
}

export async function get(id: string, history_length: number, ctx: Context) {
  const task = await getTask(id, ctx)
  const messages = await store.findMessages(ctx.tx, [task.id], history_length)
  return toConversation(task, messages.get(task.id))
}

export interface ListRequest {
  readonly context_id?: string
  readonly state?: TaskState
  readonly since?: string
  readonly history_length: number
  readonly limit: number
  readonly from_page?: string
}

const COUNT_MAX = 1_000

export async function list(request: ListRequest, { tx, caller }: Context) {
  const { history_length, limit, from_page, ...which } = request
  const filter = { ...which, caller }
  const after = from_page === undefined ? undefined : readToken(from_page)
  const rows = await store.listChanged(tx, filter, after, limit + 1)
  const page = rows.slice(0, limit)
  const ids = page.map(({ id }) => id)
  const messages = await store.findMessages(tx, ids, history_length)
  return {
    tasks: page.map((task) => toConversation(task, messages.get(task.id))),
    next_page: rows.length > limit ? toToken(page.at(-1)!) : '',
    total: await store.countUpTo(tx, filter, COUNT_MAX),
  }
}

const toToken = ({ updated_at, id }: store.Place): string =>
  Buffer.from(`${updated_at} ${id}`).toString('base64url')

function readToken(token: string): store.Place {
  const [updated_at = '', id = ''] = Buffer.from(token, 'base64url').toString().split(' ')
  if (isUuid(id) && /^\d{4}-/.test(updated_at) && !Number.isNaN(Date.parse(updated_at)))
    return { updated_at: new Date(updated_at).toISOString(), id }
  throw Invalid({ errors: { pageToken: ['Send the nextPageToken of an earlier page.'] } })
}

type Followed = { readonly task: ReturnType<typeof toConversation> } | undefined

/** Yields the task, and again after each change of its state, until the state is final. */
export async function follow(
  id: string,
  ctx: Context,
  { listen }: Pick<ConversationOptions, 'listen'>,
): Promise<AsyncGenerator<Followed>> {
  const { owner_uuid, state } = await getTask(id, ctx)
  // The events of a task belong to the owner of its sender, also when the agent itself follows it.
  const caller = { ...ctx.caller, user: owner_uuid }
  const filter = { types: [TaskStateChanged.type] }
  const events = taskLife.isEnd(state)
    ? []
    : await listen(filter, { caller, ...(ctx.ending && { ending: ctx.ending }) })
  // Read after the stream began, so that no change between the two is missed.
  return followFrom(await getTask(id, ctx), events, ctx)
}

async function* followFrom(
  first: TaskRow,
  events: AsyncIterable<LoggedEvent | undefined> | readonly never[],
  ctx: Context,
): AsyncGenerator<Followed> {
  let last = first
  yield { task: toConversation(last) }
  if (taskLife.isEnd(last.state)) return
  for await (const event of events) {
    const next = event && (await apply(event, last, ctx))
    if (event === undefined) yield undefined
    if (!next) continue
    last = next
    yield { task: toConversation(last) }
    if (taskLife.isEnd(last.state)) return
  }
}

/** The task after the event; undefined if the event is of another task, or the change is known already. */
async function apply(
  event: LoggedEvent,
  last: TaskRow,
  ctx: Context,
): Promise<TaskRow | undefined> {
  const { task_id, from, to } = dataOf(event) as Record<'task_id' | 'from' | 'to', string | null>
  if (task_id !== last.id) return undefined
  // The only change that brings nothing with it; read now, the task might be past it already.
  if (to === 'working' && from === last.state)
    return { ...last, state: 'working', error: null, updated_at: event.created_at }
  const now = await getTask(last.id, ctx)
  const isKnown =
    now.state === last.state && now.round === last.round && now.updated_at === last.updated_at
  return isKnown ? undefined : now
}
