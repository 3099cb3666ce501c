// Before the examples of webhooks: some of them, and what was delivered to them.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

const ofWebhook: Prepare = async ({ send }) => ({
  id: (await send('webhook.create', { events: ['*'] })).data.id,
})

const ofDelivery: Prepare = async (scene) => {
  const { id } = await ofWebhook(scene)
  return { id, delivery_id: (await scene.send('webhook.test', { id })).data.uuid }
}

const ofDelivered: Prepare = async (scene) => ({ id: (await ofDelivery(scene)).id })

export const preparations: Preparations = {
  'webhook.get': ofWebhook,
  'webhook.update': ofWebhook,
  'webhook.delete': ofWebhook,
  'webhook.rotate_secret': ofWebhook,
  'webhook.test': ofWebhook,
  'webhook.deliveries': ofWebhook,
  'webhook.statistics': ofDelivered,
  'webhook.delivery': ofDelivery,
  'webhook.redeliver': ofDelivery,
  'webhook.replay': ofWebhook,
}
