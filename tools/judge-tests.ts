// Judges test runs for `.ci/run`. `files FIRST` prints the files that failed, one per line, for a retry.
// `verdict FIRST [RETRY]` prints the unsteady tests, the reasons of a failure and the counts; it exits with 1 if the
// change must not land.
import { readFileSync } from 'node:fs'
import { countSkipped, type Results } from '../test/report/results.ts'
import { judge } from '../test/report/verdict.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)
const read = (path: string): Results => JSON.parse(readFileSync(path, 'utf8')) as Results

const [command, firstPath, retryPath] = process.argv.slice(2)
if (firstPath === undefined) throw new Error('usage: judge-tests files|verdict FIRST [RETRY]')
const first = read(firstPath)

if (command === 'files') {
  for (const file of new Set(first.failures.map((failure) => failure.file))) print(file)
} else {
  const verdict = judge(first, retryPath === undefined ? undefined : read(retryPath))
  for (const name of verdict.unsteady) print(`unsteady: ${name}`)
  for (const reason of verdict.reasons) print(reason)
  print(`${verdict.passed} passed, ${verdict.failed} failed, ${countSkipped(first)} skipped`)
  if (!verdict.isGood) process.exitCode = 1
}
