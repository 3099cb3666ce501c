// Agents that sign in by their own keys: a challenge, a signature, a session.
import { generateKeyPairSync } from 'node:crypto'
import { atOnce, post, register } from './bank.ts'
import type { Bench } from './bench.ts'
import type { Group } from './case.ts'
import type { LoginPlan } from './load/plan.ts'
import { once } from './yardsticks.ts'

const AGENTS = 1_000
const CONNECTIONS = 64
const LOGINS_MIN = 1_000

export function listAgentGroups(bench: Bench): Group[] {
  const { florin, load, pace } = bench
  const getAgents = once(() => registerAgents(florin.url))
  return [
    {
      rounds: pace.rounds,
      cases: [
        {
          name: 'did-logins',
          title: `agents signing in by DID (challenge, signature, session), ${CONNECTIONS} connections`,
          bars: [{ kind: 'per second', atLeast: LOGINS_MIN }],
          prepare: async () => void (await getAgents()),
          measure: async () => {
            const { warmupSeconds, seconds } = pace
            const agents = await getAgents()
            const end = { warmupSeconds, seconds }
            return load.run('did-logins', {
              url: florin.url,
              agents,
              connections: CONNECTIONS,
              end,
            })
          },
        },
      ],
    },
  ]
}

async function registerAgents(url: string): Promise<LoginPlan['agents']> {
  const { token } = await register(url, 'agents@example.com')
  const agents: { did: string; privateKey: string }[] = []
  await atOnce(Array.from({ length: AGENTS }), async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const input = {
      name: 'Bench',
      type: 'service',
      public_key: publicKey.export({ format: 'jwk' }),
    }
    const path = '/api/agent-protocol/agents/register'
    const { data } = await post<{ data: { did: string } }>(url, path, input, token)
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
    agents.push({ did: data.did, privateKey: pem })
  })
  return agents
}
