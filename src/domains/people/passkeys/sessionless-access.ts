// Counts and removes the passkeys and devices of a user for "end everything".
import type { SessionlessAccess } from '../identity/index.ts'
import * as deviceStore from './device-store.ts'
import { endSessionsOn, toEventData } from './devices.ts'
import { DeviceRemoved, PasskeyRemoved } from './events.ts'
import * as store from './store.ts'

export const passkeyAccess: SessionlessAccess = {
  name: 'passkeys',
  count: async (tx, user_uuid) => (await store.listPasskeys(tx, user_uuid)).length,
  async end(user_uuid, ctx) {
    await store.lockOwner(ctx.tx, user_uuid)
    for (const { uuid, name } of await store.listPasskeys(ctx.tx, user_uuid)) {
      await store.deletePasskey(ctx.tx, user_uuid, uuid)
      ctx.emit(PasskeyRemoved, { passkey_uuid: uuid, name }, { user_uuid })
    }
  },
}

/** No caller has this address, so no block after wrong signatures applies and all devices count. */
const ANYWHERE = ''

export const deviceAccess: SessionlessAccess = {
  name: 'devices',
  count: async (tx, user_uuid) =>
    (await deviceStore.listDevices(tx, user_uuid, ANYWHERE)).filter(
      (device) => device.public_key !== null,
    ).length,
  async end(user_uuid, ctx) {
    await store.lockOwner(ctx.tx, user_uuid)
    for (const device of await deviceStore.listDevices(ctx.tx, user_uuid, ANYWHERE)) {
      await endSessionsOn(device, ctx)
      await deviceStore.deleteDevice(ctx.tx, device.uuid)
      ctx.emit(DeviceRemoved, toEventData(device), { user_uuid })
    }
  },
}
