// Version 1.0 of the A2A protocol: what is sent is named by the field that holds it, states and roles are large words.
import { Type } from 'typebox'
import type { Value } from '../../../../kernel/value.ts'
import { type Part, sayAbout, type TaskMessage } from '../conversation/messages.ts'
import { taskLife, type TaskState } from '../life-cycle.ts'
import { pushFields } from '../push/schema.ts'
import { invalidParams } from './errors.ts'
import { configuration, Id, PushOfTaskParams, readParams, sendParams, toMessage } from './params.ts'
import {
  ARTIFACT_ID,
  metadataOf,
  type NewPush,
  type Push,
  type Task,
  type Version,
} from './version.ts'

const push = {
  id: Type.Optional(Id),
  url: pushFields.url,
  token: pushFields.token,
  authentication: Type.Optional(
    Type.Object({ scheme: pushFields.scheme, credentials: pushFields.credentials }),
  ),
}

const SendParams = sendParams(
  Type.Object({
    ...configuration,
    returnImmediately: Type.Optional(Type.Boolean()),
    taskPushNotificationConfig: Type.Optional(Type.Object(push)),
  }),
)

const PushParams = Type.Object(push)

function readPush({ authentication, ...given }: Value<typeof PushParams>): NewPush {
  const { scheme, credentials } = authentication ?? {}
  return {
    ...given,
    ...(scheme !== undefined && { scheme }),
    ...(credentials !== undefined && { credentials }),
  }
}

const toPush = ({ task_id, id, url, scheme }: Push): object => ({
  taskId: task_id,
  id,
  url,
  ...(scheme !== null && { authentication: { scheme } }),
})

const toState = (state: TaskState): string =>
  `TASK_STATE_${state.toUpperCase().replaceAll('-', '_')}`

/** States that the protocol has and tasks of the bank never reach. */
const NEVER: ReadonlySet<unknown> = new Set(['TASK_STATE_REJECTED', 'TASK_STATE_AUTH_REQUIRED'])

const about = ({ id, context_id }: Task) => ({ taskId: id, contextId: context_id })

const toPart = ({ kind: _kind, ...part }: Part): object => ({
  ...part,
  mediaType: 'text' in part ? 'text/plain' : 'application/json',
})

const toWireMessage = ({ messageId, role, parts, metadata }: TaskMessage): object => ({
  messageId,
  role: role === 'user' ? 'ROLE_USER' : 'ROLE_AGENT',
  parts: parts.map(toPart),
  ...(metadata && { metadata }),
})

const toMessageOf = (task: Task, message: TaskMessage): object => ({
  ...toWireMessage(message),
  ...about(task),
})

function statusOf(task: Task): object {
  const message = sayAbout(task)
  return {
    state: toState(task.state),
    ...(message && { message: toMessageOf(task, message) }),
    timestamp: task.updated_at,
  }
}

const artifactOf = ({ skill_id, output }: Task): object => ({
  artifactId: ARTIFACT_ID,
  name: skill_id,
  parts: [toPart({ kind: 'data', data: output! })],
})

const toTask = (task: Task): object => ({
  id: task.id,
  contextId: task.context_id,
  status: statusOf(task),
  ...(task.output && { artifacts: [artifactOf(task)] }),
  ...(task.history.length > 0 && {
    history: task.history.map((message) => toMessageOf(task, message as unknown as TaskMessage)),
  }),
  metadata: metadataOf(task),
})

export const version10: Version = {
  name: '1.0',
  methods: {
    SendMessage: 'send',
    SendStreamingMessage: 'stream',
    GetTask: 'get',
    ListTasks: 'list',
    CancelTask: 'cancel',
    SubscribeToTask: 'follow',
    CreateTaskPushNotificationConfig: 'setPush',
    GetTaskPushNotificationConfig: 'getPush',
    ListTaskPushNotificationConfigs: 'listPushes',
    DeleteTaskPushNotificationConfig: 'deletePush',
    GetExtendedAgentCard: 'extendedCard',
  },
  refusesInStream: false,
  followsEnded: false,
  notificationType: 'application/a2a+json',
  notification: (task) => ({ task: toTask(task) }),

  readSend(params) {
    const { message, configuration: wanted = {}, metadata } = readParams(SendParams, params)
    return {
      message: toMessage(message),
      taskId: message.taskId,
      contextId: message.contextId,
      metadata,
      acceptedOutputModes: wanted.acceptedOutputModes,
      historyLength: wanted.historyLength,
      waits: wanted.returnImmediately !== true,
      push: wanted.taskPushNotificationConfig && readPush(wanted.taskPushNotificationConfig),
    }
  },
  readSetPush(params) {
    const { taskId, ...given } = readParams(Type.Object({ taskId: Id, ...push }), params)
    return { task_id: taskId, push: readPush(given) }
  },
  readGetPush(params) {
    const { taskId, id } = readParams(PushOfTaskParams, params)
    return { task_id: taskId, id }
  },
  readListPushes: (params) => readParams(Type.Object({ taskId: Id }), params).taskId,
  readDeletePush(params) {
    const { taskId, id } = readParams(PushOfTaskParams, params)
    return { task_id: taskId, id }
  },
  readState(given) {
    if (given === undefined || given === null || given === 'TASK_STATE_UNSPECIFIED')
      return undefined
    if (NEVER.has(given)) return 'never'
    const state = taskLife.states.find((one) => toState(one) === given)
    if (state !== undefined) return state
    const problem = 'The status must be the name of a state, such as TASK_STATE_WORKING.'
    throw invalidParams(problem, { status: [problem] })
  },

  task: toTask,
  sentTask: (task) => ({ task: toTask(task) }),
  sentReply: ({ contextId, ...message }) => ({
    message: { ...toWireMessage(message), ...(contextId !== undefined && { contextId }) },
  }),
  statusUpdate: (task) => ({ statusUpdate: { ...about(task), status: statusOf(task) } }),
  artifactUpdate: (task) => ({
    artifactUpdate: {
      ...about(task),
      artifact: artifactOf(task),
      append: false,
      lastChunk: true,
    },
  }),
  page: ({ tasks, ...page }) => ({ ...page, tasks: tasks.map(toTask) }),
  push: toPush,
  pushes: (pushes) => ({ configs: pushes.map(toPush), nextPageToken: '' }),
  nothing: {},
}
