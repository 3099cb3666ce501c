// The OpenAPI document as third-party tools read it: three strict linters, and two generators of TypeScript whose output
// has to compile under strict settings. The tools live in tools/openapi.
import { execFile, type ExecFileException } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { withProtocols } from '../../src/transport/openapi/protocols.ts'
import { describeClient, versionOf } from '../clients/client.ts'
import { describeForTests } from '../harness/describe.ts'

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

let folder: string
let document: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-openapi-'))
  document = join(folder, 'openapi.json')
  await copyFile(join(tools, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  // What the generated files import.
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(
    document,
    JSON.stringify(withProtocols(toOpenApi(describeForTests(), 'https://bank.example'))),
  )
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
  it('finds nothing to warn of', () =>
    run(
      'spectral',
      'lint',
      document,
      '--ruleset',
      join(tools, '.spectral.yaml'),
      '--fail-severity',
      'info',
    ))
})

/** Compiles one of the generated files under strict settings. */
async function compile(file: string): Promise<void> {
  const settings = join(folder, `${file}.json`)
  await writeFile(settings, JSON.stringify({ extends: './tsconfig.json', files: [file] }))
  await run(join(root, 'node_modules/.bin/tsc'), '--project', settings)
}

describeClient(tool('openapi-typescript'), () => {
  it('writes types that compile strictly', async () => {
    await run('openapi-typescript', document, '--output', join(folder, 'types.ts'))
    await compile('types.ts')
  })
})

describeClient(tool('orval'), () => {
  beforeAll(async () => {
    Object.assign(env, { DOCUMENT: document, FOLDER: folder })
    await run('orval', '--config', join(tools, 'orval.config.ts'))
  })

  it.each([
    ['a client for fetch', 'fetch.ts'],
    ['schemas for zod', 'zod.ts'],
    ['hooks for TanStack Query 5', 'query.ts'],
  ])('writes %s that compiles strictly', (_what, file) => compile(file))
})
