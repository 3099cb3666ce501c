// Repeats a small task at an interval while the process runs, and once more when it stops.

/** Makes a worker for a domain. An error is reported, and the task runs again at the next interval. */
export function repeatEvery(
  intervalMs: number,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): { start(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined
  const run = () => work().catch(onError)
  return {
    start() {
      timer = setInterval(() => void run(), intervalMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await run()
    },
  }
}
