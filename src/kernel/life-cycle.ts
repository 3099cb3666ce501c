// A life cycle is a state machine, declared once: the states of a thing, and who may take it from one to the
// next. Checks, errors, the schema of the state, the documentation and the tests follow from the declaration.
import { Type } from 'typebox'

export interface Step<State extends string = string> {
  readonly action: string
  readonly from: readonly State[]
  readonly to: State
  /** Who may take the step; 'clock' is the bank itself. */
  readonly who: readonly string[]
  /** A further condition, in words. */
  readonly guard?: string
  /** A further consequence besides the new state, in words. */
  readonly effect?: string
}

export interface Refused<State extends string = string, Action extends string = string> {
  readonly state: State
  readonly action: Action
  /** The state to which the action would have led. */
  readonly to: State
  /** The states in which the action is allowed. */
  readonly allowed: readonly State[]
}

interface Declaration<
  State extends string,
  One extends Step<State>,
  About extends readonly unknown[],
> {
  /** The kind of thing, in a word or two: 'escrow'. */
  readonly name: string
  /** In the order in which the schema lists them. */
  readonly states: readonly State[]
  /** The states in which a thing can be created. */
  readonly starts: readonly NoInfer<State>[]
  /** The final states. */
  readonly ends: readonly NoInfer<State>[]
  readonly steps: readonly One[]
  /**
   * Makes the domain's error for a step that is not allowed. It is absent, or returns undefined, for steps
   * that only the bank itself takes: a wrong one is then a bug.
   */
  refuse?(refused: Refused<NoInfer<State>, One['action']>, ...about: About): Error | undefined
}

export const defineLifeCycle = <
  const State extends string,
  const One extends Step<State>,
  About extends readonly unknown[] = [],
>(
  declared: Declaration<State, One, About>,
): LifeCycle<State, One, About> => new LifeCycle(declared)

export type StateOf<Life extends { readonly states: readonly string[] }> = Life['states'][number]
export type ActionOf<Life extends { readonly actions: readonly string[] }> = Life['actions'][number]

export class LifeCycle<
  State extends string = string,
  One extends Step<State> = Step<State>,
  About extends readonly unknown[] = readonly unknown[],
> {
  readonly name: string
  readonly states: readonly State[]
  readonly starts: readonly State[]
  readonly ends: readonly State[]
  readonly steps: readonly One[]
  readonly actions: readonly One['action'][]
  private readonly declared: Declaration<State, One, About>

  constructor(declared: Declaration<State, One, About>) {
    this.declared = declared
    this.name = declared.name
    this.states = declared.states
    this.starts = declared.starts
    this.ends = declared.ends
    this.steps = declared.steps
    this.actions = [...new Set(declared.steps.map(({ action }) => action))]
  }

  /** Undefined when the action is not allowed in that state. */
  find(state: State, action: One['action']): One | undefined {
    return this.steps.find((step) => step.action === action && step.from.includes(state))
  }

  /** The step that leads from one state to another, if there is one. */
  findBetween(state: State, to: State): One | undefined {
    return this.steps.find((step) => step.to === to && step.from.includes(state))
  }

  /** The state after the action; undefined when it is not allowed. */
  next(state: State, action: One['action']): State | undefined {
    return this.find(state, action)?.to
  }

  /** The step; throws the declared refusal when it is not allowed. */
  check(state: State, action: One['action'], ...about: About): One {
    const step = this.find(state, action)
    if (!step) throw this.refusalOf(state, action, about)
    return step
  }

  /** The same for callers that name the new state instead of an action. */
  checkBetween(state: State, to: State, ...about: About): One {
    const step = this.findBetween(state, to)
    if (step) return step
    const action = this.steps.find((one) => one.to === to)?.action
    throw action === undefined ? fault(this.name, state, to) : this.refusalOf(state, action, about)
  }

  private refusalOf(state: State, action: One['action'], about: About): Error {
    const { to } = this.steps.find((step) => step.action === action)!
    const refused = { state, action, to, allowed: this.from(action) }
    return this.declared.refuse?.(refused, ...about) ?? fault(this.name, state, action)
  }

  /** The states in which the action is allowed, for statements that change many rows at once. */
  from(action: One['action']): State[] {
    return this.steps.filter((step) => step.action === action).flatMap((step) => step.from)
  }

  who(action: One['action']): One['who'][number][] {
    const taken = this.steps.filter((step) => step.action === action)
    return [...new Set(taken.flatMap((step) => step.who))]
  }

  isEnd(state: State): boolean {
    return this.ends.includes(state)
  }

  /** The shortest list of states that leads to `to`: empty when already there, undefined when unreachable. */
  findWay(from: State, to: State): State[] | undefined {
    const ways = new Map<State, State[]>([[from, []]])
    for (const [state, way] of ways) {
      if (state === to) return way
      for (const step of this.leaving(state))
        if (!ways.has(step.to)) ways.set(step.to, [...way, step.to])
    }
    return undefined
  }

  private leaving(state: State): One[] {
    return this.steps.filter((step) => step.from.includes(state))
  }

  /** The schema of the state. */
  schema(options: { readonly $id?: string; readonly description?: string } = {}) {
    return Type.Enum([...this.states], options)
  }

  /** One line for descriptions: 'created: fund → funded, …; …'. */
  summarize(): string {
    return this.states
      .map((state) => {
        const next = this.leaving(state).map(({ action, to }) => `${action} → ${to}`)
        return `${state}: ${next.join(', ') || 'the end'}`
      })
      .join('; ')
  }

  /** The steps as a table in Markdown. */
  toTable(): string {
    const rows = this.steps.map(({ from, action, who, guard, to, effect }) => [
      from.join(', '),
      action,
      who.join(', '),
      guard ?? '',
      to,
      effect ?? '',
    ])
    return [['From', 'Action', 'Who', 'Guard', 'To', 'Effect'], Array(6).fill('---'), ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n')
  }

  /** A state diagram in Mermaid, where names of states cannot have hyphens. */
  toDiagram(): string {
    const id = (state: string): string => state.replaceAll('-', '_')
    const lines = [
      ...this.starts.map((state) => `[*] --> ${id(state)}`),
      ...this.steps.flatMap(({ from, action, to }) =>
        from.map((state) => `${id(state)} --> ${id(to)}: ${action}`),
      ),
      ...this.ends.map((state) => `${id(state)} --> [*]`),
    ]
    return ['stateDiagram-v2', ...lines.map((line) => `  ${line}`)].join('\n')
  }
}

const fault = (name: string, state: string, wanted: string): Error =>
  new Error(`a ${name} that is ${state} cannot ${wanted}`)
