// An error that prevents the start. Its message is one sentence with the next step, shown without a stack trace.
export class StartError extends Error {
  override readonly name = 'StartError'
  /** With what the process exits. */
  readonly exitCode: number = 1
}

/** A command line that cannot be understood. */
export class UsageError extends StartError {
  override readonly exitCode = 2
}
