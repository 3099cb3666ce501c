// Before the examples of the audit trail: changes to a user by an operator.
import type { Preparations, Scene } from '../../../../test/contract/prepare/scene.ts'

async function suspend({ bank, send }: Scene): Promise<string> {
  const { uuid } = await bank.person()
  await send('user.suspend', { uuid })
  return uuid
}

export const preparations: Preparations = {
  'audit.list': async (scene) => ({ target_uuid: await suspend(scene) }),
  async 'audit.get'(scene) {
    const target_uuid = await suspend(scene)
    const { data } = await scene.send('audit.list', { target_uuid })
    return { id: data[0].id }
  },
}
