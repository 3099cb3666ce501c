// The architecture as a test: which modules may import which, which SQL is allowed where, what is banned.
// Stated once over the list of all files, so that no folder has a rule of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { domains } from '../../src/domains/index.ts'
import * as places from '../harness/places.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const listSources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file))
/** The generator of clients runs in the bank, too. */
const files = [...listSources('src'), ...listSources('sdk/generator')]
const sources = files.filter((file) => !places.isTestOnly(file))
const textOf = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))

/** Static and dynamic imports and re-exports of one file. */
function importsOf(file: string): string[] {
  const found = textOf.get(file)!.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)
  return [...found].map((match) => match[1]!)
}

/** The own modules that a file loads: imports and re-exports of anything but types. */
function loadedBy(file: string): string[] {
  const text = textOf.get(file)!.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  const found = text.matchAll(/^(?:import|export) (?!type\b)([^']*?)from '(\.[^']+)'/gm)
  const isValue = (names: string): boolean =>
    !names.startsWith('{') || /[{,]\s*(?!type\b)\w/.test(names)
  return [...found].filter(([, names]) => isValue(names!)).map(([, , target]) => target!)
}

interface Import {
  readonly file: string
  readonly target: string
}
const own: Import[] = sources.flatMap((file) =>
  importsOf(file)
    .filter((target) => target.startsWith('.'))
    .map((target) => ({ file, target: normalize(join(dirname(file), target)) })),
)
const foreign: Import[] = sources.flatMap((file) =>
  importsOf(file)
    .filter((target) => !target.startsWith('.'))
    .map((target) => ({ file, target })),
)

const layers = ['kernel', 'platform', 'operation', 'transport', 'domains', 'generator'] as const
type Layer = (typeof layers)[number]
const layerOf = (file: string): Layer | undefined =>
  file.startsWith('sdk/generator/')
    ? 'generator'
    : layers.find((layer) => file.startsWith(`src/${layer}/`))

const mayImport: Record<Layer, readonly Layer[]> = {
  kernel: ['kernel'],
  platform: ['kernel', 'platform'],
  operation: ['kernel', 'platform', 'operation'],
  transport: ['kernel', 'platform', 'operation', 'transport'],
  domains: ['kernel', 'platform', 'operation', 'domains', 'generator'],
  generator: ['generator'],
}

describe('the repository', () => {
  it('is enough: no path of a source or test leads above its root', () => {
    const folders = ['bench', 'bin', 'console', 'demo', 'sdk', 'src', 'test', 'tools']
    const paths = folders.flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(ts|tsx|js|mjs|json)$/.test(file) && !file.includes('node_modules'))
        .flatMap((file) => relativePathsOf(join(folder, file))),
    )
    expect(paths.length).toBeGreaterThan(1000)
    const above = paths.filter(({ file, path }) => join(dirname(file), path).startsWith('..'))
    expect(above).toEqual([])
  })
})

describe('a test that may be skipped', () => {
  it('says in its title what it needs', () => {
    const tests = ['sdk', 'src', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter((file) => places.isTestOnly(file) && !file.includes('node_modules')),
    )
    const silent = tests.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split(/\b(?:it|describe)\.(?=skip|runIf)/)
        .slice(1)
        .filter((skipped) => !/\(needs |NEEDS_OUTSIDE_FILES/.test(skipped.slice(0, 250)))
        .map((skipped) => ({ file, skipped: skipped.slice(0, 80) })),
    )
    expect(silent).toEqual([])
  })
})

/** The string literals of a file that begin with `../`, in imports and elsewhere. */
function relativePathsOf(file: string): { readonly file: string; readonly path: string }[] {
  const found = readFileSync(join(root, file), 'utf8').matchAll(/['"`]((?:\.\.\/)+[^'"`]*)/g)
  return [...found].map((match) => ({ file, path: match[1]! }))
}

describe('layers', () => {
  it('import only what lies below them', () => {
    const broken = own.filter(({ file, target }) => {
      const from = layerOf(file)
      if (from === undefined) return false
      const to = layerOf(target)
      return to === undefined || !mayImport[from].includes(to)
    })
    expect(broken).toEqual([])
  })

  it('import nothing that is there for tests', () => {
    expect(own.filter(({ target }) => places.isTestOnly(target))).toEqual([])
  })

  it('leave technology where it belongs', () => {
    const homes: Record<string, RegExp> = {
      fastify: /^src\/(transport\/|(app|transports)\.ts)/,
      pg: /^src\/platform\//,
      graphql: /^src\/transport\/(graphql\/|projections\.ts)/,
      'pg-boss': /^src\/platform\/jobs\.ts/,
    }
    expect(foreign.filter(({ file, target }) => homes[target]?.test(file) === false)).toEqual([])
  })

  it('keep the kernel free of input and output', () => {
    const allowed = /^(typebox(\/.*)?|node:crypto)$/
    expect(
      foreign.filter(({ file, target }) => layerOf(file) === 'kernel' && !allowed.test(target)),
    ).toEqual([])
  })
})

describe('domains', () => {
  const byName = new Map(domains.map((domain) => [domain.name, domain]))
  const { areaOf } = places
  const domainOf = (file: string): string | undefined => places.domainOf(file, domains)

  it('are all in the register, and nothing else is', () => {
    const folders = new Set(sources.flatMap((file) => domainOf(file) ?? []))
    expect([...folders].toSorted()).toEqual([...byName.keys()].toSorted())
  })

  it('import of each other only the index or what is for tasks, and only of those that they need', () => {
    const broken = own.filter(({ file, target }) => {
      const [from, to] = [domainOf(file), domainOf(target)]
      if (from === undefined || to === undefined || from === to) return false
      const needed = Object.values(byName.get(from)!.needs).map(({ name }) => name)
      return !needed.includes(to) || !/\/(index|for-tasks)\.ts$/.test(target)
    })
    expect(broken).toEqual([])
  })

  it('give to tasks in worker threads only what these run, never a whole domain', () => {
    const tasks = sources.flatMap((file) =>
      [...textOf.get(file)!.matchAll(/tasksOf<[^(]*\(\s*new URL\('(\.[^']+)', import\.meta\.url/g)]
        .filter(() => layerOf(file) === 'domains')
        .map(([, target]) => join(dirname(file), target!)),
    )
    expect(tasks.length).toBeGreaterThan(5)
    const loaded = new Set<string>()
    const load = (file: string): void => {
      if (loaded.has(file)) return
      loaded.add(file)
      for (const target of loadedBy(file)) load(normalize(join(dirname(file), target)))
    }
    for (const task of tasks) load(task)
    const manifests = [...loaded].filter((file) => textOf.get(file)!.includes('defineDomain('))
    expect(manifests).toEqual([])
  })

  it('are put together by their manifests alone', () => {
    expect(textOf.get('src/app.ts')!.split('\n').length).toBeLessThan(100)
    const lists = sources.filter((file) => /^src\/domains\/([^/]+\/)?index\.ts$/.test(file))
    expect(lists.length).toBeGreaterThan(5)
    const imported = ['src/app.ts', ...lists].flatMap((file) =>
      [...textOf.get(file)!.matchAll(/^import \{ ([^}]+) \} from '(\.[^']+)'/gm)]
        .map(([, names, target]) => ({ names: names!, target: join(dirname(file), target!) }))
        .filter(({ target }) => target.startsWith('src/domains/')),
    )
    const isManifest = ({ names, target }: (typeof imported)[number]): boolean =>
      names.split(', ').every((name) => {
        const declared = new RegExp(
          `^export const ${name}(: readonly Domain\\[\\]|: Areas)? =`,
          'm',
        )
        const text = textOf.get(target)!
        return declared.test(text) && (lists.includes(target) || text.includes('defineDomain('))
      })
    expect(imported.length).toBeGreaterThan(domains.length)
    expect(imported.filter((one) => !isManifest(one))).toEqual([])
  })

  it('hand functions to each other in setUp by extension points only', () => {
    const manifests = sources.filter(
      (file) => layerOf(file) === 'domains' && textOf.get(file)!.includes('defineDomain('),
    )
    const points = manifests.flatMap((file) =>
      [...textOf.get(file)!.matchAll(/const (\w+) = extensionPoint</g)].map(([, name]) => name!),
    )
    // Besides what it declares and returns, the only effect of setUp is to add handlers.
    const effects = manifests.flatMap((file) => {
      const [, body = ''] =
        /\n {2}setUp\([^)]*\) \{\n(.*?)\n {2}\},\n/s.exec(textOf.get(file)!) ?? []
      return [...body.matchAll(/^ {4}(?!const |let |return |\/\/)(\w.*)/gm)].map(
        ([, statement]) => ({ file, statement: statement! }),
      )
    })
    expect(effects.length).toBeGreaterThan(20)
    const broken = effects.filter(({ statement }) => {
      const [, point] = /^[\w.]+\.(\w+)\.add\(|^(\w+)\.add\(/.exec(statement)?.filter(Boolean) ?? []
      return point === undefined || !points.includes(point)
    })
    expect(broken).toEqual([])
  })

  it('lean on people and core, and on nothing of another area', () => {
    const carriers = ['people', 'core']
    const broken = own.filter(({ file, target }) => {
      const [from, to] = [areaOf(file), areaOf(target)]
      if (from === undefined || to === undefined || from === to) return false
      return !carriers.includes(to)
    })
    expect(broken).toEqual([])
  })

  const schemaOwners = new Map(
    domains.flatMap(({ name, schemas = [name.replaceAll('-', '_')] }) =>
      schemas.map((schema) => [schema, name]),
    ),
  )

  it('own every schema that migrations create', () => {
    const created = readdirSync(join(root, 'migrations')).flatMap((name) => {
      const text = readFileSync(join(root, 'migrations', name), 'utf8')
      return [...text.matchAll(/^create schema (?:if not exists )?(\w+)/gim)].map(([, one]) => one!)
    })
    expect(created).toContain('ledger')
    expect(created.filter((schema) => !schemaOwners.has(schema))).toEqual([])
  })

  it('name their own tables only, and only in their store', () => {
    const schemas = [...schemaOwners.keys(), 'platform']
    const table = new RegExp(`['\\s](${schemas.join('|')})\\.[a-z_]+['\\s(]`)
    const broken = sources.filter((file) => {
      const named = textOf
        .get(file)!
        .split('\n')
        .filter((line) =>
          /selectFrom|insertInto|updateTable|deleteFrom|\b(from|into|update|join) /.test(line),
        )
        .flatMap((line) => table.exec(line)?.[1] ?? [])
      if (named.length === 0 || file === 'src/platform/migrations.ts') return false
      const areOwn = named.every((schema) =>
        schema === 'platform'
          ? file.startsWith('src/operation/')
          : domainOf(file) === schemaOwners.get(schema),
      )
      return !areOwn || !/\/([a-z]+-)?store\.ts$/.test(file)
    })
    expect(broken).toEqual([])
  })

  it('move cash in and out only where the right to do so is checked', () => {
    const asked = [
      'src/domains/core/accounts/openings.ts',
      'src/domains/core/transactions/reversals/service.ts',
      'src/domains/core/transfers/service.ts',
      'src/domains/lending/microfinance/tellers/cash.ts',
    ]
    // The ledger only numbers the accounts, and the general ledger shows them. The provider of the ramp and the payment
    // networks prove their payments themselves; Interledger pays against a fulfilment, and is paid by its peer; a
    // bridge and a swap pay out tokens on a chain, never cash. Cards pay over their network, as payments over a rail do.
    // The reserves of regulatory reporting are only read.
    const exempt = [
      'src/domains/commerce/cards/issuing/money.ts',
      'src/domains/core/general-ledger/chart.ts',
      'src/domains/core/ledger/ids.ts',
      'src/domains/markets/cross-chain/bridges/settlement.ts',
      'src/domains/markets/defi/swaps/settlement.ts',
      'src/domains/markets/ramp/settlement.ts',
      'src/domains/payments/interledger/incoming/fulfilment.ts',
      'src/domains/payments/interledger/payments/settlement.ts',
      'src/domains/payments/payment-rails/payments/postings.ts',
      'src/domains/compliance/regulatory/checks/reserves.ts',
    ]
    const found = sources
      .filter((file) => !/\/(examples|answers)\.ts$/.test(file))
      .filter((file) => textOf.get(file)!.includes("'external:"))
    expect(found.toSorted()).toEqual([...asked, ...exempt].toSorted())
    const silent = asked.filter((file) => !/funding\.(reachOf|readReach)\(/.test(textOf.get(file)!))
    expect(silent).toEqual([])
  })

  it('let operations call the service, never a store or the database', () => {
    const operations = sources.filter((file) => /[/-]operations\.ts$/.test(file))
    expect(operations.length).toBeGreaterThan(100)
    const notForThem = /[/-]store\.ts$|\/platform\/database\.ts$/
    const loading = operations.flatMap((file) =>
      loadedBy(file)
        .filter((target) => notForThem.test(target))
        .map((target) => ({ file, target })),
    )
    expect(loading).toEqual([])
    const query =
      /\bsql[`<]|'kysely'|\.(selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/
    expect(operations.filter((file) => query.test(textOf.get(file)!))).toEqual([])
  })

  it('let stores import no service and no operations, not even their types', () => {
    const broken = own.filter(
      ({ file, target }) =>
        /[/-]store\.ts$/.test(file) && /[/-](service|operations)\.ts$/.test(target),
    )
    expect(broken).toEqual([])
  })

  /** Rows to parameters and back, and conditions of statements: nothing that asks the database. */
  const isPure = (name: string): boolean =>
    /^(to\w+Columns|toOrder|parameterList|readInvalidation|isOwnedBy|isOwnersAccount|isCountKept|make\w+EventLog|(move|hold)Log|movesOf|sharedRanges|sides|linksOf)$/.test(
      name,
    )

  it('take the transaction first in every function of a store', () => {
    const broken = sources
      .filter((file) => /[/-]store\.ts$/.test(file))
      .flatMap((file) => {
        const declared = textOf
          .get(file)!
          .matchAll(/^export (?:async )?(?:function|const) (\w+)(?: =)?(?: async)?\s*\(\s*(\w*)/gm)
        return [...declared].filter((match) => match[2] !== 'tx' && !isPure(match[1]!))
      })
    expect(broken.map((match) => match[0])).toEqual([])
  })

  /** Their queries compute them: no table has such columns. */
  const COMPUTED = ['DayRow', 'GroupRow', 'MatchingRow', 'TallyRow', 'WeighedRow']

  it('have the types of their rows from the tables, and cast nothing that they read', () => {
    const stores = sources.filter((file) => /[/-]store\.ts$/.test(file))
    const written = stores.flatMap((file) => [
      ...textOf.get(file)!.matchAll(/\binterface (\w*Row)\b/g),
    ])
    expect(written.map((match) => match[1]!).toSorted()).toEqual(COMPUTED)
    const cast = stores.filter((file) => / as (unknown|[A-Z])|\$castTo/.test(textOf.get(file)!))
    expect(cast).toEqual([])
  })
})

describe('migrations', () => {
  /** Three got one number before this test existed; their names are recorded in every database. */
  const EARLIER = [
    '0032_machine_payments_create.sql',
    '0032_sms_create.sql',
    '0032_x402_create.sql',
  ]

  it('have a number each, and a name', () => {
    const names = readdirSync(join(root, 'migrations')).filter((name) => !EARLIER.includes(name))
    for (const name of names) expect(name).toMatch(/^\d{4}_[a-z0-9_]+\.sql$/)
    const numbers = names.map((name) => name.slice(0, 4))
    expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([])
  })
})

describe('what is banned, and what to use instead', () => {
  const banned: readonly [rule: string, pattern: RegExp, except?: RegExp][] = [
    [
      'the clock is passed in',
      /\bDate\.now\(|new Date\(\)/,
      /kernel\/clock\.ts|platform\/(mail|postgres)/,
    ],
    ['randomness comes from platform/secrets.ts', /Math\.random\(/],
    ['money is never parsed as a float', /parseFloat\(/],
    [
      'the environment is read in config.ts',
      /process\.env/,
      /src\/(main|server)\.ts|platform\/postgres/,
    ],
    ['the services of the bank are passed by name, never spread', /\.\.\.(?:\w+\.)*bank\b(?![.(])/],
    ['log with pino', /\bconsole\.\w+\(/],
    ['exports are listed by name', /export \*/],
    ['a FIXME cannot be merged', /FIXME/],
    ['a TODO names its issue', /TODO(?! #\d)/],
  ]
  it.each(banned)('%s', (_rule, pattern, except) => {
    const found = sources.filter((file) => !except?.test(file) && pattern.test(textOf.get(file)!))
    expect(found).toEqual([])
  })

  it('every file says first what it is for', () => {
    const silent = [...sources, ...files].filter(
      (file) => !textOf.get(file)!.startsWith('//') && file !== 'src/platform/tables.ts',
    )
    expect(silent).toEqual([])
  })
})
