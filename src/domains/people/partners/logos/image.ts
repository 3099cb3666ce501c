// Validates an uploaded logo by its content, never by a claimed name or type. PNG, JPEG and WebP are accepted,
// complete and with nothing after their end. SVG is not: it can carry scripts.

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp'

export interface Image {
  readonly type: ImageType
  readonly width: number
  readonly height: number
}

export const LOGO_BYTES_MAX = 65_536
const SIDE_MIN = 16
const SIDE_MAX = 1_024

/** The image, or the problem with it, as the end of a sentence that begins with the field. */
export function readLogo(bytes: Buffer): Image | string {
  if (bytes.length > LOGO_BYTES_MAX)
    return `must be at most ${LOGO_BYTES_MAX / 1024} KB, but has ${Math.ceil(bytes.length / 1024)} KB`
  const image = readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes)
  if (image === undefined)
    return /^\s*(<\?xml|<svg|<!doctype)/i.test(bytes.toString('latin1', 0, 256))
      ? 'must not be SVG, which can carry scripts; send PNG, JPEG or WebP'
      : 'must be a complete PNG, JPEG or WebP image without animation, in base64'
  const { width, height } = image
  const fits = [width, height].every((side) => side >= SIDE_MIN && side <= SIDE_MAX)
  return fits
    ? image
    : `must have ${SIDE_MIN} to ${SIDE_MAX} pixels on each side, but has ${width} × ${height}`
}

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Chunks from IHDR to IEND, which is the end of the file. */
function readPng(bytes: Buffer): Image | undefined {
  if (!bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return undefined
  let size: Image | undefined
  for (let at = 8; at + 12 <= bytes.length; ) {
    const [length, name] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)]
    const end = at + 12 + length
    if (end > bytes.length || (size === undefined) !== (name === 'IHDR')) return undefined
    if (name === 'IHDR') {
      if (length !== 13) return undefined
      const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)]
      size = { type: 'image/png', width, height }
    }
    if (name === 'acTL') return undefined
    if (name === 'IEND') return end === bytes.length ? size : undefined
    at = end
  }
  return undefined
}

/** Markers of a frame, which hold its size; C4, C8 and CC are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Segments up to the first scan, after which the end of the image is the end of the file. */
function readJpeg(bytes: Buffer): Image | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return undefined
  let size: Image | undefined
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1]!
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return undefined
    if (marker === 0xda) return size
    if (isFrame(marker)) {
      if (end - at < 10) return undefined
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)]
      size = { type: 'image/jpeg', width, height }
    }
    at = end
  }
  return undefined
}

const ANIMATED = 0x02

/** The first chunk of the container holds the size, in a format that depends on its kind. */
function readWebp(bytes: Buffer): Image | undefined {
  const text = (at: number): string => bytes.toString('latin1', at, at + 4)
  if (bytes.length < 30 || text(0) !== 'RIFF' || text(8) !== 'WEBP') return undefined
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return undefined
  if (20 + bytes.readUInt32LE(16) > bytes.length) return undefined
  const sized = (width: number, height: number): Image => ({ type: 'image/webp', width, height })
  switch (text(12)) {
    case 'VP8 ':
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined
      return sized(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return undefined
      const bits = bytes.readUInt32LE(21)
      return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      if ((bytes[20]! & ANIMATED) !== 0) return undefined
      return sized(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return undefined
  }
}
