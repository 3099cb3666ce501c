// One turn of a conversation: understand the message, answer it with the caller's rights, word the answer, and store
// both. Everything that takes long happens before the transaction that stores them.
import type { Logger } from 'pino'
import { dayOf } from '../../../kernel/days.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { ownerOf } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Run } from '../../../operation/pipeline.ts'
import type { Database } from '../../../platform/database.ts'
import type { TransferOptions } from '../../core/transfers/index.ts'
import { type Answered, answers } from './answers/service.ts'
import { mergeContext, showContext, toAsked, toTitle } from './context.ts'
import { fill } from './answers/draft.ts'
import { execute } from './proposals/execution.ts'
import { ConversationBusy, ConversationFull, UnknownConversation } from './errors.ts'
import type { Frame } from './interpretation/frame.ts'
import { type LanguageModel, type ModelRequest } from './model/language-model.ts'
import { readModelAnswer, toInterpretationRequest } from './model/interpretation.ts'
import { applyParaphrase, toParaphraseRequest } from './model/paraphrase.ts'
import { Performer, Refused } from './answers/performer.ts'
import { cancelOpen, expireOpen, insertProposal } from './proposals/store.ts'
import * as proposals from './proposals/service.ts'
import { type ChatReply, type ChatRequest, CONVERSATIONS_MAX, MESSAGES_MAX } from './schema.ts'
import * as sentences from './answers/standard-replies.ts'
import {
  type ConversationRow,
  findConversation,
  insertConversation,
  insertMessages,
  lockConversation,
  type Owner,
  pruneConversations,
  updateConversation,
} from './store.ts'
import { claimTurn, countModelCall, endTurn } from './turn-store.ts'
import {
  READ_MAX,
  interpretMessage,
  type Interpretation,
  type InterpreterContext,
} from './interpretation/interpreter.ts'

export interface AssistantOptions extends proposals.ProposalOptions {
  readonly database: Pick<Database, 'write'>
  readonly transfers: TransferOptions
  readonly run: Run
  readonly log: Logger
  readonly model: LanguageModel | undefined
  readonly modelCallsPerDay: number
}

/** An answer that is not stored yet. */
export interface Prepared {
  readonly conversation_id: string
  /** The number of messages when the answer was given; undefined for a new conversation. */
  readonly after: number | undefined
  readonly response: string
  readonly confidence: number
  readonly tools_used: string[]
  readonly frame: Frame | null
  readonly context: Readonly<Record<string, unknown>>
  readonly act: proposals.Act | undefined
}

/** Longer than any turn can take; a turn that ends releases its claim at once. */
const TURN_MS = 180_000
const RETRY_SECONDS = 2
const TEMPERATURE = 0.7
/** Below this, a language model is asked what the message means. */
const UNSURE = 0.6
const RESPONSE_LENGTH_MAX = 8_000

export class Assistant {
  private readonly options: AssistantOptions

  constructor(options: AssistantOptions) {
    this.options = options
  }

  /** Answers a message without storing it; one message of a user at a time. */
  async answer(input: ChatRequest, ctx: Context): Promise<Prepared> {
    const owner = ownerOf(ctx)
    const { write } = this.options.database
    const token = uuidv7(ctx.now)
    const until = new Date(ctx.now.getTime() + TURN_MS)
    if (!(await claimTurn(write, { ...owner, token, now: ctx.now, until })))
      throw ConversationBusy({ retry_after: RETRY_SECONDS })
    try {
      return await this.answerAlone(input, ctx, owner)
    } finally {
      await endTurn(write, { ...owner, token })
    }
  }

  private async answerAlone(input: ChatRequest, ctx: Context, owner: Owner): Promise<Prepared> {
    const { conversation_id } = input
    const before =
      conversation_id === undefined
        ? undefined
        : await findConversation(ctx.tx, owner, conversation_id)
    if (conversation_id !== undefined && !before) throw UnknownConversation({ conversation_id })
    checkRoom(before)
    const turn: proposals.Turn = {
      by: new Performer(this.options.run, ctx.caller, ctx.requestId),
      owner,
      conversation_id: before?.id ?? uuidv7(ctx.now),
      now: ctx.now,
      db: ctx.tx,
      codes: new Set(this.options.assets.list().map(({ code }) => code)),
    }
    const context = mergeContext(before?.context, input.context)
    const understood = await this.understand(input.message, before?.frame ?? undefined, turn)
    const answered = await this.reply(input, understood, context, turn)
    const frame = answered.frame ?? before?.frame ?? null
    return {
      conversation_id: turn.conversation_id,
      after: before?.messages,
      response: fill(answered).slice(0, RESPONSE_LENGTH_MAX),
      confidence: understood.confidence,
      tools_used: turn.by.used,
      frame,
      context,
      act: answered.act,
    }
  }

  private async understand(
    message: string,
    frame: Frame | undefined,
    { now, codes, owner }: proposals.Turn,
  ): Promise<Interpretation> {
    const world: InterpreterContext = { now, codes }
    const understood = interpretMessage(message, frame, world)
    if (understood.confidence >= UNSURE) return understood
    const said = await this.ask(toInterpretationRequest(message, frame, world), owner, now)
    return (said !== undefined && readModelAnswer(said, message, world)) || understood
  }

