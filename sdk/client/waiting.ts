// Waiting between two tries.

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))

/** Throws the reason of the signal as soon as it is aborted. */
export async function waitUnlessAborted(
  waiting: Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  if (!signal) return waiting
  let stop = (): void => {}
  const aborted = new Promise<void>((resolve) => {
    stop = resolve
    signal.addEventListener('abort', stop, { once: true })
  })
  await Promise.race([waiting, aborted])
  signal.removeEventListener('abort', stop)
  signal.throwIfAborted()
}
