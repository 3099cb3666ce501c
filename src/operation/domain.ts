// A domain is a folder with a manifest: what it offers, what it announces, what it does on its own.
import type { JobDef } from '../platform/jobs.ts'
import type { EventDef } from './event.ts'
import type { Examples } from './examples.ts'
import type { AnyOperation } from './operation.ts'
import type { AnyTool } from './tool.ts'

export interface Domain {
  readonly name: string
  /** Imports go strictly to lower ranks, so there are no cycles; equals talk by events. */
  readonly rank: 0 | 1 | 2 | 3 | 4
  readonly summary: string
  readonly operations: readonly AnyOperation[]
  /** A request and an answer of every operation that has a route. */
  readonly examples?: Examples
  readonly events?: readonly EventDef[]
  readonly jobs?: readonly JobDef[]
  readonly tools?: readonly AnyTool[]
}

export const defineDomain = (domain: Domain): Domain => Object.freeze(domain)
