// Before the examples of erasures: a user to erase, or one who was.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

const aUser: Prepare = async ({ bank }) => ({ uuid: (await bank.person()).uuid })

const anErasure: Prepare = async ({ bank, send }) => {
  const { uuid } = await bank.person()
  const { data } = await send('user.erase', { uuid })
  return { id: data.id }
}

export const preparations: Preparations = {
  'user.export': aUser,
  'user.erase': aUser,
  'erasure.disclose': anErasure,
  async 'erasure.list'(scene) {
    await anErasure(scene)
    return {}
  },
}
