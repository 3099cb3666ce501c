// The bytes of requests. They are built once; for each request only the holes are filled in place.
import { randomUUID } from 'node:crypto'
import { makePicker, type Pair } from './pick.ts'
import type { Plan, RequestShape } from './plan.ts'
import { makeRandom } from './random.ts'

const HOLE_BYTES = 36
const HOLE = /\$(FROM|TO|KEY|SIDE)\$/g
const SEED = 20_260_101
const BUY = Buffer.from('"buy"'.padEnd(HOLE_BYTES), 'latin1')
const SELL = Buffer.from('"sell"'.padEnd(HOLE_BYTES), 'latin1')

interface Hole {
  readonly kind: 'FROM' | 'TO' | 'KEY' | 'SIDE'
  readonly offset: number
}

/** Returns bytes that may be overwritten once their answer has arrived. */
export type NextRequest = () => Buffer

/** All connections of a plan draw from the same picker and never use the same key. */
export function makeRequests(plan: Plan): () => NextRequest {
  const { bytes, holes } = parse(plan)
  if (holes.length === 0) return () => () => bytes
  const fill = makeFiller(plan, holes)
  return () => {
    const buffers = Array.from({ length: plan.inFlight ?? 1 }, () => Buffer.from(bytes))
    let turn = 0
    return () => {
      const buffer = buffers[turn]!
      turn = (turn + 1) % buffers.length
      fill(buffer)
      return buffer
    }
  }
}

function parse({ url, request }: Plan): { bytes: Buffer; holes: readonly Hole[] } {
  const holes: Hole[] = []
  let shift = 0
  const text = renderHttp(url, request)
  const filled = text.replace(HOLE, (mark, kind: Hole['kind'], index: number) => {
    holes.push({ kind, offset: index + shift })
    shift += HOLE_BYTES - mark.length
    return '-'.repeat(HOLE_BYTES)
  })
  return { bytes: Buffer.from(filled, 'latin1'), holes }
}

function renderHttp(url: string, { method, path, headers, body }: RequestShape): string {
  const content = body === undefined ? {} : { 'Content-Type': 'application/json' }
  const length = body?.replace(HOLE, '-'.repeat(HOLE_BYTES)).length
  const all = {
    Host: new URL(url).host,
    ...headers,
    ...content,
    ...(length === undefined ? {} : { 'Content-Length': String(length) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

function makeFiller(
  { accounts = [], choice = 'spread' }: Plan,
  holes: readonly Hole[],
): (target: Buffer) => void {
  const table = Buffer.from(accounts.join(''), 'latin1')
  if (table.length !== accounts.length * HOLE_BYTES) throw new Error('an account is no UUID')
  const pick = makePicker(choice, accounts.length, makeRandom(SEED))
  const pair: Pair = { from: 0, to: 0 }
  const writeKey = makeKeyWriter()
  const drawSide = makeRandom(SEED)
  const writeAccount = (target: Buffer, offset: number, index: number): void => {
    table.copy(target, offset, index * HOLE_BYTES, (index + 1) * HOLE_BYTES)
  }
  return (target) => {
    for (const { kind, offset } of holes) {
      if (kind === 'KEY') writeKey(target, offset)
      else if (kind === 'SIDE') (drawSide() < 0.5 ? BUY : SELL).copy(target, offset)
      else if (kind === 'TO') writeAccount(target, offset, pair.to)
      else {
        pick(pair)
        writeAccount(target, offset, pair.from)
      }
    }
  }
}

/** The first part is drawn for each plan, and the last twelve digits count up: cheap and unique. */
function makeKeyWriter(): (target: Buffer, offset: number) => void {
  const key = Buffer.from(randomUUID(), 'latin1')
  const digits = Buffer.from('0123456789abcdef', 'latin1')
  let count = 0
  return (target, offset) => {
    let left = count++
    for (let place = HOLE_BYTES - 1; place >= HOLE_BYTES - 12; place--) {
      key[place] = digits[left % 16]!
      left = Math.floor(left / 16)
    }
    key.copy(target, offset)
  }
}
