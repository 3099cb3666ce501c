// Runs GraphQL queries: root fields are operations and go through the pipeline like every other call, with the rights of
// the caller, an idempotency key for each write, and the paywall of the REST route that does the same.
import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLSchema,
  getVariableValues,
  OperationTypeNode,
} from 'graphql'
import { endable } from '../../kernel/cancellable-stream.ts'
import { readJson } from '../../kernel/json.ts'
import { type AnyOperation, isWrite } from '../../operation/operation.ts'
import { type Paywall, refuseSold } from '../../operation/paywall.ts'
import type { Run } from '../../operation/pipeline.ts'
import type { Registry } from '../../operation/registry.ts'
import { Budget, countFields, tooLong } from './budget.ts'
import type { AskedBy, GraphContext } from './context.ts'
import type { Variables } from './cost.ts'
import type { Query } from './documents.ts'
import { toShownError } from './errors.ts'
import { describeSchema } from './introspection.ts'
import { listSubscriptions } from './placement.ts'
import { toGraphqlSchema } from './schema.ts'
import type { SubscriptionItem } from './subscriptions.ts'

export interface EngineOptions {
  readonly registry: Registry
  readonly run: Run
  readonly paywall: Paywall
  readonly onUnexpected: (cause: unknown, requestId: string) => void
}

export interface Request {
  readonly query: Query
  readonly variables: Variables
  readonly context: AskedBy
}

export class Engine {
  private readonly options: EngineOptions
  private made: GraphQLSchema | undefined

  constructor(options: EngineOptions) {
    this.options = options
  }

  /** Made at the first query, because it takes longer than most of the start of the bank. */
  get schema(): GraphQLSchema {
    return (this.made ??= countFields(
      toGraphqlSchema({
        domains: this.options.registry.domains,
        resolve: (op, input, context, name) =>
          this.perform(op, input, context as GraphContext, name),
      }),
    ))
  }

  async execute(request: Request): Promise<ExecutionResult> {
    return request.query.size.isIntrospection ? this.describe(request) : this.run(request)
  }

  private describe({ query, variables, context }: Request): ExecutionResult {
    const declared = query.operation.variableDefinitions ?? []
    const { errors, coerced } = getVariableValues(this.schema, declared, { ...variables })
    if (errors) return this.show({ errors }, context)
    try {
      const data = describeSchema(this.schema, { ...query, variables: coerced })
      return data ? { data } : { errors: [tooLong(false)] }
    } catch (error) {
      // A variable that is null where a value is needed is found only now.
      if (error instanceof GraphQLError) return this.show({ errors: [error] }, context)
      throw error
    }
  }

  /** Makes one answer; `rootValue` is the item of a subscription. */
  private async run(request: Request, rootValue?: unknown): Promise<ExecutionResult> {
    const context = toContext(request.context)
    const result = await execute({ ...this.toArguments(request, context), rootValue })
    if (!context.budget.isExceeded) return this.show(result, request.context)
    const { operation } = request.query.operation
    return { errors: [tooLong(operation === OperationTypeNode.MUTATION)] }
  }

  /**
   * Opens a subscription. Each item is one answer with the id of its event; undefined is a heartbeat. Refused
   * subscriptions are one answer with errors.
   */
  async subscribe(
    request: Request,
  ): Promise<ExecutionResult | AsyncGenerator<ExecutionResult | undefined>> {
    const opened = await createSourceEventStream(
      this.toArguments(request, toContext(request.context)),
    )
    if (!(Symbol.asyncIterator in opened)) return this.show(opened, request.context)
    const items = opened as AsyncGenerator<SubscriptionItem | undefined>
    const answers = this.excuse(this.answer(items, request), request.context)
    return endable(answers, () => void items.return(undefined))
  }

  /** A subscription that fails says no more of the cause than any other call. */
  private async *excuse(
    answers: AsyncGenerator<ExecutionResult | undefined>,
    context: AskedBy,
  ): AsyncGenerator<ExecutionResult | undefined> {
    try {
      yield* answers
    } catch (error) {
      const failure = new GraphQLError('The subscription failed.', {
        originalError: error as Error,
      })
      yield this.show({ errors: [failure] }, context)
    }
  }

  private async *answer(
    items: AsyncIterable<SubscriptionItem | undefined>,
    request: Request,
  ): AsyncGenerator<ExecutionResult | undefined> {
    let last: string | null = null
    let isOver = false
    const isLast = this.lastOf(request.query)
    for await (const item of items) {
      if (!item) {
        yield undefined
        continue
      }
      const result = await this.run(request, item)
      last = item.event_id ?? last
      isOver = isLast(item.data)
      yield { ...result, extensions: { event_id: item.event_id } }
    }
    if (!isOver) yield { errors: [ended(last)] }
  }

  /** Some subscriptions have an end, such as that of a transfer. */
  private lastOf({ operation }: Query): (data: unknown) => boolean {
    const [field] = operation.selectionSet.selections
    const name = field && 'name' in field ? field.name.value : undefined
    const { domains } = this.options.registry
    const followed = listSubscriptions(domains).find(({ options }) => options.field === name)
    return followed?.options.isLast ?? (() => false)
  }

  private toArguments({ query, variables }: Request, context: GraphContext): ExecutionArgs {
    return {
      schema: this.schema,
      document: query.document,
      operationName: query.operation.name?.value ?? null,
      variableValues: variables ?? null,
      contextValue: context,
    }
  }

  private show(result: ExecutionResult, { requestId }: AskedBy): ExecutionResult {
    if (!result.errors) return result
    const report = (cause: unknown) => this.options.onUnexpected(cause, requestId)
    return {
      ...result,
      errors: result.errors.map((error) => toShownError(error, requestId, report)),
    }
  }

  private async perform(
    op: AnyOperation,
    input: object,
    context: GraphContext,
    responseName: string,
  ): Promise<unknown> {
    // The paywall asks for a payment, which only REST can take.
    await refuseSold(this.options.paywall, op, input, context.caller)
    const { output, text } = await this.options.run(op, {
      caller: context.caller,
      input,
      requestId: context.requestId,
      idempotencyKey: isWrite(op) ? keyOf(context, responseName) : undefined,
      traceParent: context.traceParent,
      traced: context.traced,
      seen: context.seen,
      recognizeAgain: context.recognizeAgain,
    })
    return output === undefined && text !== undefined ? readJson(text) : output
  }
}

/** A key names one write; with several in a request, the name of the field in the answer distinguishes them. */
const keyOf = ({ idempotencyKey, writes }: AskedBy, responseName: string) =>
  idempotencyKey === undefined || idempotencyKey === '' || writes < 2
    ? idempotencyKey
    : `${idempotencyKey}:${responseName}`

const toContext = (asked: AskedBy): GraphContext => ({
  ...asked,
  loaders: new Map(),
  budget: new Budget(),
})

const ended = (last: string | null): GraphQLError =>
  new GraphQLError(
    'The live updates ended. Subscribe again, with `after` set to the last event, to miss nothing.',
    { extensions: { code: 'SUBSCRIPTION_ENDED', category: 'conflict', last_event_id: last } },
  )
