// What is wrong with a NACHA file: the line, the record, the field with its columns, and the reason in a sentence.

export interface Problem {
  /** An error makes the file unusable; a warning names a deviation that changes neither money nor receiver. */
  readonly severity: 'error' | 'warning'
  /** Line of the file, from 1. In a file without line breaks it is the number of the record. */
  readonly line: number
  /** Kind of record, such as "entry" or "batch control"; "file" when no single record is to blame. */
  readonly record: string
  /** Name of the field, such as "entryHash"; absent when the whole record is meant. */
  readonly field?: string
  /** Columns of the field, from 1, such as "11-20". */
  readonly positions?: string
  readonly reason: string
}

/** A problem as one sentence, as users see it. */
export function describeProblem(problem: Problem): string {
  const { positions } = problem
  const word = positions?.includes('-') === true ? 'columns' : 'column'
  const columns = positions === undefined ? '' : ` (${word} ${positions})`
  const field = problem.field === undefined ? '' : `, ${problem.field}`
  return `Line ${problem.line}, ${problem.record}${field}${columns}: ${problem.reason}`
}

/** Thrown by the reader for the first error of a file, and by the writer for a value that does not fit into one. */
export class NachaError extends Error {
  readonly line: number
  readonly record: string
  readonly field: string | undefined
  readonly positions: string | undefined
  readonly reason: string
  /** Everything found, the first error included. */
  readonly problems: readonly Problem[]

  constructor(problem: Problem, problems: readonly Problem[] = [problem]) {
    super(describeProblem(problem))
    this.name = 'NachaError'
    this.line = problem.line
    this.record = problem.record
    this.field = problem.field
    this.positions = problem.positions
    this.reason = problem.reason
    this.problems = problems
  }
}

/** A hostile file could have a problem in every column: beyond this many nothing more is kept. */
const MAX_PROBLEMS = 1000

/** Gathers the problems of one file. */
export class Problems {
  readonly found: Problem[] = []
  #errors = 0

  add(problem: Problem): void {
    if (problem.severity === 'error') this.#errors += 1
    if (this.found.length < MAX_PROBLEMS) this.found.push(problem)
    // An error is never lost behind a thousand warnings.
    else if (problem.severity === 'error' && this.#errors === 1) this.found.push(problem)
  }

  get hasErrors(): boolean {
    return this.#errors > 0
  }
}
