// Before the examples of API keys: a key of the caller, or of another user.
import type { LiveOnly, Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

const ofKey: Prepare = async ({ make }) => ({ id: (await make('api_key.create')).data.uuid })

export const preparations: Preparations = {
  async 'api_key.list_of_user'({ bank, send }) {
    const person = await bank.person()
    await send('api_key.create', {}, person)
    return { uuid: person.uuid }
  },
  async 'api_key.revoke_of_user'({ bank, send }) {
    const person = await bank.person()
    const { data } = await send('api_key.create', {}, person)
    return { uuid: person.uuid, id: data.uuid }
  },
  'api_key.get': ofKey,
  'api_key.update': ofKey,
  'api_key.revoke': ofKey,
  'api_key.regenerate': ofKey,
}

export const liveOnly: LiveOnly = {
  'api_key.get': 'Only a signed-in user creates keys, and sees those of both environments.',
}
