// A bank that is held runs no background work: no jobs and no readers of the event log, so it sends nothing to customers,
// providers and other banks by itself. It is held after a restore, because what was sent since the backup may not be sent a
// second time, until an operator has compared both and ends it. Calls are answered meanwhile.
import type { Logger } from 'pino'
import type { Db } from '../platform/database.ts'
import type { Pause } from '../platform/pause.ts'
import { deleteSetting, findSetting, replaceSetting } from './store.ts'

const NAME = 'held'

/** Returns the reason if the bank is held. */
export const findHold = (db: Db): Promise<string | undefined> => findSetting(db, NAME)

/** Nodes that run already are not held. */
export const beginHold = (db: Db, reason: string): Promise<void> => replaceSetting(db, NAME, reason)

/** Returns whether the bank was held. */
export const endHold = (db: Db): Promise<boolean> => deleteSetting(db, NAME)

interface HoldOptions {
  readonly db: Db
  readonly pause: Pause
  readonly log: Pick<Logger, 'warn' | 'info'>
}

const LOOK_EVERY_MS = 2_000

/** Pauses the background work of this node for as long as the bank is held. Returns the function that stops looking. */
export async function obeyHold({ db, pause, log }: HoldOptions): Promise<() => void> {
  const reason = await findHold(db)
  if (reason === undefined) return () => {}
  log.warn(
    `the bank is held: ${reason} No job, webhook or mail is sent until "florin hold --end" is run`,
  )
  const end = pause.begin()
  const look = async (): Promise<void> => {
    if ((await findHold(db)) !== undefined) return
    clearInterval(timer)
    log.info('the bank is no longer held; its background work begins')
    end()
  }
  // It is looked at again in a moment.
  const timer = setInterval(() => void look().catch(() => {}), LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
