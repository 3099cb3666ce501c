// An error that prevents the start. Its message is one sentence with the next step, shown without a stack trace.
export class StartError extends Error {
  override readonly name = 'StartError'
}
