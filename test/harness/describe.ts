// What the bank declares, for tests that loop over it before any bank is started.
import { describeBank, describeMetrics } from '../../src/declarations.ts'
import type { Declared, Registry } from '../../src/operation/registry.ts'
import { TestClock } from './bank.ts'

/** Declarations never change, so the files of a process share them. */
let described: Registry | undefined

export const describeForTests = (): Registry => (described ??= describeBank(new TestClock()))

export const describeMetricsForTests = () => describeMetrics(new TestClock())

/** A domain as the registry knows it, made by hand. */
export const declare = (domain: Partial<Declared> & Pick<Declared, 'name'>): Declared => ({
  summary: 'Made by a test.',
  graphql: 'test',
  operations: [],
  events: [],
  examples: {},
  jobs: [],
  retention: [],
  sealed: [],
  personalData: [],
  tools: [],
  queues: [],
  names: [],
  ...domain,
})
