// The rules of push configurations: the sender of a task, or the sender's owner, names addresses that are notified of its
// changes for as long as the credential that named them is valid.
import { Invalid, InsufficientScope, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import type { Outbound } from '../../../../platform/outbound-http.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { getTask, lockTheirs } from '../service.ts'
import type { TaskRow } from '../store.ts'
import { TooManyPushConfigs } from './errors.ts'
import { PUSH_JOB } from './job.ts'
import type { protocols } from './schema.ts'
import * as store from './store.ts'
import type { PushRow } from './store.ts'

export interface PushOptions {
  readonly jobs: Pick<Jobs, 'send'>
  readonly sealer: Sealer
  readonly outbound: Pick<Outbound, 'findFault'>
}

export interface PushRequest {
  readonly protocol: (typeof protocols)[number]
  readonly id?: string
  readonly url: string
  readonly token?: string
  readonly scheme?: string
  readonly credentials?: string
}

/** What the address gets with each notification, so that it knows the sender. */
export interface PushSecrets {
  readonly token?: string
  readonly credentials?: string
}

const CONFIGS_MAX = 5

/** Resolves the name in the URL, so it is done before the transaction. */
export async function checkUrl(
  url: string,
  { outbound }: Pick<PushOptions, 'outbound'>,
): Promise<void> {
  const fault = await outbound.findFault(url)
  if (fault !== undefined) throw Invalid({ errors: { url: [`The url cannot be used. ${fault}`] } })
}

export async function set(id: string, request: PushRequest, ctx: Context, options: PushOptions) {
  return setPush(await lockTheirs(id, ctx), request, ctx, options)
}

/**
 * Without an id the configuration has that of its task, so that a repeated request adds none. The task must be locked or
 * new.
 */
export async function setPush(
  task: TaskRow,
  { protocol, id = task.id, url, scheme, token, credentials }: PushRequest,
  ctx: Context,
  { jobs, sealer }: PushOptions,
): Promise<PushRow> {
  checkMayRead(ctx)
  const { credential } = ctx.caller
  const others = (await store.listPushes(ctx.tx, task.id)).filter((push) => push.id !== id)
  if (others.length >= CONFIGS_MAX) throw TooManyPushConfigs({ limit: CONFIGS_MAX })
  const secrets: PushSecrets = {
    ...(token !== undefined && { token }),
    ...(credentials !== undefined && { credentials }),
  }
  const row = {
    task_id: task.id,
    id,
    owner_uuid: task.owner_uuid,
    protocol,
    url,
    secrets: Object.keys(secrets).length > 0 ? sealer.seal(JSON.stringify(secrets)) : null,
    scheme: scheme ?? null,
    credential: credential ? { id: credential.id, kind: credential.kind } : null,
  }
  const stored = await store.upsertPush(ctx.tx, row, ctx.now)
  await jobs.send(ctx.tx, PUSH_JOB, { owner: task.owner_uuid })
  return stored
}

/** An address is a way to read the task, so naming one requires the permission to read. */
function checkMayRead({ caller: { scopes, user } }: Context): void {
  if (scopes.has('read') || scopes.has('messages:read')) return
  throw InsufficientScope({ required_scope: user === undefined ? 'messages:read' : 'read' })
}

export async function list(id: string, ctx: Context): Promise<PushRow[]> {
  const task = await getTask(id, ctx)
  return store.listPushes(ctx.tx, task.id)
}

/** Without an id, the configuration that was set without one, or else the oldest. */
export async function get(task: string, id: string | undefined, ctx: Context): Promise<PushRow> {
  const pushes = await list(task, ctx)
  const found =
    id === undefined
      ? (pushes.find((push) => push.id === push.task_id) ?? pushes[0])
      : pushes.find((push) => push.id === id)
  if (!found) throw NotFound({ what: 'push configuration', id: id ?? task })
  return found
}

export async function remove(task: string, id: string, ctx: Context): Promise<object> {
  const { id: task_id } = await lockTheirs(task, ctx)
  if (!(await store.deletePush(ctx.tx, task_id, id)))
    throw NotFound({ what: 'push configuration', id })
  return {}
}
