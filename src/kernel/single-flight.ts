// Limits how often slow work runs, such as a count that takes longer the more there is. Calls with the same key share
// their work: at most one run is in progress and at most one more waits.
type Work<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Value>

export function singleFlight<Args extends readonly unknown[], Value>(
  keyOf: (...args: Args) => string,
  work: Work<Args, Value>,
): Work<Args, Value> {
  const running = new Map<string, Promise<Value>>()
  const waiting = new Map<string, Promise<Value>>()
  const start = (key: string, args: Args): Promise<Value> => {
    const counting = work(...args).finally(() => {
      if (running.get(key) === counting) running.delete(key)
    })
    running.set(key, counting)
    return counting
  }
  return (...args) => {
    const key = keyOf(...args)
    const current = running.get(key)
    if (!current) return start(key, args)
    // The run in progress cannot be shared: it may have begun before the caller's latest change.
    const next =
      waiting.get(key) ??
      current
        .catch(() => undefined)
        .then(() => {
          waiting.delete(key)
          return start(key, args)
        })
    waiting.set(key, next)
    return next
  }
}
