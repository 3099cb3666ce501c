// The OpenAPI document as third-party tools read it: three strict linters, and two generators of TypeScript whose output
// has to compile under strict settings. The tools live in tools/openapi. The linters read the whole document; the
// generators get a part of it that has every kind of operation, and the whole where there is time.
import { execFile, type ExecFileException } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { withProtocols } from '../../src/transport/openapi/protocols.ts'
import { describeClient, versionOf } from '../clients/client.ts'
import { describeForTests } from '../harness/describe.ts'
import { isLong } from '../harness/rounds.ts'
import { chooseRepresentatives, findCollisions, type OpenApi } from './document-part.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tools = join(root, 'tools/openapi')
const PATH = [join(tools, 'node_modules/.bin'), join(root, 'node_modules/.bin'), process.env.PATH]
const env = {
  ...process.env,
  PATH: PATH.join(delimiter),
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

/** Runs to its end, or is refused with all that the tool had to say. */
async function run(tool: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)(tool, args, { cwd: tools, env, maxBuffer: 64 * 1024 * 1024 })
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as ExecFileException
    expect.fail(`${tool} refused it:\n${stdout}${stderr || message}`.slice(0, 5_000))
  }
}

const whole = JSON.parse(
  JSON.stringify(withProtocols(toOpenApi(describeForTests(), 'https://bank.example'))),
) as OpenApi

let folder: string
let document: string
/** What the generators get. */
let generated: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-openapi-'))
  document = join(folder, 'openapi.json')
  await copyFile(join(tools, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  // What the generated files import.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(document, JSON.stringify(whole))
  generated = isLong ? document : join(folder, 'part.json')
  if (!isLong) await writeFile(generated, JSON.stringify(chooseRepresentatives(whole)))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const part = 'OpenAPI document'
const version = (name: string) =>
  versionOf(name, new URL('../../tools/openapi/', import.meta.url).href)
const tool = (name: string) => ({ client: name, version: version(name), part })

describeClient(tool('@seriousme/openapi-schema-validator'), () => {
  it('finds only what OpenAPI 3.0 allows', () => run('validate-api', document))
})

describeClient(tool('@redocly/cli'), () => {
  it('finds nothing by its strict rules, examples included', () =>
    run('redocly', 'lint', document, '--config', join(tools, 'redocly.yaml')))
})

describeClient(tool('@stoplight/spectral-cli'), () => {
  it('finds nothing to warn of', async () => {
    const options = ['--fail-severity', 'info', '--ruleset']
    const rules = join(tools, '.spectral.yaml')
    if (isLong) return run('spectral', 'lint', document, ...options, rules)
    // These take half of its time, and ask of the whole document what the two linters above have just asked.
    const own = join(folder, 'spectral.yaml')
    const others = ['oas3-schema', 'oas3-valid-media-example', 'oas3-valid-schema-example']
    const off = others.map((name) => `  ${name}: off\n`).join('')
    await writeFile(own, `extends: [${rules}]\nrules:\n${off}`)
    await run('spectral', 'lint', document, ...options, own)
  })
})

describe('the part for the generators', () => {
  it('is a part only, which the schema of OpenAPI allows', async () => {
    const documents = [chooseRepresentatives(whole), whole]
    const [few, all] = documents.map(({ paths }) => Object.keys(paths).length)
    expect(few).toBeGreaterThan(50)
    expect(few).toBeLessThan(all! / 4)
    await run('validate-api', generated)
  })

  it('leaves out nothing whose name would be that of something else', () => {
    const operations = Object.values(whole.paths).flatMap((path) => Object.values(path))
    expect(findCollisions(operations.map((one) => one.operationId as string))).toEqual([])
    for (const named of Object.values(whole.components))
      expect(findCollisions(Object.keys(named))).toEqual([])
  })
})

/** Compiles one of the generated files under strict settings. */
async function compile(file: string): Promise<void> {
  const settings = join(folder, `${file}.json`)
  await writeFile(settings, JSON.stringify({ extends: './tsconfig.json', files: [file] }))
  await run(join(root, 'node_modules/.bin/tsc'), '--project', settings)
}

describeClient(tool('openapi-typescript'), () => {
  it('writes types that compile strictly', async () => {
    await run('openapi-typescript', generated, '--output', join(folder, 'types.ts'))
    await compile('types.ts')
  })
})

describeClient(tool('orval'), () => {
  beforeAll(async () => {
    Object.assign(env, { DOCUMENT: generated, FOLDER: folder })
    await run('orval', '--config', join(tools, 'orval.config.ts'))
  })

  it.each([
    ['a client for fetch', 'fetch.ts'],
    ['schemas for zod', 'zod.ts'],
    ['hooks for TanStack Query 5', 'query.ts'],
  ])('writes %s that compiles strictly', (_what, file) => compile(file))
})
