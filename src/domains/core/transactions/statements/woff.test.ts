// Unpacking fonts: the tables of the unpacked font are whole, and a reader of fonts finds the same letters in it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { expect, it } from 'vitest'
import { unpackWoff } from './woff.ts'

const { resolve } = createRequire(import.meta.url)
const japanese = readFileSync(
  resolve('@openfonts/noto-sans-jp_japanese/files/noto-sans-jp-japanese-400.woff'),
)

interface Entry {
  readonly tag: string
  readonly checksum: number
  readonly offset: number
  readonly length: number
}

const entriesOf = (font: Buffer): Entry[] =>
  Array.from({ length: font.readUInt16BE(4) }, (_, n) => {
    const at = 12 + n * 16
    return {
      tag: font.toString('latin1', at, at + 4),
      checksum: font.readUInt32BE(at + 4),
      offset: font.readUInt32BE(at + 8),
      length: font.readUInt32BE(at + 12),
    }
  })

/** The sum of the numbers of four bytes that a table consists of, as OpenType defines it. */
function sumOf(font: Buffer, { offset, length }: Entry): number {
  let sum = 0
  for (let at = offset; at < offset + length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0
  return sum
}

it('gives whole tables, each where the directory says', () => {
  const font = unpackWoff(japanese)
  const entries = entriesOf(font)
  expect(entries.length).toBe(japanese.readUInt16BE(12))
  expect(font.length).toBe(japanese.readUInt32BE(16))
  for (const entry of entries) {
    expect(entry.offset % 4, entry.tag).toBe(0)
    // The table with the sum of the whole font was summed without it.
    if (entry.tag !== 'head') expect(sumOf(font, entry), entry.tag).toBe(entry.checksum)
  }
})

it('keeps every letter', () => {
  const [packed, plain] = [japanese, unpackWoff(japanese)].map((file) => create(file) as Font)
  expect(plain!.numGlyphs).toBe(packed!.numGlyphs)
  expect(plain!.characterSet).toEqual(packed!.characterSet)
  const pathOf = (font: Font): string =>
    font
      .layout('山カA')
      .glyphs.map((glyph) => `${glyph.advanceWidth} ${glyph.path.toSVG()}`)
      .join()
  expect(pathOf(plain!)).toBe(pathOf(packed!))
})

it('leaves a font of another format as it is', () => {
  const file = readFileSync(resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'))
  expect(unpackWoff(file)).toBe(file)
})
