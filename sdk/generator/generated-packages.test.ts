// The generated packages at work: they compile or load, pass their own tests, and pay at a running bank. They have all
// modules, with every kind of operation; and all operations where there is time, since those of a kind are alike but for
// their names, which names.test.ts checks, and generator.test.ts parses all of them. A language whose tools are missing is
// skipped by name.
import { readdir, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../test/harness/bank.ts'
import { describeClient } from '../../test/clients/client.ts'
import { chooseRepresentatives, type OpenApi } from '../../test/contract/document-part.ts'
import { isLong } from '../../test/harness/rounds.ts'
import type { ApiDocument } from './document.ts'
import type { LanguageName } from './languages.ts'
import { type SdkRequest, toSource, writeFiles } from './sdk-package.ts'
import {
  allModules,
  document,
  findNode,
  findVersion,
  request,
  runProgram,
  writeOut,
} from './test-support.ts'

const TIMEOUT_MS = 600_000

/** What the examples and the tests of the packages call. */
const USED = ['accounts', 'transfers', 'events']
const api = isLong ? document : takePart()

function takePart(): ApiDocument {
  // Packages have no calls for the older names of an operation.
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const own = Object.entries(methods).filter(([, one]) => one['x-alias-of'] === undefined)
    return [path, Object.fromEntries(own)]
  })
  const named = { ...document, paths: Object.fromEntries(paths) }
  return chooseRepresentatives(named as unknown as OpenApi, USED) as unknown as ApiDocument
}
const { shapes } = toSource(api, request('typescript', { modules: allModules }))
const calls = shapes.modules.flatMap((module) => module.calls)
const modulesFolder = fileURLToPath(new URL('../../node_modules', import.meta.url))

it('the packages have every kind of operation', () => {
  expect(calls.length).toBeGreaterThan(70)
  expect(shapes.records.size).toBeGreaterThan(150)
})

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
  const source = toSource(api, request(language, { modules: allModules, ...change }))
  const { folder, remove } = await writeOut(writeFiles(source, language))
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
async function pay(folder: string, program: string, options: readonly string[]): Promise<void> {
  const [from, to] = [await openAccount('From'), await openAccount('To')]
  const money = { amount: '10.00', asset_code: 'USD' }
  await bank.call(`POST /api/v2/accounts/${from}/deposit`, money, person)
  const env = { ...process.env, BANK_URL: bank.url, BANK_TOKEN: person.token }
  const payment = [from, to, '2.50', 'USD']
  const { stdout } = await runProgram(program, [...options, ...payment], { cwd: folder, env })
  expect(stdout).toContain(`${from} From`)
  const uuid = stdout.trim().split('\n').at(-1)!.split(' ')[0]!
  const { body } = await bank.call(`GET /api/v2/transfers/${uuid}`, undefined, person)
  expect(body.data).toMatchObject({ from_account: from, to_account: to, amount: '2.50' })
}

/** An SDK is run with the tools of its language, where this machine has them. */
const toolchain = async (language: string, program: string, ask = '--version') => {
  const version = await findVersion(program, ask)
  const name = program === process.execPath ? 'node' : program
  return {
    client: `SDK for ${language}`,
    version: version === undefined ? undefined : `${name} ${version}`,
    part: 'SDKs',
    needs: program,
  }
}

const tsc = join(modulesFolder, '.bin', 'tsc')
const EXAMPLE = 'examples/quickstart.js'
const node20 = await findNode(20)

describeClient(await toolchain('TypeScript', process.execPath), () => {
  let built: string
  beforeAll(async () => {
    built = await folderOf('typescript')
    await runProgram(tsc, ['-p', built])
  }, TIMEOUT_MS)

  it('compiles without types too', { timeout: TIMEOUT_MS }, async () => {
    const options = { include_types: false, include_examples: false, include_tests: false }
    await runProgram(tsc, ['-p', await folderOf('typescript', { options })])
  })

  it('has examples and tests that compile strictly', { timeout: TIMEOUT_MS }, async () => {
    await symlink(modulesFolder, join(built, 'node_modules'))
    const files = [EXAMPLE, 'test/client.test.js']
    const options = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node']
    const lib = ['--lib', 'es2022,dom,dom.asynciterable', '--ignoreConfig', '--noEmit']
    const strict = ['--allowJs', '--checkJs', '--strict', '--exactOptionalPropertyTypes']
    await runProgram(tsc, [...options, ...lib, ...strict, ...files], { cwd: built })
  })

  it('passes its own tests, and pays', { timeout: TIMEOUT_MS }, async () => {
    await runProgram(process.execPath, ['--test'], { cwd: built })
    await pay(built, process.execPath, [EXAMPLE])
  })

  describe.skipIf(!node20)('on Node 20 (needs Node 20)', () => {
    it('passes its own tests, and pays', { timeout: TIMEOUT_MS }, async () => {
      const { stdout } = await runProgram(node20!, ['--test'], { cwd: built })
      expect(stdout).toContain('# pass 4')
      await pay(built, node20!, [EXAMPLE])
    })
  })
})

