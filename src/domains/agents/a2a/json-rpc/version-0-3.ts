// Version 0.3 of the A2A protocol: what is sent says its `kind`, states and roles are small words.
import { Type } from 'typebox'
import { type TaskMessage, sayAbout } from '../conversation/messages.ts'
import { pushFields } from '../push/schema.ts'
import { configuration, Id, readParams, sendParams, toMessage } from './params.ts'
import {
  ARTIFACT_ID,
  metadataOf,
  type NewPush,
  type Push,
  type Task,
  type Version,
} from './version.ts'
import type { Value } from '../../../../kernel/value.ts'
import { taskLife } from '../life-cycle.ts'

const PushParams = Type.Object({
  id: Type.Optional(Id),
  url: pushFields.url,
  token: pushFields.token,
  authentication: Type.Optional(
    Type.Object({
      schemes: Type.Array(Type.String({ maxLength: 50 }), { minItems: 1, maxItems: 10 }),
      credentials: pushFields.credentials,
    }),
  ),
})

const SendParams = sendParams(
  Type.Object({
    ...configuration,
    blocking: Type.Optional(Type.Boolean()),
    pushNotificationConfig: Type.Optional(PushParams),
  }),
)

const readPush = ({ authentication, ...push }: Value<typeof PushParams>): NewPush => ({
  ...push,
  ...(authentication && { scheme: authentication.schemes[0]! }),
  ...(authentication?.credentials !== undefined && { credentials: authentication.credentials }),
})

const toPush = ({ task_id, id, url, scheme }: Push): object => ({
  taskId: task_id,
  pushNotificationConfig: {
    id,
    url,
    ...(scheme !== null && { authentication: { schemes: [scheme] } }),
  },
})

const about = ({ id, context_id }: Task) => ({ taskId: id, contextId: context_id })

const toMessageOf = (task: Task, message: TaskMessage): object => ({
  kind: 'message',
  ...message,
  ...about(task),
})

function statusOf(task: Task): object {
  const message = sayAbout(task)
  return {
    state: task.state,
    ...(message && { message: toMessageOf(task, message) }),
    timestamp: task.updated_at,
  }
}

const artifactOf = ({ skill_id, output }: Task): object => ({
  artifactId: ARTIFACT_ID,
  name: skill_id,
  parts: [{ kind: 'data', data: output }],
})

const toTask = (task: Task): object => ({
  kind: 'task',
  id: task.id,
  contextId: task.context_id,
  status: statusOf(task),
  ...(task.output && { artifacts: [artifactOf(task)] }),
  ...(task.history.length > 0 && {
    history: task.history.map((message) => toMessageOf(task, message as unknown as TaskMessage)),
  }),
  metadata: metadataOf(task),
})

export const version03: Version = {
  name: '0.3',
  methods: {
    'message/send': 'send',
    'message/stream': 'stream',
    'tasks/get': 'get',
    'tasks/cancel': 'cancel',
    'tasks/resubscribe': 'follow',
    'tasks/pushNotificationConfig/set': 'setPush',
    'tasks/pushNotificationConfig/get': 'getPush',
    'tasks/pushNotificationConfig/list': 'listPushes',
    'tasks/pushNotificationConfig/delete': 'deletePush',
    'agent/getAuthenticatedExtendedCard': 'extendedCard',
  },
  refusesInStream: true,
  followsEnded: true,
  notificationType: 'application/json',
  notification: toTask,

  readSend(params) {
    const { message, configuration: wanted = {}, metadata } = readParams(SendParams, params)
    return {
      message: toMessage(message),
      taskId: message.taskId,
      contextId: message.contextId,
      metadata,
      acceptedOutputModes: wanted.acceptedOutputModes,
      historyLength: wanted.historyLength,
      waits: wanted.blocking !== false,
      push: wanted.pushNotificationConfig && readPush(wanted.pushNotificationConfig),
    }
  },
  readSetPush(params) {
    const read = readParams(Type.Object({ taskId: Id, pushNotificationConfig: PushParams }), params)
    return { task_id: read.taskId, push: readPush(read.pushNotificationConfig) }
  },
  readGetPush(params) {
    const schema = Type.Object({ id: Id, pushNotificationConfigId: Type.Optional(Id) })
    const { id, pushNotificationConfigId } = readParams(schema, params)
    return {
      task_id: id,
      ...(pushNotificationConfigId !== undefined && { id: pushNotificationConfigId }),
    }
  },
  readListPushes: (params) => readParams(Type.Object({ id: Id }), params).id,
  readDeletePush(params) {
    const schema = Type.Object({ id: Id, pushNotificationConfigId: Id })
    const { id, pushNotificationConfigId } = readParams(schema, params)
    return { task_id: id, id: pushNotificationConfigId }
  },
  // Only 1.0 has a list of tasks.
  readState: () => undefined,

  task: toTask,
  sentTask: toTask,
  sentReply: ({ contextId, ...message }) => ({
    kind: 'message',
    ...message,
    ...(contextId !== undefined && { contextId }),
  }),
  statusUpdate: (task) => ({
    kind: 'status-update',
    ...about(task),
    status: statusOf(task),
    final: taskLife.isEnd(task.state) || task.state === 'input-required',
  }),
  artifactUpdate: (task) => ({
    kind: 'artifact-update',
    ...about(task),
    artifact: artifactOf(task),
    append: false,
    lastChunk: true,
  }),
  page: ({ tasks, ...page }) => ({ ...page, tasks: tasks.map(toTask) }),
  push: toPush,
  pushes: (pushes) => pushes.map(toPush),
  nothing: null,
}
