// A bound for waiting on something outside the process, which may hang without an error.

export class NoAnswer extends Error {}

/** Rejects if there is no answer in time. The answer itself goes on, and is discarded. */
export async function within<Answer>(ms: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
