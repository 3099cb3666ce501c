// Before the examples of the request log: a call of a key, which is in the log a second later.
import { expect } from 'vitest'
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  async 'request.get'({ bank, person }) {
    const key = await bank.apiKey(person, { permissions: ['read'] })
    await bank.call('GET /api/v2/webhooks', undefined, key)
    const list = async () =>
      (await bank.call('GET /api/v2/requests?credential_kind=api_key', undefined, person)).body.data
    await expect.poll(list, { timeout: 120_000 }).toHaveLength(1)
    return { id: (await list())[0].id }
  },
}
