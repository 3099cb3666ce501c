// The process of the load generator: runs plans one after the other, answers each with its result or an error,
// and ends when its parent ends.
import { runClosedLoop } from './closed-loop.ts'
import { runOpenLoop } from './open-loop.ts'
import { runLogins } from './logins.ts'
import type { LoadResult, LoginPlan, Plan } from './plan.ts'

export type Reply = { readonly result: LoadResult } | { readonly error: string }

function choose(plan: Plan | LoginPlan): Promise<LoadResult> {
  if ('agents' in plan) return runLogins(plan)
  const { ratePerSecond } = plan
  return ratePerSecond === undefined ? runClosedLoop(plan) : runOpenLoop(plan, ratePerSecond)
}

async function run(plan: Plan | LoginPlan): Promise<Reply> {
  try {
    return { result: await choose(plan) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

process.on(
  'message',
  (plan: Plan | LoginPlan) => void run(plan).then((reply) => process.send?.(reply)),
)
process.once('disconnect', () => process.exit())
// Ctrl-C reaches every process of the terminal, but the bench decides when this one ends.
process.on('SIGINT', () => {})
