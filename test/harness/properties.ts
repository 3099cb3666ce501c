// Property tests draw the same cases in every run, so that a change is judged by what it changes and not by luck.
// PROPERTY_SEED=random (or a number) draws others, to search for unknown faults.
import { randomInt } from 'node:crypto'
import { configureGlobal } from 'fast-check'

const given = process.env.PROPERTY_SEED
const seed = given === 'random' ? randomInt(2 ** 31) : Number(given ?? 1)
if (!Number.isSafeInteger(seed)) throw new Error('PROPERTY_SEED must be "random" or a whole number')
configureGlobal({ seed })
