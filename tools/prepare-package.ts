// Has `npm pack` take the newest build of the program and of the console only: `dist` keeps older ones for banks that run.
import { writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findProgram } from '../bin/program.js'
import { folderOfSources } from '../src/console-build.ts'

const program = findProgram()
if (program === undefined) throw new Error('A source changed during the build; build again.')
const builds = [dirname(fileURLToPath(program)), await folderOfSources()]
const lines = ['/*', ...builds.map((folder) => `!/${basename(folder)}`)]
await writeFile(join(dirname(builds[0]!), '.npmignore'), `${lines.join('\n')}\n`)
