// The parameters of the methods, as far as both versions of the protocol have them in common.
import { type TSchema, Type } from 'typebox'
import { DateTime, freeForm } from '../../../../kernel/schema.ts'
import type { Value } from '../../../../kernel/value.ts'
import { shapeOf } from '../../../../operation/shape.ts'
import type { Part, TaskMessage } from '../conversation/messages.ts'
import { codes, invalidParams, RpcError } from './errors.ts'

export const Id = Type.String({ minLength: 1, maxLength: 255 })

/** Leaves room for the prefix of the idempotency key that is made of it. */
const MessageId = Type.String({ minLength: 1, maxLength: 200 })

const PartParams = Type.Object({
  text: Type.Optional(Type.String({ maxLength: 16_384 })),
  data: Type.Optional(freeForm()),
  metadata: Type.Optional(freeForm()),
  // Parts with files, in both versions.
  file: Type.Optional(Type.Unknown()),
  raw: Type.Optional(Type.Unknown()),
  url: Type.Optional(Type.Unknown()),
})

const MessageParams = Type.Object({
  messageId: MessageId,
  role: Type.Optional(Type.Enum(['user', 'ROLE_USER'])),
  contextId: Type.Optional(Id),
  taskId: Type.Optional(Id),
  parts: Type.Array(PartParams, { minItems: 1, maxItems: 20 }),
  metadata: Type.Optional(freeForm()),
})

export const sendParams = <Configuration extends TSchema>(configuration: Configuration) =>
  Type.Object({
    message: MessageParams,
    configuration: Type.Optional(configuration),
    metadata: Type.Optional(freeForm()),
  })

export const configuration = {
  acceptedOutputModes: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50 })),
  historyLength: Type.Optional(Type.Integer({ minimum: 0 })),
}

export const TaskParams = Type.Object({
  id: Id,
  historyLength: Type.Optional(Type.Integer({ minimum: 0 })),
})

export const FollowParams = Type.Object({ id: Id })

export const ListParams = Type.Object({
  contextId: Type.Optional(Id),
  status: Type.Optional(Type.Unknown()),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  pageToken: Type.Optional(Type.String({ maxLength: 200 })),
  historyLength: Type.Optional(Type.Integer({ minimum: 0 })),
  statusTimestampAfter: Type.Optional(DateTime),
  includeArtifacts: Type.Optional(Type.Boolean()),
})

export const PushOfTaskParams = Type.Object({ taskId: Id, id: Id })

/** Reads the parameters, or refuses them with all their faults. */
export function readParams<Schema extends TSchema>(schema: Schema, params: unknown): Value<Schema> {
  const read = shapeOf(schema).read(params)
  if ('problems' in read) {
    const [first] = Object.values(read.problems)
    throw invalidParams(first?.[0] ?? 'The params are not valid.', read.problems)
  }
  return read.value as Value<Schema>
}

const FILES = 'Florin takes no files: send the input of a skill as a data part, or ask in text.'

/** The message in the form in which it is stored. */
export function toMessage({
  messageId,
  parts,
  metadata,
}: Value<typeof MessageParams>): TaskMessage {
  return {
    messageId,
    role: 'user',
    parts: parts.map((part, index) => toPart(part, index)),
    ...(metadata && { metadata }),
  }
}

function toPart(part: Value<typeof PartParams>, index: number): Part {
  const { text, data, metadata, file, raw, url } = part
  if (file !== undefined || raw !== undefined || url !== undefined)
    throw new RpcError(codes.contentType, FILES)
  const more = metadata && { metadata }
  if (data !== undefined && text === undefined) return { kind: 'data', data, ...more }
  if (text !== undefined && data === undefined) return { kind: 'text', text, ...more }
  const problem = 'A part has either text or data.'
  throw invalidParams(problem, { [`message.parts.${index}`]: [problem] })
}

/** Tasks are answered in JSON, other messages in text with data. */
const OFFERED = /^(\*\/\*|\*|application\/(json|\*)|text(\/(plain|\*))?)(\s*;.*)?$/i

export function checkOutputModes(modes: readonly string[] | undefined): void {
  if (modes === undefined || modes.length === 0 || modes.some((mode) => OFFERED.test(mode))) return
  throw new RpcError(
    codes.contentType,
    'Florin answers in application/json and text/plain; accept one of them.',
  )
}
