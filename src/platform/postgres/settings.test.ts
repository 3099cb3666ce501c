// Tests of what the server's settings take from the machine.
import { expect, it } from 'vitest'
import { shareBuffers } from './settings.ts'

const GIB = 1024 ** 3

it.each([
  [0.2 * GIB, '32MB'],
  [0.5 * GIB, '64MB'],
  [2 * GIB, '256MB'],
  [24 * GIB, '3072MB'],
  [256 * GIB, '8192MB'],
])('of %d bytes of memory %s are buffers', (memory, buffers) => {
  expect(shareBuffers(memory)).toBe(buffers)
})