describeClient(await toolchain('Python', 'python3'), () => {
  it('can be imported, its types resolve, it passes its own tests, and pays', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const folder = await folderOf('python')
    const program = `
import sys, typing
sys.path.insert(0, "src")
from acme_pay_sdk import Client, models
records = [one for one in vars(models).values() if typing.is_typeddict(one)]
services = [type(one) for name, one in vars(Client("http://127.0.0.1")).items() if name != "http"]
methods = [one for service in services for one in vars(service).values() if callable(one)]
for one in [*records, *methods]: typing.get_type_hints(one)
print(len(records), len(methods))`
    const { stdout } = await runProgram('python3', ['-c', program], { cwd: folder })
    const [records, methods] = stdout.split(' ').map(Number)
    expect(records).toBeGreaterThanOrEqual(shapes.records.size)
    expect(methods).toBeGreaterThanOrEqual(calls.length)
    await runProgram('python3', ['-m', 'unittest', 'discover', 'tests'], { cwd: folder })
    await pay(folder, 'python3', ['examples/quickstart.py'])
  })
})

/** A compiler that runs for seconds gains nothing from optimizing itself. */
const QUICK_START = ['-J-XX:TieredStopAtLevel=1', '-J-XX:+UseSerialGC']

describeClient(await toolchain('Java', 'javac'), () => {
  it('compiles without a warning, passes its own tests, and pays', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const folder = await folderOf('java')
    const sources = (await readdir(folder, { recursive: true })).filter((path) =>
      path.endsWith('.java'),
    )
    const options = [...QUICK_START, '--release', '17', '-Xlint:all', '-Werror', '-d', 'out']
    await runProgram('javac', [...options, ...sources], { cwd: folder })
    const { stdout } = await runProgram('java', ['-cp', 'out', 'com.acmepaysdk.ClientTest'], {
      cwd: folder,
    })
    expect(stdout).toContain('4 tests passed')
    await pay(folder, 'java', ['-cp', 'out', 'Quickstart'])
  })
})

describeClient(await toolchain('Go', 'go', 'version'), () => {
  // The libraries of Go are compiled once for all runs. A compiler of seconds needs no garbage collection.
  const env = {
    ...process.env,
    GOCACHE: join(tmpdir(), 'florin-go-cache'),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    GOGC: 'off',
  }

  it('compiles, and pays', { timeout: TIMEOUT_MS }, async () => {
    const cwd = await folderOf('go')
    await runProgram('go', ['build', '-gcflags=-N -l', '-o', 'pay', './examples/quickstart'], {
      cwd,
      env,
    })
    await pay(cwd, join(cwd, 'pay'), [])
  })

  // One module is enough for both, which would compile all others twice more.
  it('passes vet and its own tests', { timeout: TIMEOUT_MS }, async () => {
    const cwd = await folderOf('go', { modules: ['accounts', 'transfers', 'events'] })
    await runProgram('go', ['vet', './...'], { cwd, env })
    await runProgram('go', ['test', './...'], { cwd, env })
  })
})

describeClient(await toolchain('PHP', 'php'), () => {
  it('loads every class, passes its own tests, and pays', { timeout: TIMEOUT_MS }, async () => {
    const folder = await folderOf('php')
    const program = `
require 'autoload.php';
$files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('src', FilesystemIterator::SKIP_DOTS));
$count = 0;
foreach ($files as $file) {
    require_once $file->getPathname();
    $count++;
}
echo $count;`
    const { stdout } = await runProgram('php', ['-r', program], { cwd: folder })
    expect(Number(stdout)).toBeGreaterThan(shapes.records.size)
    const own = await runProgram('php', ['tests/ClientTest.php'], { cwd: folder })
    expect(own.stdout).toContain('3 tests passed')
    await pay(folder, 'php', ['examples/quickstart.php'])
  })
})

describeClient(await toolchain('C#', 'dotnet'), () => {
  it('compiles, passes its own tests, and pays', { timeout: TIMEOUT_MS }, async () => {
    const folder = await folderOf('csharp')
    const { stdout: version } = await runProgram('dotnet', ['--version'])
    // The installed version: the packs of another one would have to be fetched.
    const framework = `-p:TargetFramework=net${version.split('.')[0]}.0`
    const env = { ...process.env, DOTNET_CLI_TELEMETRY_OPTOUT: '1', DOTNET_NOLOGO: '1' }
    const run = (project: string) => ['run', framework, '--project', project]
    const { stdout } = await runProgram('dotnet', run('tests/AcmePaySdk.Tests'), {
      cwd: folder,
      env,
    })
    expect(stdout).toContain('3 tests passed')
    await pay(folder, 'dotnet', [...run('examples/Quickstart'), '--'])
  })
})