  /** What the model answers; undefined when there is none, it failed, or the user's daily quota is used up. */
  private async ask(request: ModelRequest, owner: Owner, now: Date): Promise<string | undefined> {
    const { model, database, modelCallsPerDay, log } = this.options
    if (!model) return undefined
    const day = dayOf(now)
    if (!(await countModelCall(database.write, owner, day, modelCallsPerDay))) return undefined
    try {
      return await model.complete(request)
    } catch (error) {
      // The message of the error may contain what the user wrote.
      const name = error instanceof Error ? error.name : 'unknown'
      log.warn({ error: name }, 'the language model failed; the bank answers in its own words')
      return undefined
    }
  }

  private async reply(
    input: ChatRequest,
    understood: Interpretation,
    context: Readonly<Record<string, unknown>>,
    turn: proposals.Turn,
  ): Promise<proposals.Proposed & { readonly frame?: Frame }> {
    const { message } = input
    try {
      switch (understood.topic) {
        case 'transfer':
          return await proposals.propose(message, turn, this.options)
        case 'confirm':
          return await proposals.confirm(message, turn, this.options)
        case 'assent':
          return (await proposals.assent(turn, this.options)) ?? sentences.nothingToConfirm
        case 'cancel':
          return (await proposals.cancel(turn, this.options)) ?? sentences.nothingToCancel
        case 'greeting':
          return sentences.greeting
        case 'help':
          return sentences.help(turn.by.caller)
        case 'unsupported':
          return sentences.unsupported(turn.by.caller)
        case 'unknown':
          return sentences.unknown(understood.not_understood, turn.by.caller)
        default:
          return await this.read({ ...understood, topic: understood.topic }, input, context, turn)
      }
    } catch (error) {
      if (error instanceof Refused) return sentences.refused(error)
      throw error
    }
  }

  private async read(
    understood: Interpretation & Pick<Frame, 'topic'>,
    { message, temperature = TEMPERATURE }: ChatRequest,
    context: Readonly<Record<string, unknown>>,
    turn: proposals.Turn,
  ): Promise<Answered> {
    const answered = await answers[understood.topic](
      toAsked(understood, message, context, turn.codes),
      turn.by,
      this.options,
    )
    const noted: Answered = {
      ...answered,
      ...sentences.withNotes(answered, understood, message.length > READ_MAX),
    }
    const request = toParaphraseRequest(message, noted, temperature)
    const wording = await this.ask(request, turn.owner, turn.now)
    return wording === undefined ? noted : { ...noted, ...applyParaphrase(noted, wording) }
  }

  /** Stores the message and its answer, and does what was decided, unless another message came in between. */
  async keep(input: ChatRequest, ctx: Context, prepared: Prepared): Promise<ChatReply> {
    const owner = ownerOf(ctx)
    const { conversation_id: id, after, frame, context, confidence } = prepared
    if (after === undefined) {
      const title = toTitle(input.message)
      await insertConversation(ctx.tx, { ...owner, id, title, now: ctx.now })
    }
    const row = await lockConversation(ctx.tx, owner, id)
    if (!row) throw UnknownConversation({ conversation_id: id })
    if (row.messages !== (after ?? 0)) throw ConversationBusy({ retry_after: RETRY_SECONDS })
    const { response, tools_used } = await this.act(prepared, ctx)
    const message_id = uuidv7(ctx.now)
    const common = { conversation_id: id, created_at: ctx.now }
    const question = { role: 'user' as const, content: input.message, confidence: null }
    const answer = { role: 'assistant' as const, content: response, confidence }
    await insertMessages(ctx.tx, [
      { ...common, ...question, id: uuidv7(ctx.now), number: row.messages + 1, tools_used: [] },
      { ...common, ...answer, id: message_id, number: row.messages + 2, tools_used },
    ])
    const messages = row.messages + 2
    await updateConversation(ctx.tx, { id, context, frame, messages, now: ctx.now })
    await pruneConversations(ctx.tx, owner, CONVERSATIONS_MAX)
    return {
      conversation_id: id,
      message_id,
      response,
      confidence,
      tools_used,
      context: showContext(context, frame),
    }
  }

  private async act(
    { act, conversation_id, response, tools_used }: Prepared,
    ctx: Context,
  ): Promise<Pick<ChatReply, 'response' | 'tools_used'>> {
    if (act === undefined) return { response, tools_used }
    if (act !== 'cancel' && 'execute' in act) {
      const executed = await execute(act.execute, ctx, this.options.transfers)
      const used = executed.isDone ? [...tools_used, 'payment.transfer'] : tools_used
      return { response: fill(executed), tools_used: used }
    }
    await expireOpen(ctx.tx, ctx.now, conversation_id)
    await cancelOpen(ctx.tx, conversation_id, ctx.now)
    if (act !== 'cancel')
      await insertProposal(ctx.tx, {
        ...ownerOf(ctx),
        ...act.propose,
        conversation_id,
        created_at: ctx.now,
      })
    return { response, tools_used }
  }
}

function checkRoom(row: ConversationRow | undefined): void {
  if (row && row.messages + 2 > MESSAGES_MAX) throw ConversationFull({ messages: MESSAGES_MAX })
}
