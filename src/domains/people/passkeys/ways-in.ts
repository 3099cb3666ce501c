// What of a person signs them in without a password, for whoever wants to end all of it at once.
import type { OtherWays } from '../identity/index.ts'
import * as deviceStore from './device-store.ts'
import { endSessionsOn, named } from './devices.ts'
import { DeviceRemoved, PasskeyRemoved } from './events.ts'
import * as store from './store.ts'

const passkeyWays: OtherWays = {
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

/** Where the devices are asked from does not matter here: all of them count. */
const ANYWHERE = ''

const deviceWays: OtherWays = {
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
      ctx.emit(DeviceRemoved, named(device), { user_uuid })
    }
  },
}

export const waysIn: readonly OtherWays[] = [passkeyWays, deviceWays]
