// All supported message types.
import type { RecordOf } from '../codec/layout.ts'
import { admi002 } from './admi-002.ts'
import { camt053 } from './camt-053.ts'
import { camt054 } from './camt-054.ts'
import { camt056 } from './camt-056.ts'
import { pacs002 } from './pacs-002.ts'
import { pacs004 } from './pacs-004.ts'
import { pacs008 } from './pacs-008.ts'
import { pain001 } from './pain-001.ts'
import { pain002 } from './pain-002.ts'

export const layouts = {
  'pacs.008': pacs008,
  'pacs.002': pacs002,
  'pain.001': pain001,
  'pain.002': pain002,
  'camt.053': camt053,
  'camt.054': camt054,
  'camt.056': camt056,
  'admi.002': admi002,
} as const

export type MessageType = keyof typeof layouts

export const messageTypes = Object.keys(layouts) as readonly MessageType[]

/** What networks send: the supported types, and those that are only read. */
export const networkLayouts = { ...layouts, 'pacs.004': pacs004 } as const

/** The record of a pacs.004. */
export type ReturnBody = RecordOf<(typeof pacs004)['nodes']>

/** The record of a message exactly as its layout maps it. */
export type Body<Type extends MessageType> = RecordOf<(typeof layouts)[Type]['nodes']>
