#!/usr/bin/env node
// Runs Florin on the Node it is written for, whichever Node called. Plain JavaScript that any Node
// from 18 on understands; the rest of the bank is TypeScript and needs 24.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const NODE_MAJOR = 24
const main = new URL('../src/main.ts', import.meta.url)

if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) {
  // Inside the checkout: a folder that everybody may write could hold somebody else's code.
  module.enableCompileCache?.(
    fileURLToPath(new URL('../node_modules/.cache/florin', import.meta.url)),
  )
  await import(main.href)
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

/** The Node that npm installed beside us. */
function findPinnedNode() {
  try {
    return createRequire(import.meta.url).resolve(
      `node-${process.platform}-${process.arch}/bin/node`,
    )
  } catch {
    return undefined
  }
}

/** The channel tells the child when this process is gone, also when it was killed. */
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
