// Finds out what a command changed, for its audit record: its subject is read before and after, in the transaction of the
// command, usually by the query that shows it to callers, so that nothing is recorded that is not shown. A command that
// creates (status 201) needs no reading: its answer is what it created. That applies to commands of operators and to those
// that give access; others are compared if they declare a subject.
import { type Change, compare } from './changes.ts'
import { AppError } from './error.ts'
import { type AnyOperation, type Context, type OperationName, parseRoute } from './operation.ts'
import { shapeOf } from './shape.ts'
import { lockSubject } from './store.ts'

/** Runs the command; `answerOf` reduces its result to the declared output, `find` finds a declared operation. */
export async function runCompared(
  op: AnyOperation,
  input: object,
  ctx: Context,
  run: () => Promise<unknown>,
  {
    answerOf,
    find,
  }: {
    readonly answerOf: (result: unknown) => unknown
    readonly find: (name: OperationName) => AnyOperation
  },
): Promise<{ readonly result: unknown; readonly changes?: readonly Change[] }> {
  if (op.subject && op.subject !== 'answer') {
    const read = readerOf(op.subject, input, ctx, find)
    await lockSubject(ctx.tx, keyOf(op, input, ctx))
    const before = await read()
    const result = await run()
    const after = await read()
    // It cannot be read by this caller, so nothing is known about it.
    return before === undefined && after === undefined
      ? { result }
      : { result, changes: compare(before, after) }
  }
  const result = await run()
  if (!recordsAnswer(op)) return { result }
  return { result, changes: compare(undefined, contentOf(answerOf(result))) }
}

/** Whether its answer is recorded as what it created. */
export const recordsAnswer = (op: AnyOperation): boolean =>
  op.subject === 'answer' ||
  (op.kind === 'command' &&
    op.subject === undefined &&
    op.exempt?.subject === undefined &&
    isOfInterest(op) &&
    op.rest[0]?.status === 201)

/** Whether an auditor asks what it changed: it is done by operators, or gives access that outlives the call. */
export const isOfInterest = ({ auth, issues }: Pick<AnyOperation, 'auth' | 'issues'>): boolean =>
  (auth !== 'public' && auth.some(({ scope }) => scope === 'admin')) ||
  issues === 'credential' ||
  issues === 'access' ||
  issues === 'secret'

/** Operations of one noun on the same thing wait for each other. */
const keyOf = ({ name, rest }: AnyOperation, input: object, { caller }: Context): string => {
  const fields = input as Readonly<Record<string, unknown>>
  const ids = rest[0] ? parseRoute(rest[0].route).params.map((param) => fields[param]) : []
  const which = ids.length > 0 ? ids.join(' ') : (caller.user ?? '')
  return `subject ${name.split('.')[0]} ${caller.environment} ${which}`
}

/** What the command refuses, it refuses itself: a subject that cannot be read is none. */
function readerOf(
  subject: Exclude<AnyOperation['subject'], 'answer' | undefined>,
  input: object,
  ctx: Context,
  find: (name: OperationName) => AnyOperation,
): () => Promise<object | undefined> {
  const read =
    typeof subject === 'string'
      ? askerOf(find(subject), input, ctx)
      : () => subject.read(input, ctx)
  return async () => {
    try {
      return await read()
    } catch (error) {
      if (error instanceof AppError) return undefined
      throw error
    }
  }
}

/** Asks a query with those fields of the command's input that it takes. */
function askerOf(query: AnyOperation, input: object, ctx: Context) {
  const taken = Object.entries(input).filter(([name]) => name in query.input.properties)
  const asked = shapeOf(query.input).read(Object.fromEntries(taken))
  return async (): Promise<object | undefined> =>
    'value' in asked
      ? contentOf(shapeOf(query.output).pick(await query.handler(asked.value, ctx, undefined)))
      : undefined
}

/** What an answer is about, without its envelope. */
function contentOf(answer: unknown): object | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const { data } = answer as { readonly data?: unknown }
  return typeof data === 'object' && data !== null ? data : answer
}
