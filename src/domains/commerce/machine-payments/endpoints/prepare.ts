// Before the examples of priced endpoints: an endpoint, a payment for it, a spending limit.
import { randomUUID } from 'node:crypto'
import { environmentOf } from '../../../../../test/contract/prepare/environment.ts'
import {
  type Preparations,
  type Prepare,
  type Rows,
  having,
} from '../../../../../test/contract/prepare/scene.ts'

let paths = 0
export const nextPath = () => ({ path: `/sold/example-${++paths}` })

const ofEndpoint: Prepare = async ({ make }) => ({
  id: (await make('x402_endpoint.create')).data.id,
})

let robots = 0
/** Owners choose these names, so that the same could be there twice. */
export const nextRobot = () => ({ agent_id: `robot-${++robots}` })

const ofLimit: Prepare = async ({ make }) => ({
  agent_id: (await make('x402_limit.set', nextRobot())).data.agentId,
})

export const preparations: Preparations = {
  'x402_endpoint.create': nextPath,
  'x402_endpoint.get': ofEndpoint,
  'x402_endpoint.update': async (scene) => ({ ...(await ofEndpoint(scene)), ...nextPath() }),
  'x402_endpoint.delete': ofEndpoint,
  async 'x402_payment.get'({ bank, person }) {
    const id = randomUUID()
    await bank.sql(
      `insert into x402.payments (id, environment, user_uuid, endpoint_id, endpoint, pay_to, amount, network,
         asset, scheme, test_mode, status, created_at)
       values ($1, $4, $2, $1, 'GET /x', '0x', 50000, 'eip155:8453', 'USDC', 'exact', true, 'verified', $3)`,
      [id, person.uuid, bank.clock.now(), environmentOf(person)],
    )
    return { id }
  },
  'x402_limit.get': ofLimit,
  'x402_limit.update': ofLimit,
  'x402_limit.delete': ofLimit,
}

export const rows: Rows = {
  'x402_endpoint.list': having('x402_endpoint.create'),
  'x402_limit.list': ({ make }) => make('x402_limit.set', nextRobot()),
}
