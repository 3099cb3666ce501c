// Generated messages against the official schemas, and what comes back when they are read again.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessage, writeMessage } from '../message.ts'
import { layouts, type MessageType, messageTypes } from '../messages/index.ts'
import type { Nodes } from './layout.ts'
import { MessageReader } from './reader.ts'
import { hasOutsideFiles, NEEDS_OUTSIDE_FILES } from '../../../../../test/harness/outside.ts'
import {
  blank,
  contentOf,
  itForEachSample,
  recordFor,
  samples,
  validateBySchema,
  versionsWithSchema,
} from '../test-support.ts'

const RUNS = 150

const compared = messageTypes.flatMap((type) =>
  layouts[type].versions
    .filter((version) => versionsWithSchema.has(version))
    .map((version) => ({ type, version })),
)

/** The record of a message without the fields that are derived from others. */
function read(type: MessageType, xml: string): unknown {
  const reader = new MessageReader()
  reader.write(xml)
  return mapped(layouts[type].nodes, reader.end().record)
}

function mapped(nodes: Nodes, record: Record<string, unknown>): Record<string, unknown> {
  const known = blank(nodes)
  return Object.fromEntries(
    Object.keys(known).map((field) => {
      const value = record[field]
      const list = findList(nodes, field)
      return [
        field,
        list ? (value as Record<string, unknown>[]).map((one) => mapped(list, one)) : value,
      ]
    }),
  )
}

function findList(nodes: Nodes, field: string): Nodes | undefined {
  for (const node of nodes) {
    if (node.node === 'list' && node.field === field) return node.nodes as Nodes
    if (node.node === 'group' || node.node === 'choice') {
      const found = findList(node.nodes as Nodes, field)
      if (found) return found
    }
  }
  return undefined
}

describe.skipIf(!hasOutsideFiles)(`by the schemas of ISO ${NEEDS_OUTSIDE_FILES}`, () => {
  it('every message that is written has a schema to be compared with, except a rejection', () => {
    expect(compared.map(({ type }) => type).toSorted()).toEqual(
      messageTypes.filter((type) => type !== 'admi.002').toSorted(),
    )
  })

  it.each(compared)('what is written is valid in $version', ({ type, version }) => {
    fc.assert(
      fc.property(recordFor(type), (record) => {
        const xml = writeMessage(type, version, record)
        validateBySchema(version, xml)
      }),
      { numRuns: RUNS },
    )
  })

  itForEachSample('what was read is valid when it is written again', ({ text }) => {
    const message = readMessage(text)
    for (const version of layouts[message.message_type].versions)
      if (versionsWithSchema.has(version))
        validateBySchema(version, writeMessage(message.message_type, version, message))
  })
})

describe('every message that is written', () => {
  it.each(messageTypes.map((type) => ({ type })))(
    'gives the same record when it is read: $type',
    ({ type }) => {
      fc.assert(
        fc.property(recordFor(type), (record) => {
          for (const version of layouts[type].versions)
            expect(read(type, writeMessage(type, version, record))).toEqual(record)
        }),
        { numRuns: RUNS },
      )
    },
  )
})

describe('every sample', () => {
  itForEachSample('keeps every field when it is read, written and read again', ({ text }) => {
    const first = readMessage(text)
    for (const version of layouts[first.message_type].versions) {
      const again = readMessage(writeMessage(first.message_type, version, first))
      expect(contentOf(again)).toEqual(contentOf(first))
    }
  })

  it.each(messageTypes.map((type) => ({ type })))(
    'of our own: together they have every field of $type',
    ({ type }) => {
      const records = samples
        .map(({ text }) => readMessage(text))
        .filter((message) => message.message_type === type)
      expect(emptyFields(layouts[type].nodes, records)).toEqual([])
    },
  )
})

/** The fields that have a value in none of the records; those of items follow the name of their list. */
function emptyFields(nodes: Nodes, records: readonly object[]): string[] {
  return Object.keys(blank(nodes)).flatMap((field) => {
    const values = records.map((record) => (record as Record<string, unknown>)[field])
    const list = findList(nodes, field)
    if (list === undefined) return values.some((value) => (value ?? null) !== null) ? [] : [field]
    const items = (values as (readonly object[])[]).flat()
    return emptyFields(list, items).map((inner) => `${field}.${inner}`)
  })
}
