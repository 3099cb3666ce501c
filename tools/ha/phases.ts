// What happens to the machines, one after another, while clients move money.
import { waitFor } from '../../test/process/support.ts'
import type { Node } from './banks.ts'
import type { Cluster, Machine } from './machines.ts'

export interface Scene {
  readonly cluster: Cluster
  readonly nodes: readonly Node[]
}

export interface Phase {
  readonly name: string
  /** How much longer than others it may silence the bank, and why. */
  readonly more?: { readonly ms: number; readonly because: string }
  /** What goes wrong; ends when it is done, not when the bank has recovered. */
  harm(scene: Scene): Promise<() => Promise<void>>
}

const SERVERS = ['patroni', 'postgres'] as const

/** Another machine than before is the primary. */
const waitForOther = (cluster: Cluster, before: Machine): Promise<unknown> =>
  waitFor(
    'another primary',
    async () => (await cluster.find('leader').catch(() => before)) !== before,
    { everyMs: 250 },
  )

/** The node that writes the ledger for the other one. */
async function findWriter({ cluster, nodes }: Scene): Promise<Node> {
  const [writer] = await cluster.query<{ node: string }>('select node from platform.writer')
  const node = nodes.find(({ pid }) => writer?.node.split('/')[1] === String(pid))
  if (!node) throw new Error(`the writer ${writer?.node} is none of the nodes`)
  return node
}

/** Each returns what brings back what was taken away. */
export const phases: readonly Phase[] = [
  {
    name: 'kill -9 of PostgreSQL and Patroni on the primary',
    async harm({ cluster }) {
      const machine = await cluster.find('leader')
      machine.signal('SIGKILL', SERVERS)
      await machine.waitForEnd(SERVERS)
      await waitForOther(cluster, machine)
      return async () => machine.startPatroni()
    },
  },
  {
    name: 'the primary hangs (SIGSTOP), and later goes on',
    more: { ms: 5_000, because: 'the standbys wait for its answers, 2 to 3 s twice' },
    async harm({ cluster }) {
      const machine = await cluster.find('leader')
      machine.signal('SIGSTOP', SERVERS)
      await waitForOther(cluster, machine)
      return async () => machine.signal('SIGCONT', SERVERS)
    },
  },
  {
    name: 'PostgreSQL crashes on the primary, Patroni goes on',
    async harm({ cluster }) {
      const machine = await cluster.find('leader')
      machine.signal('SIGKILL', ['postgres'])
      await waitForOther(cluster, machine)
      return async () => undefined
    },
  },
  {
    name: 'a planned switchover (patronictl)',
    async harm({ cluster }) {
      const machine = await cluster.find('leader')
      const other = await cluster.find('sync_standby')
      const { CLUSTER } = cluster.common.values
      const between = ['--master', machine.name, '--candidate', other.name]
      await cluster.patronictl(['switchover', CLUSTER!, '--force', ...between])
      await waitForOther(cluster, machine)
      return async () => undefined
    },
  },
  {
    name: 'kill -9 of the synchronous standby',
    async harm({ cluster }) {
      const machine = await cluster.find('sync_standby')
      machine.signal('SIGKILL', SERVERS)
      await waitFor('another synchronous standby', async () => {
        const now = await cluster.find('sync_standby').catch(() => machine)
        return now !== machine
      })
      return async () => machine.startPatroni()
    },
  },
  {
    name: 'kill -9 of the bank that writes',
    async harm(scene) {
      const writer = await findWriter(scene)
      await writer.kill()
      await waitFor('another writer', () =>
        findWriter(scene).then(
          (node) => node !== writer,
          () => false,
        ),
      )
      return () => writer.start()
    },
  },
  {
    name: 'the loss of a machine: etcd, Patroni, PostgreSQL and the bank of the primary',
    more: { ms: 2_000, because: 'etcd may have to elect a leader of its own first' },
    async harm(scene) {
      const { cluster, nodes } = scene
      const machine = await cluster.find('leader')
      const node = nodes.find((one) => one.machine === machine)
      machine.signal('SIGKILL', ['etcd', ...SERVERS])
      await node?.kill()
      await waitForOther(cluster, machine)
      return async () => {
        machine.startEtcd()
        machine.startPatroni()
        await node?.start()
      }
    },
  },
]
