// Before the examples of disputes: a payment to another customer, and a dispute of it.
import { anotherUser } from '../../../../test/contract/prepare/environment.ts'
import type { Prepare, Preparations, Scene } from '../../../../test/contract/prepare/scene.ts'
import type { Person } from '../../../../test/harness/bank.ts'

async function openAccount(scene: Scene, by: Person, cents: number): Promise<string> {
  const account = { user_uuid: by.uuid, initial_balance: cents }
  return (await scene.send('account.create', account, by)).data.uuid
}

async function pay(scene: Scene, payer: Person): Promise<string> {
  const payee = await anotherUser(scene)
  const paid = {
    from_account: await openAccount(scene, payer, 10_000),
    to_account: await openAccount(scene, payee, 0),
    amount: '5.00',
    workflow_enabled: false,
  }
  return (await scene.send('transfer.create', paid, payer)).data.uuid
}

async function open(scene: Scene, payer: Person): Promise<string> {
  const payment_uuid = await pay(scene, payer)
  return (await scene.send('dispute.open', { payment_uuid }, payer)).data.uuid
}

const ofPayer: Prepare = async (scene) => ({ id: await open(scene, scene.person) })

/** An operator decides the disputes of others. */
const ofOperator: Prepare = async (scene) => ({
  id: await open(scene, await scene.bank.person({ name: 'Ada Lovelace' })),
})

export const preparations: Preparations = {
  'dispute.open': async (scene) => ({ payment_uuid: await pay(scene, scene.person) }),
  async 'dispute.list'(scene) {
    await open(scene, scene.person)
    return {}
  },
  'dispute.get': ofPayer,
  'dispute.send_message': ofPayer,
  'dispute.withdraw': ofPayer,
  async 'dispute.queue'(scene) {
    await ofOperator(scene)
    return {}
  },
  'dispute.ask': ofOperator,
  'dispute.accept': ofOperator,
  'dispute.reject': ofOperator,
}
