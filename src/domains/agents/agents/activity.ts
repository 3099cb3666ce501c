// Records when agents were last active. The times are gathered in memory and written in batches, so that
// a request costs no write; a crash loses at most the last few moments.
import type { Caller } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import { touchCredentials } from '../../people/identity/index.ts'
import { touchAgents } from './store.ts'

export class ActivityRecorder {
  private credentials = new Map<string, Date>()
  private agents = new Map<string, Date>()

  record({ agent, credential }: Caller, at: Date): void {
    if (agent === undefined) return
    this.agents.set(agent, at)
    if (credential?.kind === 'agent_session') this.credentials.set(credential.id, at)
  }

  async flush(db: Db): Promise<void> {
    if (this.agents.size === 0) return
    const { agents, credentials } = this
    this.agents = new Map()
    this.credentials = new Map()
    // All nodes write in the same order, so that two that write the same rows do not deadlock.
    const byId = ([a]: [string, Date], [b]: [string, Date]) => (a < b ? -1 : 1)
    const seen = [...agents].toSorted(byId).map(([agent, at]) => ({ agent, at }))
    const used = [...credentials].toSorted(byId).map(([id, at]) => ({ id, at }))
    await db.transaction().execute(async (tx) => {
      await touchAgents(tx, seen)
      if (used.length > 0) await touchCredentials(tx, used)
    })
  }
}
