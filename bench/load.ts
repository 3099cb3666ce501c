// The load generator: HTTP/1.1 over bare sockets, in a separate process, so that neither its work nor its
// garbage disturbs the bench. It is as lean as possible, because it shares the processors with the bank.
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type CpuReading, perUnit, readCpu } from './cpu.ts'
import type { AnyPlan, LoadResult } from './load/plan.ts'
import type { Message, Reply } from './load/process.ts'

export interface LoadGenerator {
  /** Runs one plan at a time. An unsuccessful answer fails the bench and is shown. */
  run(name: string, plan: AnyPlan): Promise<LoadResult>
  stop(): Promise<void>
}

export function startLoadGenerator(): LoadGenerator {
  const child = fork(fileURLToPath(new URL('load/process.ts', import.meta.url)), {
    serialization: 'advanced',
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))

  const ask = (plan: AnyPlan): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const onExit = (code: number | null): void =>
        reject(new Error(`the load generator ended (${code})`))
      child.once('exit', onExit)
      const readings: (CpuReading | undefined)[] = []
      const onMessage = (message: Message): void => {
        if ('counting' in message) {
          readings.push(readCpu(urlsOf(plan)))
          return
        }
        child.off('exit', onExit)
        child.off('message', onMessage)
        resolve('error' in message ? message : { result: addCpu(message.result, readings) })
      }
      child.on('message', onMessage)
      child.send(plan)
    })

  return {
    async run(name, plan) {
      const reply = await ask(plan)
      if ('error' in reply) throw new Error(`${name}: ${reply.error}`)
      const { refused, answers, firstRefusal } = reply.result
      if (refused > 0)
        throw new Error(
          `${name}: ${refused} of ${answers} answers were no success; first: ${firstRefusal}`,
        )
      return reply.result
    },
    async stop() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

const urlsOf = (plan: AnyPlan): readonly string[] =>
  'otherUrls' in plan ? [plan.url, ...(plan.otherUrls ?? [])] : [plan.url]

function addCpu(result: LoadResult, readings: readonly (CpuReading | undefined)[]): LoadResult {
  const { counted, ownMicros } = result
  const cpu = perUnit(readings[0], readings[1], counted)
  return cpu === undefined ? result : { ...result, cpu: { ...cpu, load: ownMicros / counted } }
}
