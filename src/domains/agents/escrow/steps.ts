// A life cycle as a list of steps, said once: guards ask it, refusals quote it, the documentation shows
// it and the tests walk through every pair of state and operation that is in it, and that is not.

/** What a step does to the reserved money. */
type Money = 'none' | 'reserve' | 'keep' | 'pay' | 'refund' | 'share'

export interface Step<
  Status extends string = string,
  Operation extends string = string,
  Role extends string = string,
> {
  readonly from: Status
  readonly operation: Operation
  readonly to: Status
  /** Who may; the clock is the bank itself. */
  readonly who: readonly (Role | 'clock')[]
  /** What must hold besides, in words. */
  readonly guard: string
  readonly money: Money
  readonly effect: string
}

export function defineLifeCycle<
  Status extends string,
  Operation extends string,
  Role extends string,
>(
  statuses: readonly Status[],
  operations: readonly Operation[],
  steps: readonly Step<Status, Operation, Role>[],
) {
  return {
    statuses,
    operations,
    steps,
    /** Undefined when it may not happen in that state. */
    find: (status: Status, operation: Operation) =>
      steps.find((step) => step.from === status && step.operation === operation),
    /** The states in which it may happen. */
    from: (operation: Operation): Status[] =>
      steps.filter((step) => step.operation === operation).map((step) => step.from),
    who: (operation: Operation): (Role | 'clock')[] => [
      ...new Set(steps.filter((step) => step.operation === operation).flatMap((step) => step.who)),
    ],
    /** As a table for people. */
    describe: (): string =>
      [
        ['From', 'Operation', 'Who', 'Guard', 'To', 'Effect'],
        ['---', '---', '---', '---', '---', '---'],
        ...steps.map((step) => [
          step.from,
          step.operation,
          step.who.join(', '),
          step.guard,
          step.to,
          step.effect,
        ]),
      ]
        .map((cells) => `| ${cells.join(' | ')} |`)
        .join('\n'),
    /** 'created: fund → funded, …; …' */
    summarize: (): string =>
      statuses
        .map((status) => {
          const next = steps
            .filter((step) => step.from === status)
            .map((step) => `${step.operation} → ${step.to}`)
          return `${status}: ${next.join(', ') || 'the end'}`
        })
        .join('; '),
  }
}
