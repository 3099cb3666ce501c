// What the versions of the A2A protocol differ in: the names of methods, the parameters, and the form of what is sent.
import type { Value } from '../../../../kernel/value.ts'
import type { TaskMessage } from '../conversation/messages.ts'
import type { Conversation } from '../conversation/schema.ts'
import type { TaskState } from '../life-cycle.ts'
import type { PushConfig, PushInput } from '../push/schema.ts'

export type Task = Value<typeof Conversation>
export type Push = Value<typeof PushConfig>
export type NewPush = Omit<Value<typeof PushInput>, 'protocol'>

export interface Sent {
  readonly message: TaskMessage
  readonly taskId: string | undefined
  readonly contextId: string | undefined
  readonly metadata: Readonly<Record<string, unknown>> | undefined
  readonly acceptedOutputModes: readonly string[] | undefined
  readonly historyLength: number | undefined
  /** Whether the answer waits until the task ends or needs input. */
  readonly waits: boolean
  readonly push: NewPush | undefined
}

/** The bank's answer to a message that is no task. */
export type Reply = TaskMessage & { readonly contextId: string | undefined }

export interface PushOfTask {
  readonly task_id: string
  readonly id?: string
}

/** The methods; each name belongs to one version. */
export type Method =
  | 'send'
  | 'stream'
  | 'get'
  | 'list'
  | 'cancel'
  | 'follow'
  | 'setPush'
  | 'getPush'
  | 'listPushes'
  | 'deletePush'
  | 'extendedCard'

export interface ListedPage {
  readonly tasks: readonly Task[]
  readonly nextPageToken: string
  readonly pageSize: number
  readonly totalSize: number
}

export interface Version {
  readonly name: '0.3' | '1.0'
  readonly methods: Readonly<Record<string, Method>>
  /** How a method that streams is refused: 0.3 clients read only streams. */
  readonly refusesInStream: boolean
  readonly followsEnded: boolean
  readonly notificationType: string
  notification(task: Task): object

  readSend(params: unknown): Sent
  readSetPush(params: unknown): PushOfTask & { readonly push: NewPush }
  readGetPush(params: unknown): PushOfTask
  readListPushes(params: unknown): string
  readDeletePush(params: unknown): { readonly task_id: string; readonly id: string }
  /** 'never' is a state of the protocol that tasks of the bank do not have. */
  readState(state: unknown): TaskState | 'never' | undefined

  task(task: Task): object
  sentTask(task: Task): object
  sentReply(reply: Reply): object
  statusUpdate(task: Task): object
  artifactUpdate(task: Task): object
  page(page: ListedPage): object
  push(push: Push): object
  pushes(pushes: readonly Push[]): unknown
  /** The result of a method that has none. */
  readonly nothing: object | null
}

/** The output of a task is its only artifact. */
export const ARTIFACT_ID = 'output'

/** What a task of the bank has beside the fields of the protocol. */
export const metadataOf = ({
  metadata,
  skill_id,
  sender_did,
  is_cancel_requested,
}: Task): Record<string, unknown> => ({
  ...metadata,
  skill_id,
  sender_did,
  ...(is_cancel_requested && { is_cancel_requested }),
})
