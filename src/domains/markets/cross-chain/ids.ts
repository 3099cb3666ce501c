// The ids of bridges and swaps as callers see them: a prefix and the digits of the uuid.
const BRIDGE = 'btx_'
const SWAP = 'swap_'

const write = (prefix: string, uuid: string): string => `${prefix}${uuid.replaceAll('-', '')}`

/** Undefined if the text is not such an id. */
function read(prefix: string, id: string): string | undefined {
  const digits = id.startsWith(prefix) ? id.slice(prefix.length) : ''
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(digits)
  return match ? match.slice(1).join('-') : undefined
}

export const toBridgeId = (uuid: string): string => write(BRIDGE, uuid)
export const readBridgeId = (id: string): string | undefined => read(BRIDGE, id)
export const toSwapId = (uuid: string): string => write(SWAP, uuid)
export const readSwapId = (id: string): string | undefined => read(SWAP, id)
