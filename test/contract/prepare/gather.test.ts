// What a prepare.ts may be about.
import { describe, expect, it } from 'vitest'
import { gather, importPrepareModules } from './gather.ts'
import type { PrepareModule } from './scene.ts'

const domains = [
  { name: 'loans', operations: [{ name: 'loan.get' }, { name: 'loan.list' }] },
  { name: 'agent-messages', operations: [{ name: 'message.get' }] },
]
const prepare = () => ({})

const gatherFrom = (modules: Readonly<Record<string, PrepareModule>>) =>
  gather(new Map(Object.entries(modules)), domains)

describe('a prepare.ts', () => {
  it('is about operations of its domain, in any folder of it', () => {
    const { preparations, liveOnly } = gatherFrom({
      'src/domains/lending/loans/prepare.ts': { preparations: { 'loan.get': prepare } },
      'src/domains/lending/loans/terms/prepare.ts': { preparations: { 'loan.list': prepare } },
      'src/domains/agents/messages/prepare.ts': { liveOnly: { 'message.get': 'A reason.' } },
    })
    expect(Object.keys(preparations)).toEqual(['loan.get', 'loan.list'])
    expect(liveOnly).toEqual({ 'message.get': 'A reason.' })
  })

  const wrong: readonly [kind: string, module: PrepareModule][] = [
    ['preparations', { preparations: { 'message.get': prepare } }],
    ['rows', { rows: { 'message.get': async () => {} } }],
    ['liveOnly', { liveOnly: { 'message.get': 'A reason.' } }],
  ]

  it.each(wrong)('cannot be about an operation of another domain: %s', (kind, module) => {
    expect(() => gatherFrom({ 'src/domains/lending/loans/prepare.ts': module })).toThrow(
      `src/domains/lending/loans/prepare.ts: ${kind} has message.get, which is not an operation of this domain`,
    )
  })

  it('cannot be about an operation that another one is about', () => {
    const module = { preparations: { 'loan.get': prepare } }
    expect(() =>
      gatherFrom({
        'src/domains/lending/loans/prepare.ts': module,
        'src/domains/lending/loans/terms/prepare.ts': module,
      }),
    ).toThrow(
      'preparations has loan.get in two files: src/domains/lending/loans/prepare.ts and src/domains/lending/loans/terms/prepare.ts.',
    )
  })
})

it('every prepare.ts prepares something', async () => {
  const modules = await importPrepareModules()
  expect(modules.size).toBeGreaterThan(40)
  const empty = [...modules].filter(([, { preparations, rows }]) => !preparations && !rows)
  expect(empty.map(([file]) => file)).toEqual([])
})
