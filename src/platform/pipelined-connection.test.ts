// Tests that a lane which lost its connection opens another one for the very next statement.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../test/harness/bank.ts'
import { type PipelinedConnection, openPipelinedConnection } from './pipelined-connection.ts'

let test: Awaited<ReturnType<typeof createDatabase>>
let lane: PipelinedConnection
beforeAll(async () => {
  test = await createDatabase()
  lane = openPipelinedConnection(test.address, { name: 'test', onError: () => {} })
})
afterAll(async () => {
  await lane.close()
  await test.drop()
})

const endMyself = 'select pg_terminate_backend(pg_backend_pid())'
const pidOf = async (): Promise<number> =>
  (await lane.query<{ pid: number }>('select pg_backend_pid() as pid', []))[0]!.pid

describe('a connection that the server ends', () => {
  it('fails its statement, and the next one has another connection at once', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const before = await pidOf()
      await expect(lane.query(endMyself, [])).rejects.toThrow()
      expect(await pidOf()).not.toBe(before)
    }
  })

  it('fails its transaction, and the next one has another connection at once', async () => {
    await expect(lane.transaction((tx) => tx.query(endMyself, []))).rejects.toThrow()
    expect(await lane.transaction((tx) => tx.query('select 1 as one', []))).toEqual([{ one: 1 }])
  })

  it('does not close the connection that replaced it', async () => {
    await expect(lane.query(endMyself, [])).rejects.toThrow()
    const pid = await pidOf()
    // The end of the first connection is noticed while the second one is used.
    await lane.query('select pg_sleep(0.05)', [])
    expect(await pidOf()).toBe(pid)
  })
})
