// Generated messages against the official schemas, and what comes back when they are read again.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readMessage, writeMessage } from './message.ts'
import { layouts, type MessageType, messageTypes } from './messages/index.ts'
import type { Nodes } from './layout.ts'
import { MessageReader } from './reader.ts'
import { blank, recordFor, samples, validateBySchema, versionsWithSchema } from './test-support.ts'

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

describe('every message that is written', () => {
  it('has a schema to be compared with, except a rejection', () => {
    expect(compared.map(({ type }) => type).toSorted()).toEqual(
      messageTypes.filter((type) => type !== 'admi.002').toSorted(),
    )
  })

  it.each(compared)('is valid by the schema of $version', ({ type, version }) => {
    fc.assert(
      fc.property(recordFor(type), (record) => {
        const xml = writeMessage(type, version, record)
        validateBySchema(version, xml)
      }),
      { numRuns: RUNS },
    )
  })

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

describe('every sample of a bank', () => {
  it.each(samples)(
    'keeps every field when it is read, written and read again: $name',
    ({ text }) => {
      const first = readMessage(text)
      for (const version of layouts[first.message_type].versions) {
        const xml = writeMessage(first.message_type, version, first)
        if (versionsWithSchema.has(version)) validateBySchema(version, xml)
        const again = readMessage(xml)
        expect({ ...again, version: null, namespace: '' }).toEqual({
          ...first,
          version: null,
          namespace: '',
        })
      }
    },
  )
})
