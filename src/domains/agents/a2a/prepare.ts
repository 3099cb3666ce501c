// Before the examples of tasks: a task that waits for input.
import { expect } from 'vitest'
import { openAccount } from '../../../../test/contract/prepare/accounts.ts'
import type { Preparations, Prepare, Scene } from '../../../../test/contract/prepare/scene.ts'
import { agentOf } from '../agents/prepare.ts'

/** A task that waits for input: it lacks everything. */
async function askingTask(scene: Scene): Promise<string> {
  const { bank, person, send } = scene
  const path = 'POST /api/agent-protocol/tasks/send'
  const task = { sender_did: await agentOf(scene), skill_id: 'trading', input: {} }
  const { id } = (await bank.call(path, task, person)).body.data
  await bank.runJob('a2a.run', { task: id })
  expect((await send('task.get', { id })).data.state).toBe('input-required')
  return id
}

const ofTask: Prepare = async (scene) => ({ id: await askingTask(scene) })

export const preparations: Preparations = {
  'task.send': async (scene) => ({
    sender_did: await agentOf(scene),
    input: { account_uuid: await openAccount(scene) },
  }),
  async 'task.list'(scene) {
    await askingTask(scene)
    return {}
  },
  'task.get': ofTask,
  'task.answer': async (scene) => ({
    id: await askingTask(scene),
    input: { account_uuid: await openAccount(scene) },
  }),
  'task.cancel': ofTask,
}
