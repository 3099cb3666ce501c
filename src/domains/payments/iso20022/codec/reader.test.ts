// Random bytes and random changes of messages: the reader accepts or refuses, and never crashes or hangs.
// `ISO20022_FUZZ_RUNS=100000` runs it for long.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../../operation/error.ts'
import { InvalidMessage } from '../errors.ts'
import { checkMessage, readMessage, writeMessage } from '../message.ts'
import { readPayments } from '../payments.ts'
import { allSamples, changes, mutate, piecesOfXml } from '../test-support.ts'

const RUNS = Number(process.env.ISO20022_FUZZ_RUNS ?? 300)
const HOURS = 3_600_000

/** The only ways to end are an answer and the declared refusal. */
function survives(text: string): void {
  for (const read of [readMessage, readPayments]) {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof AppError) || error.def.code !== InvalidMessage.code) throw error
    }
  }
  const { valid, errors } = checkMessage(text)
  expect(valid).toBe(errors.length === 0)
}

/** Large samples would only make it slow. */
const texts = allSamples.map(({ text }) => text.slice(0, 9000))

describe('the reader survives', () => {
  it('random bytes', { timeout: HOURS }, () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        survives(Buffer.from(bytes).toString('latin1'))
        survives(Buffer.from(bytes).toString('utf8'))
      }),
      { numRuns: Math.ceil(RUNS / 10) },
    )
  })

  it('text made of parts of XML', { timeout: HOURS }, () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...piecesOfXml), { maxLength: 40 }), (parts) =>
        survives(parts.join('')),
      ),
      { numRuns: Math.ceil(RUNS / 10) },
    )
  })

  it('changed samples', { timeout: HOURS }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), changes, (text, made) => survives(mutate(text, made))),
      { numRuns: RUNS },
    )
  })

  it('what it read is written again or refused by field', { timeout: HOURS }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), changes, (text, made) => {
        let message: ReturnType<typeof readMessage>
        try {
          message = readMessage(mutate(text, made))
        } catch {
          return
        }
        try {
          writeMessage(message.message_type, undefined, message)
        } catch (error) {
          if (!(error instanceof AppError)) throw error
          expect(error.def.code).toBe('VALIDATION_ERROR')
        }
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    )
  })
})
