// The OpenAPI document as third-party tools read it: two strict validators, and two generators of TypeScript
// whose output has to compile under strict settings. The tools live in tools/openapi.
import { execFile, type ExecFileException } from 'node:child_process'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { withProtocols } from '../../src/transport/openapi/protocols.ts'
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
  await writeFile(
    document,
    JSON.stringify(withProtocols(toOpenApi(describeForTests(), 'https://bank.example'))),
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the OpenAPI document', () => {
  it('is what OpenAPI 3.0 allows', () => run('validate-api', document))

  it('passes a strict linter, examples included', () =>
    run('redocly', 'lint', document, '--config', join(tools, 'redocly.yaml')))

  it('becomes types and a client that compile strictly', async () => {
    const [types, client] = [join(folder, 'types.ts'), join(folder, 'client.ts')]
    await run('openapi-typescript', document, '--output', types)
    await run('orval', '--input', document, '--output', client, '--client', 'fetch')
    await copyFile(join(tools, 'tsconfig.json'), join(folder, 'tsconfig.json'))
    await run(join(root, 'node_modules/.bin/tsc'), '--project', folder)
  })
})
