// The generated packages at work: they compile, pass their own tests, and pay at a running bank.
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../test/harness/bank.ts'
import type { LanguageName } from './languages.ts'
import type { SdkRequest } from './sdk-package.ts'
import { allModules, has, makeFiles, runProgram, writeOut } from './test-support.ts'

const TIMEOUT_MS = 120_000
const modulesFolder = fileURLToPath(new URL('../../node_modules', import.meta.url))

let bank: Bank
let person: Person
const removals: (() => Promise<void>)[] = []

beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
})
afterAll(async () => {
  for (const remove of removals) await remove()
  await bank.stop()
})

async function folderOf(language: LanguageName, change?: Partial<SdkRequest>): Promise<string> {
  const { folder, remove } = await writeOut(makeFiles(language, change))
  removals.push(remove)
  return folder
}

async function openAccount(name: string): Promise<string> {
  const { body } = await bank.call(
    'POST /api/v2/accounts',
    { user_uuid: person.uuid, name },
    person,
  )
  return body.data.uuid
}

/** Pays with the example of the SDK, and checks that the bank has the transfer. */
async function pay(
  run: (payment: readonly string[], env: NodeJS.ProcessEnv) => Promise<{ readonly stdout: string }>,
): Promise<void> {
  const [from, to] = [await openAccount('From'), await openAccount('To')]
  const money = { amount: '10.00', asset_code: 'USD' }
  await bank.call(`POST /api/v2/accounts/${from}/deposit`, money, person)
  const env = { ...process.env, BANK_URL: bank.url, BANK_TOKEN: person.token }
  const { stdout } = await run([from, to, '2.50', 'USD'], env)
  expect(stdout).toContain(`${from} From`)
  const uuid = stdout.trim().split('\n').at(-1)!.split(' ')[0]!
  const { body } = await bank.call(`GET /api/v2/transfers/${uuid}`, undefined, person)
  expect(body.data).toMatchObject({ from_account: from, to_account: to, amount: '2.50' })
}

const tsc = join(modulesFolder, '.bin', 'tsc')

describe('the SDK for TypeScript', () => {
  it('compiles strictly with all modules, with types and without', {
    timeout: TIMEOUT_MS,
  }, async () => {
    for (const include_types of [true, false]) {
      const options = { include_types, include_examples: false, include_tests: false }
      const folder = await folderOf('typescript', { modules: allModules, options })
      await runProgram(tsc, ['-p', folder])
    }
  })

  it('passes its own tests, and pays', { timeout: TIMEOUT_MS }, async () => {
    const folder = await folderOf('typescript')
    await runProgram(process.execPath, ['--test', 'test/client.test.ts'], { cwd: folder })
    // The examples need the types of Node.
    await symlink(modulesFolder, join(folder, 'node_modules'))
    const files = ['examples/quickstart.ts', 'test/client.test.ts']
    const options = ['--module', 'nodenext', '--target', 'es2024', '--types', 'node']
    const strict = ['--strict', '--noEmit', '--allowImportingTsExtensions', '--ignoreConfig']
    await runProgram(tsc, [...options, ...strict, ...files], { cwd: folder })
    await pay((payment, env) =>
      runProgram(process.execPath, ['examples/quickstart.ts', ...payment], { cwd: folder, env }),
    )
  })
})

describe.skipIf(!(await has('python3')))('the SDK for Python (needs python3)', () => {
  it('passes its own tests, and pays', { timeout: TIMEOUT_MS }, async () => {
    const folder = await folderOf('python')
    await runProgram('python3', ['-m', 'unittest', 'discover', 'tests'], { cwd: folder })
    await pay((payment, env) =>
      runProgram('python3', ['examples/quickstart.py', ...payment], { cwd: folder, env }),
    )
  })

  it('can be imported with all modules, and its types resolve', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const folder = await folderOf('python', { modules: allModules })
    const program = `
import sys, typing
sys.path.insert(0, "src")
import acme_pay_sdk.client
from acme_pay_sdk import models
records = [one for one in vars(models).values() if typing.is_typeddict(one)]
for one in records: typing.get_type_hints(one)
print(len(records))`
    const { stdout } = await runProgram('python3', ['-c', program], { cwd: folder })
    expect(Number(stdout)).toBeGreaterThan(500)
  })
})

/** A compiler that runs for seconds gains nothing from optimizing itself. */
const QUICK_START = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC']

describe.skipIf(!(await has('javac')))('the SDK for Java (needs javac)', () => {
  it('compiles without a warning, passes its own tests, and pays', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const files = makeFiles('java', { modules: ['accounts', 'transfers', 'events'] })
    const { folder, remove } = await writeOut(files)
    removals.push(remove)
    const sources = [...files.keys()].filter((path) => path.endsWith('.java'))
    const options = [...QUICK_START, '--release', '17', '-Xlint:all', '-Werror', '-d', 'out']
    await runProgram('javac', [...options, ...sources], { cwd: folder })
    const { stdout } = await runProgram('java', ['-cp', 'out', 'com.acmepaysdk.ClientTest'], {
      cwd: folder,
    })
    expect(stdout).toContain('4 tests passed')
    await pay((payment, env) =>
      runProgram('java', ['-cp', 'out', 'Quickstart', ...payment], { cwd: folder, env }),
    )
  })
})
