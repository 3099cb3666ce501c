// A stream that ends at once when its reader cancels it. A generator that waits for its next item cannot end before it
// has one, and would still yield it.

/** `onEnd` is called once, when the reader ends the stream; it must make `items` stop waiting. */
export function endable<T>(items: AsyncGenerator<T>, onEnd: () => void): AsyncGenerator<T> {
  const over: IteratorResult<T> = { done: true, value: undefined }
  let isOver = false
  let answer: ((result: IteratorResult<T>) => void) | undefined
  const end = (): void => {
    if (isOver) return
    isOver = true
    answer?.(over)
    onEnd()
    // The pending item may still fail; the reader is gone, so the error is ignored.
    items.return(undefined).catch(() => {})
  }
  return {
    next: () =>
      isOver
        ? Promise.resolve(over)
        : new Promise((resolve, reject) => {
            answer = resolve
            items.next().then(resolve, reject)
          }),
    async return() {
      end()
      return over
    },
    async throw(error) {
      end()
      throw error
    },
    [Symbol.asyncIterator]() {
      return this
    },
    async [Symbol.asyncDispose]() {
      end()
    },
  }
}
