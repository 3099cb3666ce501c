// What a message asks for: the skill that it names, and the input in its data parts.
import type { Part, TaskMessage } from '../conversation/messages.ts'
import type { Skill } from '../skills.ts'
import { codes, RpcError } from './errors.ts'
import type { Reply } from './version.ts'

type Fields = Readonly<Record<string, unknown>>

export interface SkillRequest {
  readonly skill_id: string | undefined
  readonly sender_did: string | undefined
  readonly input: Fields
  /** Whether there is any data to be the input. */
  readonly hasInput: boolean
}

/**
 * The skill and the sender are in the metadata of the message or of the request, or in a data part that has the fields
 * of a task: {skill_id, input, sender_did}. All other data parts are input.
 */
export function readSkillRequest(
  { parts, metadata = {} }: TaskMessage,
  outer: Fields = {},
): SkillRequest {
  const data = parts.flatMap((part: Part) => (part.kind === 'data' ? [part.data] : []))
  const read = data.map(readData)
  const sources = [metadata, outer, ...read.map(({ named }) => named)]
  return {
    skill_id: findText(sources, 'skill_id'),
    sender_did: findText(sources, 'sender_did'),
    input: Object.assign({}, ...read.map(({ input }) => input)) as Fields,
    hasInput: data.length > 0,
  }
}

function readData(data: Fields): { readonly named: Fields; readonly input: Fields } {
  if (typeof data.skill_id !== 'string') return { named: {}, input: data }
  const { skill_id, sender_did, input, ...rest } = data
  const isWhole = typeof input === 'object' && input !== null && !Array.isArray(input)
  return { named: { skill_id, sender_did }, input: isWhole ? (input as Fields) : rest }
}

function findText(sources: readonly Fields[], name: string): string | undefined {
  const found = sources.map((source) => source[name]).find((value) => value !== undefined)
  if (found === undefined || typeof found === 'string') return found
  throw new RpcError(codes.params, `The field ${name} must be a text.`)
}

/** The answer to a message that names no skill: what the bank can do, and how to ask for it. */
export function explainSkills(
  { messageId }: TaskMessage,
  contextId: string | undefined,
  skills: readonly Skill[],
): Reply {
  const lines = skills.map(({ id, name, op }) => `- ${id}: ${name}. ${op.summary}`)
  const text = [
    'Florin is a bank. It carries out tasks, and does not chat. It has these skills:',
    ...lines,
    'Send a message with the id of the skill as `skill_id` in its metadata, and the input of the skill in a data part. The agent card has the JSON Schema of each input.',
  ].join('\n')
  return {
    // The same answer to the same message.
    messageId: `${messageId}:reply`,
    role: 'agent',
    contextId,
    parts: [
      { kind: 'text', text },
      {
        kind: 'data',
        data: {
          skills: skills.map(({ id, name, op }) => ({
            id,
            name,
            description: op.summary,
            required: (op.input as { readonly required?: readonly string[] }).required ?? [],
          })),
        },
      },
    ],
  }
}
