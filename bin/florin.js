#!/usr/bin/env node
// Starts Florin with a new enough Node, whichever Node was called. This file is plain JavaScript for Node 18 or
// newer; the rest of the bank is TypeScript and needs Node 24.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const sources = new URL('../src/main.ts', import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  // The cache is inside the checkout or the package, because a folder that everyone can write could hold foreign code.
  // Where that cannot be written, there is none.
  module.enableCompileCache?.(
    fileURLToPath(new URL('../node_modules/.cache/florin', import.meta.url)),
  )
  const { findProgram, hasSources } = await import('./program.js')
  const program = findProgram() ?? (hasSources() ? sources : undefined)
  if (program === undefined) {
    process.stderr.write(
      'florin: this package has no program, because it was packed before "npm run build"; build and pack it again.\n',
    )
    process.exit(1)
  }
  await import(program.href)
} else {
  const pinned = findPinnedNode()
  if (pinned === undefined) {
    process.stderr.write(
      `florin: needs Node ${NODE_MAJOR} or newer, but this is ${process.version}; run "npm ci" to get it, or install Node ${NODE_MAJOR}.\n`,
    )
    process.exit(1)
  }
  handOver(pinned)
}

/** Finds the Node that npm installed as a dependency. */
function findPinnedNode() {
  try {
    return createRequire(import.meta.url).resolve(
      `node-${process.platform}-${process.arch}/bin/node`,
    )
  } catch {
    return undefined
  }
}

/** Runs Florin in a child process. The IPC channel notifies the child when this process ends, even by a kill. */
function handOver(node) {
  const child = spawn(node, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    process.stderr.write(`florin: cannot run ${node}: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
}
