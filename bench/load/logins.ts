// Agents that sign in: each asks for a challenge, signs it and sends the signature. The whole login is counted
// and timed: two requests and the agent's own work between them.
import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { openSocket } from './connection.ts'
import type { LoadResult, LoginPlan } from './plan.ts'
import { makeReader } from './response.ts'
import { Tally } from './tally.ts'

interface Agent {
  readonly did: string
  readonly key: KeyObject
}

export async function runLogins(plan: LoginPlan): Promise<LoadResult> {
  const agents = plan.agents.map(({ did, privateKey }) => ({
    did,
    key: createPrivateKey({ key: privateKey, format: 'pem' }),
  }))
  const tally = new Tally()
  let turn = 0
  let isCounting = false
  let isOver = false
  const nextAgent = (): Agent => agents[turn++ % agents.length]!
  const host = new URL(plan.url).host
  const { promise: broken, reject: onBroken } = Promise.withResolvers<never>()

  async function work(): Promise<() => void> {
    const socket = await openSocket(plan.url)
    let agent = nextAgent()
    let since = 0
    const ask = (): void => {
      agent = nextAgent()
      since = performance.now()
      socket.write(post(host, 'challenge', { did: agent.did }))
    }
    let isAsked = true
    const read = makeReader({
      wantsBody: () => true,
      onAnswer(status, body) {
        if (status !== 200) return onBroken(new Error(`answered ${status}: ${body}`))
        if (isAsked) {
          const { challenge } = (JSON.parse(body!) as { data: { challenge: string } }).data
          const signature = sign(null, Buffer.from(challenge), agent.key).toString('base64')
          socket.write(post(host, 'did', { did: agent.did, challenge, signature }))
        } else {
          tally.answer(status, body)
          if (isCounting) tally.count(performance.now() - since)
          if (!isOver) ask()
        }
        isAsked = !isAsked
      },
    })
    socket.on('data', read)
    socket.on('error', onBroken)
    ask()
    return () => socket.destroy()
  }

  const closers = await Promise.all(Array.from({ length: plan.connections }, work))
  const wait = (seconds: number): Promise<void> =>
    Promise.race([broken, new Promise<void>((resolve) => setTimeout(resolve, seconds * 1000))])
  try {
    await wait(plan.end.warmupSeconds)
    tally.begin()
    isCounting = true
    const startedAt = performance.now()
    await wait(plan.end.seconds)
    isCounting = false
    tally.end()
    isOver = true
    return tally.finish(performance.now() - startedAt)
  } finally {
    for (const close of closers) close()
  }
}

function post(host: string, path: string, body: object): string {
  const text = JSON.stringify(body)
  return `POST /api/agent-protocol/auth/${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
}
