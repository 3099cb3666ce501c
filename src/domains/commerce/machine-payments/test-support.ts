// A payer and a facilitator, implemented independently of the bank.
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { PrivateKeyAccount } from 'viem/accounts'
import { getNetwork } from './x402/networks.ts'
import { type Authorization, type Requirement, toTypedData } from './x402/protocol.ts'

export async function signPayment(
  payer: PrivateKeyAccount,
  requirement: Requirement,
  now: Date,
  change: Partial<Authorization> = {},
) {
  const seconds = Math.floor(now.getTime() / 1000)
  const authorization: Authorization = {
    from: payer.address,
    to: requirement.payTo,
    value: requirement.amount,
    validAfter: String(seconds - 600),
    validBefore: String(seconds + requirement.maxTimeoutSeconds),
    nonce: `0x${randomBytes(32).toString('hex')}`,
    ...change,
  }
  const { chain_id } = getNetwork(requirement.network)
  const signature = await payer.signTypedData(toTypedData(authorization, requirement, chain_id!))
  return {
    x402Version: 2,
    accepted: requirement,
    payload: { signature: signature as string, authorization },
  }
}

export interface FacilitatorDouble {
  readonly url: string
  readonly calls: { readonly path: string; readonly body: Record<string, unknown> }[]
  /** What it answers to a path, until it is removed; 0 disconnects, 1 waits. */
  /** Those that wait: each is answered as usual when it is called. */
  readonly held: (() => void)[]
  readonly answers: Map<string, { readonly status: number; readonly body: object }>
  close(): Promise<void>
}

/** A facilitator outside the bank. */
export async function startFacilitator(): Promise<FacilitatorDouble> {
  const calls: FacilitatorDouble['calls'] = []
  const answers: FacilitatorDouble['answers'] = new Map()
  const held: FacilitatorDouble['held'] = []
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url!
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>
      calls.push({ path, body })
      const usual =
        path === '/verify'
          ? { isValid: true }
          : { success: true, transaction: `0x${'ab'.repeat(32)}`, network: 'eip155:8453' }
      const { status, body: answer } = answers.get(path) ?? { status: 200, body: usual }
      if (status === 0) return void request.socket.destroy()
      if (status === 1) return void held.push(() => response.end(JSON.stringify(usual)))
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    held,
    answers,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
