// The reason of an error as words in a sentence.

/** Without its stack; the errors of sockets have the reason in a list, a cause or their code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  if (error.message !== '' && error.message !== 'fetch failed')
    return error.message.replace(/\.$/, '')
  return inner === undefined
    ? ((error as NodeJS.ErrnoException).code ?? error.name)
    : reasonOf(inner)
}
