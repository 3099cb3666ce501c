// `npm run check`: types, lint, format, dead code, and whether the API still serves the clients of the last release. A check caches what passed (node_modules/.cache/florin), and the
// next one examines only what a change can have affected. After `npm ci` the cache is empty and everything is examined.
import { spawn } from 'node:child_process'
import { judgeApi } from './api-diff/index.ts'
import { hashSources, PassedFiles } from './check/passed-files.ts'
import { findAffected, hashTypes, readProgram } from './check/program.ts'

const TYPES = 'node_modules/.cache/florin/types'
/** More files are not named on a command line: all are examined. */
const NAMED_MAX = 800

const print = (text: string): void => void process.stdout.write(`${text}\n`)
const sources = hashSources()

/** Runs a command to its end, and prints its output if it fails. */
function run(command: string, ...args: string[]): Promise<boolean> {
  const child = spawn(`node_modules/.bin/${command}`, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const collect = (part: Buffer): void => void (output += part.toString())
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => {
      if (code !== 0) print(output)
      resolve(code === 0)
    })
  })
}

async function step(name: string, work: () => Promise<boolean>): Promise<boolean> {
  const start = performance.now()
  const isGood = await work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  print(`${isGood ? 'passed' : 'FAILED'}  ${name.padEnd(14)} ${seconds.padStart(5)} s`)
  return isGood
}

/** Rules that know the types examine a file when it changed, or the types of a file that it imports. */
async function lint(): Promise<boolean> {
  const passed = new PassedFiles('lint')
  const programs = ['bank', 'console'].map((name) => readProgram(`${TYPES}/${name}.json`))
  const now = Object.assign({}, sources, ...programs.map(hashTypes)) as typeof sources
  const changed = passed.changedIn(now)
  const affected = new Set(programs.flatMap((program) => findAffected(program, changed)))
  const isAll = affected.size > NAMED_MAX
  const typed = ['--type-aware', '--deny-warnings']
  const isGood =
    (isAll || (await run('oxlint', '--deny-warnings'))) &&
    (affected.size === 0 || (await run('oxlint', ...typed, ...(isAll ? [] : affected))))
  if (isGood) passed.save(now)
  return isGood
}

async function format(): Promise<boolean> {
  const passed = new PassedFiles('format')
  const changed = passed.changedIn(sources)
  const named = changed.size > NAMED_MAX ? [] : changed
  const isGood =
    changed.size === 0 || (await run('biome', 'format', '--no-errors-on-unmatched', ...named))
  if (isGood) passed.save(sources)
  return isGood
}

const consoleTypes = step('console types', () => run('tsc', '--project', 'console'))
const bankTypes = step('types', () => run('tsc', '--checkers', '2'))

async function lintWithTypes(): Promise<boolean> {
  const good = await Promise.all([consoleTypes, bankTypes])
  return good.every(Boolean) && step('lint', lint)
}

/** The other tools take turns beside the compiler. */
async function checkTheRest(): Promise<boolean> {
  await consoleTypes
  const isFormatted = await step('format', format)
  const isCompatible = await step('released api', async () => {
    const { isAllowed, text } = judgeApi()
    if (!isAllowed) print(text)
    return isAllowed
  })
  const knip = ['--cache', '--cache-location', 'node_modules/.cache/florin/knip']
  return (await step('dead code', () => run('knip', ...knip))) && isFormatted && isCompatible
}

const results = await Promise.all([consoleTypes, bankTypes, lintWithTypes(), checkTheRest()])
if (!results.every(Boolean)) process.exitCode = 1
