// Where the changes of a task are sent, and how the notifications authenticate themselves there.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../../kernel/schema.ts'

const printable = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x20-\\x7e]+$' })

export const protocols = ['0.3', '1.0'] as const

export const PushId = Type.String({ minLength: 1, maxLength: 255 })

export const pushFields = {
  protocol: Type.Enum([...protocols]),
  id: Type.Optional(PushId),
  url: Type.String({ minLength: 1, maxLength: 2_048 }),
  token: Type.Optional(printable(1_024)),
  scheme: Type.Optional(
    Type.String({ minLength: 1, maxLength: 50, pattern: "^[\\w!#$%&'*+.^`|~-]+$" }),
  ),
  credentials: Type.Optional(printable(4_096)),
}

export const PushInput = Type.Object(pushFields)

/** Without its secrets, which are only sent to the address. */
export const PushConfig = Type.Object({
  task_id: Type.String({ format: 'uuid' }),
  id: Type.String(),
  url: Type.String(),
  scheme: Nullable(Type.String()),
  created_at: DateTime,
})
