// The official SDK of the A2A protocol, in both of its generations, against the bank: they find the card at the base URL,
// send tasks, follow them, answer, cancel, name an address for notifications, and get errors as their own types.
import { randomUUID } from 'node:crypto'
import { ClientFactory, ClientFactoryOptions, JsonRpcTransportFactory } from '@a2a-js/sdk/client'
import {
  JsonRpcTransportError,
  TaskNotCancelableError,
  TaskNotFoundError,
} from '@a2a-js/sdk/errors'
import { type Message, Role, type Task, TaskState } from '@a2a-js/sdk'
import * as old from 'a2a-sdk-0.3/client'
import type { Message as OldMessage, Task as OldTask } from 'a2a-sdk-0.3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  registerAgent,
  signIn,
  type TestAgent,
} from '../../src/domains/agents/agents/test-support.ts'
import { type Receiver, startReceiver } from '../../src/domains/operations/webhooks/test-support.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { describeClient, versionOf } from './client.ts'

let bank: Bank
let person: Person
let agent: TestAgent
let account: string
let receiver: Receiver

beforeAll(async () => {
  bank = await startBank({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  person = await bank.person()
  agent = await registerAgent(bank, person)
  const opened = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Trading', initial_balance: 100_000 },
    person,
  )
  account = opened.body.data.uuid
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await bank.stop()
})

const order = () => ({
  account_uuid: account,
  type: 'buy',
  order_type: 'limit',
  base_currency: 'EUR',
  quote_currency: 'USD',
  amount: '10',
  price: '1.00',
})

const withHeaders =
  (headers: Readonly<Record<string, string>>): typeof fetch =>
  (url, init) =>
    fetch(url, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init?.headers)), ...headers },
    })

const bearer = ({ token }: Pick<Person, 'token'>) => ({ Authorization: `Bearer ${token}` })

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

