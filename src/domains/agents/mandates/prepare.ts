// Before the examples of mandates: agents of two owners, and a mandate between them.
import type { Preparations, Prepare, Scene } from '../../../../test/contract/prepare/scene.ts'
import { agentsOfTwoOwners } from '../agents/prepare.ts'
import { payAgent } from '../payments/prepare.ts'

/** A mandate that the caller gave, or one that they received. */
async function issueMandate(scene: Scene, side: 'issuer' | 'subject' = 'issuer') {
  const { own, other } = await agentsOfTwoOwners(scene)
  const [payer, payee] = side === 'issuer' ? [own, other] : [other, own]
  const change = { payload: { payer_did: payer.did, payee_did: payee.did } }
  const { uuid, credential } = (await scene.send('mandate.create', change, payer.owner)).data
  return { uuid, credential, payer, payee }
}

const ofMandate: Prepare = async (scene) => ({ uuid: (await issueMandate(scene)).uuid })

async function acceptMandate(scene: Scene) {
  const mandate = await issueMandate(scene)
  await scene.send('mandate.accept', { uuid: mandate.uuid }, mandate.payee.owner)
  return mandate
}

const ofExecution: Prepare = async (scene) => {
  const { uuid, payer, payee } = await acceptMandate(scene)
  return { uuid, payment_reference: await payAgent(scene, payer, payee) }
}

export const preparations: Preparations = {
  async 'mandate.create'(scene) {
    const { own, other } = await agentsOfTwoOwners(scene)
    return { payload: { payer_did: own.did, payee_did: other.did } }
  },
  async 'mandate.list'(scene) {
    await issueMandate(scene)
    return {}
  },
  'mandate.verify': async (scene) => ({ credential: (await issueMandate(scene)).credential }),
  'mandate.get': ofMandate,
  'mandate.accept': async (scene) => ({ uuid: (await issueMandate(scene, 'subject')).uuid }),
  'mandate.execute': ofExecution,
  async 'mandate.complete'(scene) {
    const execution = await ofExecution(scene)
    await scene.send('mandate.execute', execution)
    return { uuid: execution.uuid }
  },
  'mandate.dispute': async (scene) => ({ uuid: (await acceptMandate(scene)).uuid }),
  'mandate.revoke': ofMandate,
}
