// Writes docs/performance.md and its plots anew from the results of earlier runs:
// `node bench/document.ts [results.json ...]`, of which later ones replace figures of earlier ones.
import { writeDocument } from './document/document.ts'
import { readResults, RESULTS_FILE } from './results.ts'

const paths = process.argv.slice(2)
await writeDocument(
  await Promise.all((paths.length === 0 ? [RESULTS_FILE] : paths).map(readResults)),
)
