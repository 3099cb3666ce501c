// Before the examples of the request log: a call of a key, which is in the log a second later.
import { expect } from 'vitest'
import type { Preparations, Scene } from '../../../../test/contract/prepare/scene.ts'

async function makeCall({ bank, person }: Scene): Promise<{ readonly id: string }> {
  const key = await bank.apiKey(person, { permissions: ['read'] })
  await bank.call('GET /api/v2/webhooks', undefined, key)
  const list = async () =>
    (await bank.call('GET /api/v2/requests?credential_kind=api_key', undefined, person)).body.data
  await expect.poll(async () => (await list()).length, { timeout: 120_000 }).toBeGreaterThan(0)
  return { id: (await list())[0].id }
}

export const preparations: Preparations = {
  'request.get': makeCall,
  async 'request.stream'(scene) {
    await makeCall(scene)
    return {}
  },
}
