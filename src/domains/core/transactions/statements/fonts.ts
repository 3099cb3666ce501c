// Chooses the typefaces of a statement. Text that the standard faces of every PDF reader can show uses
// those, because they add nothing to the file. Other text uses an embedded face, of which the file holds
// only the letters in use. The embedded faces cover, in this order, Latin, Greek, Cyrillic and Devanagari;
// Armenian, Georgian and symbols; Japanese, Chinese and Korean. Right-to-left scripts are not supported,
// because nothing here puts their letters in the right order.
import { readFileSync } from 'node:fs'
import { create, type Font } from 'fontkit'
import { findLibraryFile } from '../../../../platform/library-files.ts'
import { embeddedFaces, type Weight } from './faces.ts'
import { unpackWoff } from './woff.ts'

/** A stretch of text and the name of a face that has a glyph for all of it. */
export interface Run {
  readonly face: string
  readonly text: string
}

const standard: Readonly<Record<Weight, string>> = { plain: 'Helvetica', bold: 'Helvetica-Bold' }

/** Matches text made only of characters that the standard faces encode (Windows-1252). */
const STANDARD = /^[\x20-\x7e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Bidi_Control}]/u

const REPLACEMENT = '?'

/** A font file is opened at its first use and kept, because a worker writes many statements. */
const opened = new Map<string, Font>()

/** The font file of an embedded face; undefined for a standard face. */
export function findFace(face: string): Font | undefined {
  if (face === standard.plain || face === standard.bold) return undefined
  const known = opened.get(face)
  if (known) return known
  const font = create(unpackWoff(readFileSync(findLibraryFile(face))))
  // The packages have one face in each file, never a collection.
  if (!('layout' in font))
    throw new Error(`The font file ${face} holds several faces; one is expected.`)
  opened.set(face, font)
  return font
}

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

const has = (face: string, text: string): boolean =>
  Array.from(text).every((point) => findFace(face)!.hasGlyphForCodePoint(point.codePointAt(0)!))

/**
 * Gives one run if a single face has the whole text; otherwise each letter, with its marks, uses the
 * first face that has it. A letter that no face has becomes a question mark and is never left out.
 */
export function toRuns(
  given: string,
  weight: Weight,
): { readonly runs: readonly Run[]; readonly hasReplaced: boolean } {
  const text = given.normalize('NFC')
  if (STANDARD.test(text)) return { runs: [{ face: standard[weight], text }], hasReplaced: false }
  const faces = embeddedFaces[weight]
  let hasReplaced = false
  const printable = Array.from(letters.segment(text), ({ segment }) => {
    const isPrintable =
      !RIGHT_TO_LEFT.test(segment) && faces.some((candidate) => has(candidate, segment))
    if (isPrintable) return segment
    hasReplaced = true
    return REPLACEMENT
  })
  const whole = printable.join('')
  if (STANDARD.test(whole)) return { runs: [{ face: standard[weight], text: whole }], hasReplaced }
  const face = faces.find((candidate) => has(candidate, whole))
  if (face !== undefined) return { runs: [{ face, text: whole }], hasReplaced }
  const runs: { face: string; text: string }[] = []
  for (const letter of printable) {
    const own = faces.find((candidate) => has(candidate, letter))!
    const last = runs.at(-1)
    if (last?.face === own) last.text += letter
    else runs.push({ face: own, text: letter })
  }
  return { runs, hasReplaced }
}
