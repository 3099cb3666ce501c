// The sandbox and the live environment are apart: nothing of one is shown in the other.
import { expect } from 'vitest'
import { type AnyOperation, parseRoute } from '../../../src/operation/operation.ts'
import type { Person } from '../../harness/bank.ts'
import { addRow, examples, liveOnly } from '../examples.ts'
import { expectNotFound, expectRefusal } from '../expect-refusal.ts'
import { ask, rowsIn } from '../lists.ts'
import { needsOf, type Routed, type Scenes } from '../scenes.ts'
import { fieldsOf } from '../send.ts'
import { question } from './question.ts'
import { isOwned } from './refusals.ts'

/** Logins are live; keys are of either environment. */
const isForKeys = (op: AnyOperation): boolean =>
  op.auth !== 'public' && needsOf(op).every((need) => need.via !== 'login')

/** Whether what its example shows is of one environment; what cannot be of the sandbox is liveOnly, with the reason. */
export const isOfEnvironment = (one: Routed): boolean => isOwned(one) && isForKeys(one.op)
const isLiveOnly = ({ name }: Routed): boolean => liveOnly[name] !== undefined

/** The example, prepared with a key of the sandbox. */
async function makeInSandbox({ name }: Routed, person: Person, scenes: Scenes) {
  const token = await scenes.sandboxKey(person)
  return scenes.keep(`${name} in the sandbox`, () =>
    examples[name]!.input(scenes.bank, { ...person, token }),
  )
}

/** It may move the clock, so that it is asked last. */
export const ofSandbox = question(
  'a thing of the sandbox is not there for its owner’s live login',
  (one) => isOfEnvironment(one) && !isLiveOnly(one),
  async (one, { person }, scenes) => {
    const thing = await makeInSandbox(one, person, scenes)
    const answer = await scenes.send(one, thing, person)
    if (answer.status === 403) expectRefusal(answer, 403)
    else expectNotFound(one.op, one.route, answer)
    scenes.expectNothingWritten(answer, `a thing of the sandbox, by a live login: ${one.at}`)
  },
)

/** Either the preparation is refused, or what it makes is live: then the key that it was made with does not see it. */
export const notOfSandbox = question(
  'an example that is liveOnly cannot be of the sandbox',
  (one) => isOfEnvironment(one) && isLiveOnly(one),
  async (one, { person }, scenes) => {
    const thing = await makeInSandbox(one, person, scenes).catch(() => undefined)
    if (!thing) return
    const { status } = await scenes.send(one, thing, { token: await scenes.sandboxKey(person) })
    expect([403, 404], 'liveOnly is not needed: the sandbox has the example').toContain(status)
  },
)

const isList = (op: AnyOperation): boolean =>
  ['per_page', 'limit', 'cursor'].some((name) => fieldsOf(op)[name])

/** Whether the list is of one thing, named in the path or by the consent that opens it. */
const namesThing = (op: AnyOperation): boolean =>
  parseRoute(op.rest[0]!.route).params.length > 0 ||
  op.errors.some(({ code }) => code === 'CONSENT_MISSING')

const isListOfOwn = ({ op, name, isFirst }: Routed): boolean =>
  isFirst &&
  isList(op) &&
  isForKeys(op) &&
  examples[name]!.as !== 'operator' &&
  op.exempt?.environments === undefined

/** The lists in which there was something live. */
export const shownLive = new Set<string>()

export const listed = question(
  'a list for a sandbox key shows nothing that its owner has made live',
  isListOfOwn,
  async ({ op, name }, scene, scenes) => {
    const { bank } = scenes
    const { person, valid } = await scenes.renew(op, scene)
    await addRow(name, bank, person, valid)
    const live = await ask(bank, op, valid, person)
    expect(live.status, JSON.stringify(live.body)).toBe(200)
    const inSandbox = await ask(bank, op, valid, { token: await scenes.sandboxKey(person) })
    if (namesThing(op) && inSandbox.status !== 200)
      return expect([403, 404]).toContain(inSandbox.status)
    expect(inSandbox.status, JSON.stringify(inSandbox.body)).toBe(200)
    const rows = rowsIn(live.body)
    if (rows.length > 0) shownLive.add(name)
    for (const row of rows) expect(rowsIn(inSandbox.body)).not.toContainEqual(row)
  },
)