const caught = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describeClient(
  { client: '@a2a-js/sdk', version: versionOf('@a2a-js/sdk'), part: 'A2A tasks' },
  () => {
    const connect = (headers: Readonly<Record<string, string>> = bearer(person)) =>
      new ClientFactory(
        ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
          transports: [new JsonRpcTransportFactory({ fetchImpl: withHeaders(headers) })],
        }),
      ).createFromUrl(bank.url)

    const message = (parts: Message['parts'], more: Partial<Message> = {}): Message => ({
      messageId: randomUUID(),
      contextId: '',
      taskId: '',
      role: Role.ROLE_USER,
      parts,
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...more,
    })
    const part = (content: NonNullable<Message['parts'][number]['content']>) => ({
      content,
      metadata: undefined,
      filename: '',
      mediaType: '',
    })
    const data = (value: object) => part({ $case: 'data', value })
    const request = (given: Message, returnImmediately?: boolean) => ({
      tenant: '',
      message: given,
      configuration:
        returnImmediately === undefined
          ? undefined
          : {
              acceptedOutputModes: [],
              taskPushNotificationConfig: undefined,
              historyLength: undefined,
              returnImmediately,
            },
      metadata: undefined,
    })
    const trade = (input: object, more: Partial<Message> = {}) =>
      message([data(input)], { metadata: { skill_id: 'trading' }, ...more })

    it('finds the card and the transport from the base URL', async () => {
      const client = await connect()
      expect(client.protocolVersion).toBe('1.0')
      const card = await client.getAgentCard()
      expect(card.skills.map(({ id }) => id)).toContain('trading')
    })

    it('sends a task, gets its artifact and its history', async () => {
      const client = await connect()
      const sent = trade(order(), { contextId: 'shopping' })
      const task = (await client.sendMessage(request(sent))) as Task
      expect(task).toMatchObject({
        contextId: 'shopping',
        status: { state: TaskState.TASK_STATE_COMPLETED },
        artifacts: [{ name: 'trading' }],
        history: [{ messageId: sent.messageId, role: Role.ROLE_USER, taskId: task.id }],
      })
      expect(task.artifacts[0]!.parts[0]!.content).toMatchObject({
        $case: 'data',
        value: { order_id: expect.any(String) },
      })
      expect(await client.getTask({ tenant: '', id: task.id })).toEqual(task)
      const again = (await client.sendMessage(request(sent))) as Task
      expect(again.id).toBe(task.id)
      const listed = await client.listTasks({
        tenant: '',
        contextId: 'shopping',
        status: TaskState.TASK_STATE_UNSPECIFIED,
        pageToken: '',
        statusTimestampAfter: undefined,
      })
      expect(listed).toMatchObject({ totalSize: 1, tasks: [{ id: task.id }], nextPageToken: '' })
    })

    it('follows a task in a stream', async () => {
      const client = await connect()
      const events = await collect(client.sendMessageStream(request(trade(order()))))
      const kinds = events.map(({ payload }) => payload?.$case)
      expect(kinds[0]).toBe('task')
      expect(kinds.slice(-2)).toEqual(['artifactUpdate', 'statusUpdate'])
      const last = events.at(-1)!.payload!
      expect(last).toMatchObject({
        $case: 'statusUpdate',
        value: { status: { state: TaskState.TASK_STATE_COMPLETED } },
      })
    })

    it('answers what a task asks for, as the agent itself', async () => {
      const client = await connect({ ...bearer(person), ...(await signIn(bank, agent)) })
      const { amount, ...incomplete } = order()
      const asking = (await client.sendMessage(request(trade(incomplete)))) as Task
      expect(asking.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED)
      expect(asking.status?.message?.parts[1]!.content).toMatchObject({
        value: { code: 'VALIDATION_ERROR', errors: { amount: [expect.any(String)] } },
      })
      const reply = message([data({ amount })], { taskId: asking.id })
      const done = (await client.sendMessage(request(reply))) as Task
      expect(done.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
      expect(done.history.map(({ role }) => role)).toEqual([
        Role.ROLE_USER,
        Role.ROLE_AGENT,
        Role.ROLE_USER,
      ])
    })

    it('cancels a task, once', async () => {
      const client = await connect()
      const asking = (await client.sendMessage(request(trade({})))) as Task
      const canceled = await client.cancelTask({ tenant: '', id: asking.id, metadata: undefined })
      expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
      const refused = await caught(
        client.cancelTask({ tenant: '', id: asking.id, metadata: undefined }),
      )
      expect(refused).toBeInstanceOf(TaskNotCancelableError)
    })

    it('explains the skills to a plain text', async () => {
      const client = await connect()
      const answer = await client.sendMessage(
        request(message([part({ $case: 'text', value: 'What can you do?' })])),
      )
      expect(answer).toMatchObject({ role: Role.ROLE_AGENT })
      expect((answer as Message).parts[0]!.content!.value).toContain('trading')
    })

    it('has an address notified of the changes of a task', async () => {
      const client = await connect()
      const asking = (await client.sendMessage(request(trade({})))) as Task
      const config = await client.createTaskPushNotificationConfig({
        tenant: '',
        id: 'mine',
        taskId: asking.id,
        url: receiver.url,
        token: 'tok-1.0',
        authentication: { scheme: 'Bearer', credentials: 'secret-1.0' },
      })
      expect(config).toMatchObject({ id: 'mine', taskId: asking.id, url: receiver.url })
      await client.cancelTask({ tenant: '', id: asking.id, metadata: undefined })
      const ofTask = () => receiver.received.filter(({ body }) => body.task?.id === asking.id)
      await expect.poll(() => ofTask().at(-1)?.body.task.status.state).toBe('TASK_STATE_CANCELED')
      expect(ofTask().at(-1)!.headers).toMatchObject({
        'content-type': 'application/a2a+json',
        authorization: 'Bearer secret-1.0',
        'x-a2a-notification-token': 'tok-1.0',
      })
      const which = { tenant: '', taskId: asking.id, id: 'mine' }
      expect(await client.getTaskPushNotificationConfig(which)).toMatchObject({ id: 'mine' })
      await client.deleteTaskPushNotificationConfig(which)
      const left = await client.listTaskPushNotificationConfig({
        tenant: '',
        taskId: asking.id,
        pageSize: 0,
        pageToken: '',
      })
      expect(left.configs).toEqual([])
    })

    it('gets errors as the types of the SDK, and no task of another user', async () => {
      const client = await connect()
      const task = (await client.sendMessage(request(trade({})))) as Task
      const stranger = await connect(bearer(await bank.person()))
      const which = { tenant: '', id: task.id }
      const pushes = { tenant: '', taskId: task.id, pageSize: 0, pageToken: '' }
      for (const work of [
        () => stranger.getTask(which),
        () => stranger.cancelTask({ ...which, metadata: undefined }),
        () => stranger.listTaskPushNotificationConfig(pushes),
        () => collect(stranger.resubscribeTask(which)),
        () => client.getTask({ tenant: '', id: randomUUID() }),
      ])
        expect(await caught(work())).toBeInstanceOf(TaskNotFoundError)
      const anonymous = await connect({})
      const refused = await caught(anonymous.getTask({ tenant: '', id: task.id }))
      expect(refused).toBeInstanceOf(JsonRpcTransportError)
    })
  },
)

