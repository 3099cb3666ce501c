// Before the examples of funding: a user who becomes a teller.
import type { Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  'teller.add': async ({ bank }) => ({ user_uuid: (await bank.person()).uuid }),
  'teller.remove': async ({ make }) => ({
    user_uuid: (await make('teller.add')).data.user_uuid,
  }),
}
