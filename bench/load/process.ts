// The process of the load generator: runs plans one after the other, answers each with its result or an error,
// and ends when its parent ends.
import { runClosedLoop } from './closed-loop.ts'
import { runOpenLoop } from './open-loop.ts'
import { runLogins } from './logins.ts'
import { runOverload } from './overload-loop.ts'
import type { AnyPlan, LoadResult } from './plan.ts'
import type { Mark } from './tally.ts'

/** Marks come before the reply to their plan. */
export type Message = Reply | Mark

export type Reply = { readonly result: LoadResult } | { readonly error: string }

function choose(plan: AnyPlan): Promise<LoadResult> {
  if ('agents' in plan) return runLogins(plan)
  if ('calm' in plan) return runOverload(plan)
  const { ratePerSecond } = plan
  return ratePerSecond === undefined ? runClosedLoop(plan) : runOpenLoop(plan, ratePerSecond)
}

async function run(plan: AnyPlan): Promise<Reply> {
  try {
    return { result: await choose(plan) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

process.on('message', (plan: AnyPlan) => void run(plan).then((reply) => process.send?.(reply)))
process.once('disconnect', () => process.exit())
// Ctrl-C reaches every process of the terminal, but the bench decides when this one ends.
process.on('SIGINT', () => {})
