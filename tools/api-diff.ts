// `npm run api:diff`: how the API differs from that of the last release; fails if that would break clients.
import { findChanges, judgeApi } from './api-diff/index.ts'
import { toLine } from './api-diff/change.ts'

const { isAllowed, text } = judgeApi()
const compatible = findChanges()?.changes.filter(({ isBreaking }) => !isBreaking) ?? []
process.stdout.write([text, ...compatible.map((one) => `  ${toLine(one)}`), ''].join('\n'))
if (!isAllowed) process.exitCode = 1
