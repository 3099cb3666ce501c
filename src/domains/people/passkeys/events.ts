// The events of passkeys and devices, each of which concerns the security of their owner.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

const passkey = Type.Object({ passkey_uuid: Uuid, name: Type.String() })
const device = Type.Object({ device_uuid: Uuid, device_id: Type.String() })

export const PasskeyRegistered = defineEvent({
  type: 'passkey.registered',
  version: 1,
  summary: 'A passkey was registered; its owner can sign in with it.',
  data: passkey,
})

export const PasskeyRemoved = defineEvent({
  type: 'passkey.removed',
  version: 1,
  summary: 'A passkey was removed; it no longer signs in.',
  data: passkey,
})

export const PasskeyCloneSuspected = defineEvent({
  type: 'passkey.clone_suspected',
  version: 1,
  summary: 'A passkey seems to have been copied; it is no longer accepted.',
  data: passkey,
})

export const DeviceRegistered = defineEvent({
  type: 'device.registered',
  version: 1,
  summary: 'A user registered a phone or tablet.',
  data: device,
})

export const DeviceRemoved = defineEvent({
  type: 'device.removed',
  version: 1,
  summary: 'A device was removed; its sessions ended.',
  data: device,
})

export const DeviceBlocked = defineEvent({
  type: 'device.blocked',
  version: 1,
  summary:
    'A device was blocked by its owner, or for one address and a limited time by wrong signatures from there.',
  data: Type.Object({
    ...device.properties,
    by: Type.Enum(['owner', 'failures']),
    blocked_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  }),
})

export const DeviceUnblocked = defineEvent({
  type: 'device.unblocked',
  version: 1,
  summary: 'A device was unblocked by its owner.',
  data: device,
})

export const DeviceTrusted = defineEvent({
  type: 'device.trusted',
  version: 1,
  summary: 'A device is trusted: sessions on it last longer.',
  data: device,
})

export const BiometricChanged = defineEvent({
  type: 'device.biometric_changed',
  version: 1,
  summary: 'Signing in by biometrics was switched on or off on a device.',
  data: Type.Object({ ...device.properties, enabled: Type.Boolean() }),
})
