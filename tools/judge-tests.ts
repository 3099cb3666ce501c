// Judges a run of the tests for `.ci/run`. With the results of one run: the files to run again, a line each. With those
// of both runs: the unsteady tests, what is wrong, and the counts; the exit code says whether it may land.
import { readFileSync } from 'node:fs'
import { countSkipped, type Results } from '../test/report/results.ts'
import { judge } from '../test/report/verdict.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const read = (path: string): Results => JSON.parse(readFileSync(path, 'utf8')) as Results

const [command, firstPath, againPath] = process.argv.slice(2)
if (firstPath === undefined) throw new Error('usage: judge-tests files|verdict FIRST [AGAIN]')
const first = read(firstPath)

if (command === 'files') {
  for (const file of new Set(first.failures.map((failure) => failure.file))) print(file)
} else {
  const verdict = judge(first, againPath === undefined ? undefined : read(againPath))
  for (const name of verdict.unsteady) print(`unsteady: ${name}`)
  for (const reason of verdict.reasons) print(reason)
  print(`${verdict.passed} passed, ${verdict.failed} failed, ${countSkipped(first)} skipped`)
  if (!verdict.isGood) process.exitCode = 1
}
