// Before the examples of grants: a client that the user has connected.
import type { LiveOnly, Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'
import { authorize } from './test-support.ts'

const ofGrant: Prepare = async ({ bank, person, make }) => {
  await authorize(bank, person)
  return { grant_id: (await make('grant.list')).data[0].uuid }
}

export const preparations: Preparations = {
  async 'grant.list_of_user'({ bank }) {
    const person = await bank.person()
    await authorize(bank, person)
    return { uuid: person.uuid }
  },
  async 'grant.revoke_of_user'({ bank, send }) {
    const person = await bank.person()
    await authorize(bank, person)
    const { data } = await send('grant.list_of_user', { uuid: person.uuid })
    return { uuid: person.uuid, grant_id: data[0].uuid }
  },
  'grant.update': ofGrant,
  'grant.revoke': ofGrant,
}

export const liveOnly: LiveOnly = {
  'grant.revoke': 'The clients that a user connects see the live environment only.',
}
