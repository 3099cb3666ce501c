// The operations on the caller's phones and tablets.
import { Type } from 'typebox'
import { plainText } from '../../../kernel/text.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Handlers } from '../../../operation/extension-point.ts'
import { type Context, defineOperation } from '../../../operation/operation.ts'
import { readerInPerson, removerInPerson, writerInPerson } from '../../../operation/auth.ts'
import type { DeviceRow } from './device-store.ts'
import * as devices from './devices.ts'
import { DeviceBlocked, DeviceTaken, TooManyDevices } from './errors.ts'
import * as schema from './schema.ts'

const byId = Type.Object({
  id: Type.String({ maxLength: 255, description: 'The id that the bank gave the device.' }),
})

const toDevice = (row: DeviceRow, { now }: Context) =>
  schema.toDevice(row, devices.activeBlockOf(row, now))

export const makeDeviceOperations = (registered: Handlers<devices.DeviceRegistrationHook>) => [
  defineOperation({
    name: 'device.list',
    kind: 'query',
    summary: 'The devices of the caller, oldest first.',
    auth: readerInPerson,
    input: Type.Object({}),
    output: Type.Array(schema.Device, { maxItems: devices.DEVICES_MAX }),
    errors: [],
    rest: [{ route: 'GET /api/mobile/devices', envelope: 'success' }],
    graphql: { field: 'mobileDevices' },
    exempt: { pages: 'Five devices.' },
    handler: async (_input, ctx) =>
      (await devices.listDevices(ctx)).map((row) => toDevice(row, ctx)),
  }),
  defineOperation({
    name: 'device.get',
    kind: 'query',
    summary: 'A device of the caller.',
    auth: readerInPerson,
    input: byId,
    output: schema.Device,
    errors: [NotFound],
    rest: [{ route: 'GET /api/mobile/devices/:id', envelope: 'success' }],
    graphql: { field: 'mobileDevice' },
    handler: async ({ id }, ctx) => toDevice(await devices.getDevice(id, ctx), ctx),
  }),
  defineOperation({
    name: 'device.register',
    kind: 'command',
    summary: 'Register a device, or update its description.',
    auth: writerInPerson,
    issues: 'access',
    input: Type.Object(schema.newDevice),
    output: schema.Device,
    errors: [DeviceTaken, TooManyDevices],
    rest: [{ route: 'POST /api/mobile/devices', status: 201, envelope: 'success' }],
    exempt: {
      tenants: 'A device may belong to several users.',
      names: { '.device_name': 'A device, shown to its owner.' },
    },
    handler: async (input, ctx) =>
      toDevice(await devices.registerDevice(input, ctx, registered.handlers), ctx),
  }),
  defineOperation({
    name: 'device.remove',
    kind: 'command',
    summary: 'Remove a device; its biometric sessions end.',
    auth: removerInPerson,
    subject: 'device.get',
    input: byId,
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/mobile/devices/:id', envelope: 'success' }],
    handler: async ({ id }, ctx) => {
      await devices.removeDevice(id, ctx)
      return { message: 'The device is removed.' }
    },
  }),
  defineOperation({
    name: 'device.remove_all',
    kind: 'command',
    summary: 'Remove all devices of the caller; their biometric sessions end.',
    auth: removerInPerson,
    input: Type.Object({}),
    output: Type.Object({ removed: Type.Integer() }, { $id: 'RemovedDevices' }),
    errors: [],
    rest: [
      { route: 'DELETE /api/mobile/devices', envelope: 'success' },
      { route: 'DELETE /api/mobile/devices/all', envelope: 'success' },
    ],
    handler: async (_input, ctx) => ({ removed: await devices.removeDevices(ctx) }),
  }),
  defineOperation({
    name: 'device.set_token',
    kind: 'command',
    summary: 'Set or clear the token for push messages of a device.',
    auth: writerInPerson,
    input: Type.Object({
      ...byId.properties,
      push_token: Type.Union([Type.String({ minLength: 1, maxLength: 500 }), Type.Null()], {
        description: 'The token for push messages; null for none.',
      }),
    }),
    output: schema.Device,
    errors: [NotFound],
    rest: [{ route: 'PATCH /api/mobile/devices/:id/token', envelope: 'success' }],
    handler: async ({ id, push_token }, ctx) =>
      toDevice(await devices.setPushToken(id, push_token, ctx), ctx),
  }),
  defineOperation({
    name: 'device.block',
    kind: 'command',
    summary: 'Block a lost device; its biometric sessions end, and it is no longer trusted.',
    auth: writerInPerson,
    subject: 'device.get',
    input: Type.Object({
      ...byId.properties,
      reason: Type.Optional(
        Type.String({ ...plainText(255), description: 'The reason, for the audit trail.' }),
      ),
    }),
    output: schema.Device,
    errors: [NotFound],
    rest: [{ route: 'POST /api/mobile/devices/:id/block', envelope: 'success' }],
    handler: async ({ id }, ctx) => toDevice(await devices.blockDevice(id, ctx), ctx),
  }),
  defineOperation({
    name: 'device.unblock',
    kind: 'command',
    summary: 'Unblock a device that was blocked by its owner or after wrong signatures.',
    auth: writerInPerson,
    subject: 'device.get',
    input: byId,
    output: schema.Device,
    errors: [NotFound],
    rest: [{ route: 'POST /api/mobile/devices/:id/unblock', envelope: 'success' }],
    handler: async ({ id }, ctx) => toDevice(await devices.unblockDevice(id, ctx), ctx),
  }),
  defineOperation({
    name: 'device.trust',
    kind: 'command',
    summary: 'Trust a device: biometric sessions on it last eight hours.',
    auth: writerInPerson,
    subject: 'device.get',
    input: byId,
    output: schema.Device,
    errors: [NotFound, DeviceBlocked],
    rest: [{ route: 'POST /api/mobile/devices/:id/trust', envelope: 'success' }],
    handler: async ({ id }, ctx) => toDevice(await devices.trustDevice(id, ctx), ctx),
  }),
]