describeClient(
  { client: '@a2a-js/sdk 0.3', version: versionOf('a2a-sdk-0.3'), part: 'A2A tasks' },
  () => {
    const connect = (headers: Readonly<Record<string, string>> = bearer(person)) =>
      new old.ClientFactory(
        old.ClientFactoryOptions.createFrom(old.ClientFactoryOptions.default, {
          transports: [new old.JsonRpcTransportFactory({ fetchImpl: withHeaders(headers) })],
        }),
      ).createFromUrl(bank.url)

    const message = (input: object, more: Partial<OldMessage> = {}): OldMessage => ({
      kind: 'message',
      messageId: randomUUID(),
      role: 'user',
      parts: [{ kind: 'data', data: { ...input } }],
      metadata: { skill_id: 'trading' },
      ...more,
    })

    it('finds the card and the transport from the base URL', async () => {
      const card = await (await connect()).getAgentCard()
      expect(card).toMatchObject({ protocolVersion: '0.3.0', preferredTransport: 'JSONRPC' })
    })

    it('sends a task and gets it', async () => {
      const client = await connect()
      const sent = message(order())
      const task = (await client.sendMessage({ message: sent })) as OldTask
      expect(task).toMatchObject({
        kind: 'task',
        status: { state: 'completed' },
        artifacts: [{ parts: [{ kind: 'data', data: { order_id: expect.any(String) } }] }],
        history: [{ kind: 'message', messageId: sent.messageId, role: 'user' }],
      })
      expect(await client.getTask({ id: task.id })).toEqual(task)
    })

    it('follows a task in a stream, and resubscribes', async () => {
      const client = await connect()
      const events = await collect(client.sendMessageStream({ message: message(order()) }))
      expect(events[0]).toMatchObject({ kind: 'task' })
      expect(events.at(-2)).toMatchObject({ kind: 'artifact-update', lastChunk: true })
      expect(events.at(-1)).toMatchObject({
        kind: 'status-update',
        status: { state: 'completed' },
        final: true,
      })
      const { id } = events[0] as OldTask
      const resumed = await collect(client.resubscribeTask({ id }))
      expect(resumed).toMatchObject([{ kind: 'task', id, status: { state: 'completed' } }])
    })

    it('cancels a task, once', async () => {
      const client = await connect()
      const asking = (await client.sendMessage({ message: message({}) })) as OldTask
      expect(asking.status.state).toBe('input-required')
      expect((await client.cancelTask({ id: asking.id })).status.state).toBe('canceled')
      const refused = await caught(client.cancelTask({ id: asking.id }))
      expect(refused).toMatchObject({ errorResponse: { error: { code: -32002 } } })
    })

    it('has an address notified from the first message on', async () => {
      const client = await connect()
      const task = (await client.sendMessage({
        message: message(order()),
        configuration: {
          blocking: false,
          pushNotificationConfig: { url: receiver.url, token: 'tok-0.3' },
        },
      })) as OldTask
      const ofTask = () => receiver.received.filter(({ body }) => body.id === task.id)
      await expect.poll(() => ofTask().at(-1)?.body.status.state).toBe('completed')
      expect(ofTask().at(-1)!.headers['x-a2a-notification-token']).toBe('tok-0.3')
      const found = await client.getTaskPushNotificationConfig({ id: task.id })
      expect(found.pushNotificationConfig.url).toBe(receiver.url)
      const { id } = found.pushNotificationConfig
      await client.deleteTaskPushNotificationConfig({
        id: task.id,
        pushNotificationConfigId: id!,
      })
      expect(await client.listTaskPushNotificationConfig({ id: task.id })).toEqual([])
    })

    it('gets errors as the types of the SDK, and no task of another user', async () => {
      const task = (await (await connect()).sendMessage({ message: message({}) })) as OldTask
      const stranger = await connect(bearer(await bank.person()))
      const refused = await caught(stranger.getTask({ id: task.id }))
      expect(refused).toBeInstanceOf(old.TaskNotFoundError)
      const inStream = await caught(collect(stranger.resubscribeTask({ id: task.id })))
      expect((inStream as Error).cause).toBeInstanceOf(old.TaskNotFoundError)
    })
  },
)
