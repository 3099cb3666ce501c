// Before the examples of standing orders: two accounts, an order, and a payment that was due.
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Prepare, Rows, Scene } from '../../../../test/contract/prepare/scene.ts'

const ofAccounts: Prepare = async (scene) => ({
  from_account: await openAccount(scene),
  to_account: await openAccount(scene, 0),
})

const makeOrder = async ({ make }: Pick<Scene, 'make'>): Promise<string> =>
  (await make('standing_order.create')).data.uuid

const ofOrder: Prepare = async (scene) => ({ uuid: await makeOrder(scene) })

const ofPaused: Prepare = async (scene) => {
  const { uuid } = (await scene.make('standing_order.pause')).data
  return { uuid }
}

let dates = 0

const addPayment = ({ bank }: Pick<Scene, 'bank'>, order: unknown) =>
  bank.sql(
    `insert into standing_orders.payments (order_id, due_on, status, units, reason, decided_at)
     values ($1, date '2026-01-01' + $2::integer, 'failed', 95000, 'The account holds too little.', $3)`,
    [order, ++dates % 50, bank.clock.now()],
  )

export const preparations: Preparations = {
  'standing_order.create': ofAccounts,
  'standing_order.list': async (scene) => {
    await makeOrder(scene)
    return {}
  },
  'standing_order.get': ofOrder,
  'standing_order.payments': async (scene) => {
    const uuid = await makeOrder(scene)
    await addPayment(scene, uuid)
    return { uuid }
  },
  'standing_order.change': ofOrder,
  'standing_order.pause': ofOrder,
  'standing_order.resume': ofPaused,
  'standing_order.cancel': ofOrder,
}

export const rows: Rows = {
  'standing_order.payments': (scene) => addPayment(scene, scene.input['uuid']),
}
