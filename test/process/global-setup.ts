// The processes of these tests run the bundled program, as they do for users who have built it.
import { execFileSync } from 'node:child_process'
import { findProgram } from '../../bin/program.js'
import { checkout, pinnedNode } from './support.ts'

export function setup(): void {
  if (!findProgram()) execFileSync(pinnedNode, ['tools/build-program.ts'], { cwd: checkout })
}
