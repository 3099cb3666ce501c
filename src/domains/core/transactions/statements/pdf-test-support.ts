// Reads the text of a PDF from its bytes, independently of the library that wrote it and of the faces in
// it. Supports only the parts of the format that a statement uses.
import { inflateSync } from 'node:zlib'

interface PdfObject {
  readonly dictionary: string
  readonly stream: string | undefined
}

const HEAD = /(\d+) 0 obj\s([\s\S]*?)(endobj|stream\r?\n)/y
const BETWEEN = /[\s\S]*?(?=\d+ 0 obj\s)/y

/** A stream is as long as its dictionary says: its bytes can look like the words around it. */
function readObjects(file: Buffer): ReadonlyMap<string, PdfObject> {
  const text = file.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (let at = 0; ; ) {
    BETWEEN.lastIndex = at
    if (!BETWEEN.test(text)) return objects
    HEAD.lastIndex = BETWEEN.lastIndex
    const [, id, dictionary, end] = HEAD.exec(text)!
    at = HEAD.lastIndex
    if (end === 'endobj') objects.set(id!, { dictionary: dictionary!, stream: undefined })
    else {
      const length = Number(/\/Length (\d+)/.exec(dictionary!)![1])
      const packed = file.subarray(at, at + length)
      const isPacked = dictionary!.includes('FlateDecode')
      const stream = (isPacked ? inflateSync(packed) : packed).toString('latin1')
      objects.set(id!, { dictionary: dictionary!, stream })
      at += length
    }
  }
}

const hexToText = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** Maps the glyph codes of a face to their text. */
function readCodes(map: string): ReadonlyMap<number, string> {
  const codes = new Map<number, string>()
  for (const [, from, list] of map.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    [...list!.matchAll(/<(\w*)>/g)].forEach(([, hex], index) => {
      codes.set(Number.parseInt(from!, 16) + index, hexToText(hex!))
    })
  return codes
}

type Decode = (hex: string) => string

const decodeStandard: Decode = (hex) =>
  new TextDecoder('windows-1252').decode(Buffer.from(hex, 'hex'))

const decodeBy =
  (codes: ReadonlyMap<number, string>): Decode =>
  (hex) =>
    (hex.match(/.{4}/g) ?? []).map((code) => codes.get(Number.parseInt(code, 16)) ?? '�').join('')

/** The text of each page, one line for each text that was written in one piece. */
export function readPdf(file: Buffer): string[] {
  const objects = readObjects(file)
  const refer = (dictionary: string, name: string): PdfObject | undefined =>
    objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? '')
  const facesOf = (page: PdfObject): ReadonlyMap<string, Decode> => {
    const resources = refer(page.dictionary, 'Resources')?.dictionary ?? ''
    return new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => {
        const map = refer(objects.get(id!)!.dictionary, 'ToUnicode')?.stream
        return [name!, map === undefined ? decodeStandard : decodeBy(readCodes(map))]
      }),
    )
  }
  return [...objects.values()]
    .filter(({ dictionary }) => /\/Type \/Page\s/.test(dictionary))
    .map((page) => {
      const faces = facesOf(page)
      let decode = decodeStandard
      const lines: string[] = []
      const content = refer(page.dictionary, 'Contents')!.stream!
      for (const [, name, list] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g))
        if (name !== undefined) decode = faces.get(name)!
        else
          lines.push([...list!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => decode(hex!)).join(''))
      return lines.join('\n')
    })
}
