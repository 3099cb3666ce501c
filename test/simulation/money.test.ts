// Random streams of everything that can be done with money, through HTTP and PostgreSQL, against an
// oracle that knows the specification and none of the code.
// SIMULATION_SEED=… runs one stream again; the seed is printed each time.
import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { describe, it } from 'vitest'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { rounds } from '../harness/rounds.ts'
import { type Command, command } from './commands.ts'
import type { Caller } from './oracle.ts'
import { Simulation, type Stage } from './simulation.ts'

const COMMANDS_MIN = rounds(200, 700)
const CHECK_EVERY = 40
const SHRINK_MS_MAX = 40_000

const given = process.env.SIMULATION_SEED
const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
process.stdout.write(`simulation seed: ${seed} (SIMULATION_SEED=${seed} runs it again)\n`)

const toCaller = (name: string, person: Person): Caller => ({
  name,
  uuid: person.uuid,
  token: person.token,
  isOperator: false,
})

async function logInOperator(bank: Bank): Promise<Caller> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = bank.env
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  const { access_token: token, user } = body.data
  return { name: 'operator', uuid: user.uuid, token, isOperator: true }
}

/** Accounts of a sandbox key are not visible to other callers. */
async function openInSandbox(bank: Bank, person: Person): Promise<string> {
  const key = await bank.call(
    'POST /api/v2/api-keys',
    { name: 'Sandbox', permissions: ['read', 'write'], environment: 'sandbox' },
    person,
  )
  const { body } = await bank.call(
    'POST /api/v2/accounts',
    { name: 'Sandbox', initial_balance: 1_000 },
    { token: key.body.data.api_key },
  )
  return body.data.uuid
}

async function setStage(nodes: Stage['nodes'], feeBasisPoints: number): Promise<Stage> {
  const [ada, bob] = [await nodes[0].person(), await nodes[0].person()]
  return {
    nodes,
    people: [toCaller('ada', ada), toCaller('bob', bob)],
    operator: await logInOperator(nodes[0]),
    sandboxAccount: await openInSandbox(nodes[0], ada),
    feeBasisPoints,
  }
}

/** Streams of up to 300 commands until there were enough; each begins with accounts of its own. */
async function simulate(stage: Stage): Promise<void> {
  let performed = 0
  let shrinkUntil = Infinity
  const stream = fc.asyncProperty(
    fc.array(command, { minLength: 1, maxLength: 300, size: 'max' }),
    async (commands) => {
      // Shorter streams are tried for a while; the shortest that failed by then is shown.
      if (performance.now() > shrinkUntil) return
      try {
        performed += await perform(commands, stage)
      } catch (error) {
        shrinkUntil = Math.min(shrinkUntil, performance.now() + SHRINK_MS_MAX)
        throw error
      }
    },
  )
  for (let run = 0; ; run++) {
    await fc.assert(stream, { seed: seed + run, numRuns: 1 })
    if (performed >= COMMANDS_MIN) return
  }
}

async function perform(commands: readonly Command[], stage: Stage): Promise<number> {
  const simulation = await Simulation.begin(stage)
  for (const [index, each] of commands.entries()) {
    await simulation.perform(each)
    if (index % CHECK_EVERY === CHECK_EVERY - 1) await simulation.check()
  }
  await simulation.check()
  return commands.length
}

describe('the bank agrees with the oracle', () => {
  it('on one node', async () => {
    const bank = await startBank()
    try {
      await simulate(await setStage([bank], 0))
    } finally {
      await bank.stop()
    }
  }, 180_000)

  it('on two nodes that share a database, where a fee is charged', async () => {
    const env = { TRANSFER_FEE_BASIS_POINTS: '30' }
    const one = await startBank({ env })
    const two = await startBank({ env, address: one.address, clock: one.clock })
    try {
      await simulate(await setStage([one, two], 30))
    } finally {
      await two.stop()
      await one.stop()
    }
  }, 180_000)
})
