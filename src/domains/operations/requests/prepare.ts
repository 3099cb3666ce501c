// Before the examples of the request log: a call of a key, as it would be in the log a second later.
import { environmentOf } from '../../../../test/contract/prepare/environment.ts'
import type { Preparations, Scene } from '../../../../test/contract/prepare/scene.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'

let calls = 0

async function logCall({ bank, person }: Scene): Promise<{ readonly id: string }> {
  const id = uuidv7(bank.clock.now())
  await bank.sql(
    `insert into requests.calls
       (id, user_uuid, environment, credential_kind, request_id, operation, method, path, status, error_code, duration_ms,
        address, created_at)
     values ($1, $2, $3, 'api_key', $4, 'transfer.create', 'POST', '/api/v2/transfers', 422, 'INSUFFICIENT_BALANCE', 3.5,
       '203.0.113.7', $5)`,
    [id, person.uuid, environmentOf(person), `request-${++calls}`, bank.clock.now()],
  )
  return { id }
}

export const preparations: Preparations = {
  'request.get': logCall,
  async 'request.stream'(scene) {
    await logCall(scene)
    return {}
  },
}
