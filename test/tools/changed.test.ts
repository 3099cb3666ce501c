// Which tests `npm test -- --changed` runs.
import { describe, expect, it } from 'vitest'
import { concernedBy, findUsers } from '../harness/changed.ts'

const tests = [
  'src/domains/agents/escrow/escrow.test.ts',
  'src/domains/core/accounts/accounts.test.ts',
  'src/domains/core/transfers/transfers.test.ts',
  'src/domains/markets/gcu/gcu.test.ts',
  'src/domains/people/identity/identity.test.ts',
  'src/kernel/money.test.ts',
  'test/contract/bounds.test.ts',
  'test/process/stop.test.ts',
]
const texts = new Map([
  ['src/domains/core/transfers/index.ts', "import { accounts } from '../accounts/index.ts'"],
  ['src/domains/markets/gcu/service.ts', "import type { T } from '../../core/transfers/index.ts'"],
  ['src/domains/agents/escrow/prepare.ts', "import { x } from '../../core/accounts/prepare.ts'"],
  ['src/domains/people/identity/identity.test.ts', "import { x } from '../../core/accounts/x.ts'"],
])
const choose = (...changed: string[]): string[] => concernedBy(changed, tests, findUsers(texts))

describe('a change', () => {
  it('in a domain concerns its tests, those of its users, and those that ask every operation', () => {
    expect(choose('src/domains/core/transfers/service.ts')).toEqual([
      'src/domains/core/transfers/transfers.test.ts',
      'src/domains/markets/gcu/gcu.test.ts',
      'test/contract/bounds.test.ts',
    ])
    expect(choose('src/domains/core/accounts/store.ts')).toContain(
      'src/domains/markets/gcu/gcu.test.ts',
    )
  })

  it('in a domain does not concern domains whose tests alone use it', () => {
    const chosen = choose('src/domains/core/accounts/store.ts')
    expect(chosen).not.toContain('src/domains/people/identity/identity.test.ts')
    expect(chosen).not.toContain('src/domains/agents/escrow/escrow.test.ts')
  })

  it('of the preparation of examples concerns those that ask every operation', () => {
    for (const file of ['src/domains/core/transfers/prepare.ts', 'test/contract/prepare/scene.ts'])
      expect(choose(file)).toEqual(['test/contract/bounds.test.ts'])
  })

  it('of a test concerns that test', () => {
    expect(choose('src/domains/core/accounts/accounts.test.ts')).toEqual([
      'src/domains/core/accounts/accounts.test.ts',
    ])
  })

  it('elsewhere is left to the imports', () => {
    expect(choose('src/kernel/money.ts')).toEqual(['src/kernel/money.ts'])
  })
})
