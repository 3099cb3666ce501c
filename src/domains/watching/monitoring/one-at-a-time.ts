// Counting what is about one customer takes as long as the customer has done much. Whoever asks often
// has one count under way and at most one that waits, however many ask: they share it.
type Work<Args extends readonly unknown[], Value> = (...args: Args) => Promise<Value>

export function oneAtATime<Args extends readonly unknown[], Value>(
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
    // What has begun already is too old to be shared: it may not know what the caller did last.
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
