// The agent SDK as developers get it: packed, installed offline in an empty folder, and used from there, on every Node
// that this machine has and by a program in TypeScript.
import { execFile } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../harness/bank.ts'
import { readFences } from './fences.ts'
import {
  checkout,
  cleanUp,
  handsOver,
  machineNode,
  machinePath,
  makeFolder,
  pinnedNode,
} from '../process/support.ts'

const run = promisify(execFile)
const MINUTES = 600_000

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

let folder: string
let installed: string
beforeAll(async () => {
  folder = await makeFolder()
  const env = { PATH: machinePath, HOME: folder }
  await run('npm', ['pack', join(checkout, 'sdk/agent'), '--pack-destination', folder], {
    cwd: folder,
    env,
  })
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'))
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--offline', '--no-audit', `./${archive}`], { cwd: folder, env })
  installed = join(folder, 'node_modules/@florin/agent')
}, MINUTES)
afterAll(cleanUp)

describe('the package', () => {
  it('has the version of the bank, its licence, and needs no other package', async () => {
    const manifest = await readJson(join(installed, 'package.json'))
    const bank = await readJson(join(checkout, 'package.json'))
    expect(manifest.version).toBe(bank.version)
    expect(manifest.dependencies ?? {}).toEqual({})
    expect(await readdir(join(folder, 'node_modules'))).toEqual(['.package-lock.json', '@florin'])
    expect(await readdir(installed)).toEqual(['LICENSE', 'README.md', 'dist', 'package.json'])
  })

  it('is plain JavaScript with declarations, and names nothing that only Node has', async () => {
    const dist = join(installed, 'dist')
    const files = await readdir(dist)
    expect(files.filter((name) => !/\.(js|d\.ts)$/.test(name))).toEqual([])
    for (const name of files.filter((file) => file.endsWith('.js'))) {
      const code = await readFile(join(dist, name), 'utf8')
      expect(code, name).not.toMatch(/['"]node:|\brequire\(|\bprocess\.|\bBuffer\b|\.ts['"]/)
    }
  })

  it.each(['nodenext', 'bundler'])(
    'has types that a strict program is checked against (%s)',
    async (moduleResolution) => {
      const program = `import { Agent, FlorinError, type Payment } from '@florin/agent'
        export async function buy(url: string, token: string, to: string): Promise<Payment> {
          const agent = await Agent.register(url, token, { name: 'Shopper', type: 'service' })
          try {
            return await agent.pay({ to, amount: '12.50', currency: 'USD' })
          } catch (error) {
            if (error instanceof FlorinError) console.log(error.code satisfies string)
            throw error
          }
        }
        // @ts-expect-error there is no such currency
        export const wrong = (agent: Agent) => agent.pay({ to: 'x', amount: 1, currency: 'XYZ' })`
      await writeFile(join(folder, 'program.ts'), program)
      const options = {
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
        moduleResolution,
        exactOptionalPropertyTypes: true,
      }
      const project = { compilerOptions: options, files: ['program.ts'] }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(project))
      const compiler = join(checkout, 'node_modules/.bin/tsc')
      const { stdout } = await run(compiler, ['-p', folder]).catch((error: unknown) => ({
        stdout: (error as { stdout: string }).stdout,
      }))
      expect(stdout).toBe('')
    },
    MINUTES,
  )
})

describe('the snippet of docs/agents.md', () => {
  let bank: Bank
  let snippet: string
  beforeAll(async () => {
    bank = await startBank()
    const fences = await readFences(join(checkout, 'docs/agents.md'))
    const [text] = fences.filter(({ language }) => language === 'js').map((fence) => fence.text)
    expect(text).toContain("from '@florin/agent'")
    snippet = text!.replaceAll('http://localhost:8080', bank.url)
    await writeFile(join(folder, 'snippet.js'), snippet)
  }, MINUTES)
  afterAll(() => bank.stop())

  async function runOn(node: string): Promise<string> {
    const person = await bank.person()
    const { token } = person
    const list = await bank.call('GET /api/v2/accounts', undefined, person)
    const account = list.body.data[0].uuid as string
    const deposit = { amount: '100.00', asset_code: 'USD' }
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, person)
    const { stdout, stderr } = await run(node, ['snippet.js'], {
      cwd: folder,
      env: { PATH: machinePath, TOKEN: token },
    })
    expect(stderr).not.toMatch(/Error/)
    return stdout
  }

  it('runs on the pinned Node', { timeout: MINUTES }, async () => {
    expect(await runOn(pinnedNode)).toContain("status: 'completed'")
  })

  it.skipIf(!handsOver)(
    'runs on the older Node of this machine (needs Node 20 to 23)',
    { timeout: MINUTES },
    async () => {
      expect(await runOn(machineNode)).toContain("status: 'completed'")
    },
  )
})
