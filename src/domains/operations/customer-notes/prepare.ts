// Before the examples of notes: a user, and a note about them.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

const ofNote: Prepare = async ({ bank, send }) => {
  const { uuid } = await bank.person()
  const { data } = await send('customer_note.create', { uuid })
  return { uuid, id: data.id }
}

export const preparations: Preparations = {
  async 'customer_note.list'(scene) {
    const { uuid } = await ofNote(scene)
    return { uuid }
  },
  'customer_note.get': ofNote,
  'customer_note.create': async ({ bank }) => ({ uuid: (await bank.person()).uuid }),
  'customer_note.correct': ofNote,
}
