// Something small that is done again and again while the process runs, and once more at its end.

/** Fits a domain's workers. What fails is told of and tried again the next time. */
export function doEvery(
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
