// A reason not to start, in one sentence that says what to do next; shown without a stack trace.
export class StartError extends Error {
  override readonly name = 'StartError'
}
