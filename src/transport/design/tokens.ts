// The tokens of the design as text, for pages that are written by the server. The console reads the same file.
import { readFileSync } from 'node:fs'

export const tokens = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
