// What every refusal looks like, and the few that look different because the specification says so.
import { expect } from 'vitest'
import { type AnyErrorDef, type AppError, Invalid } from '../../src/operation/error.ts'
import type { AnyOperation, Route } from '../../src/operation/operation.ts'
import { helpLink } from '../../src/transport/rest/errors.ts'
import type { Answer } from '../harness/bank.ts'

export function expectRefusal(answer: Answer, status: number, code?: string): void {
  expect(answer.status, JSON.stringify(answer.body)).toBe(status)
  expect(answer.body).toMatchObject({
    success: false,
    error: { message: expect.any(String), ...(code && { code }) },
    message: expect.any(String),
    request_id: answer.headers.get('x-request-id'),
  })
  expect(answer.headers.get('link')).toBe(helpLink(answer.body.error.code))
}

/** Two routes show their 404 as two texts, all others in the envelope; some operations have codes of their own for it. */
export function expectNotFound(op: AnyOperation, route: Route, answer: Answer): void {
  if (!route.plainNotFound) {
    const own = op.errors.filter(({ status }) => status === 404).map(({ code }) => code)
    expectRefusal(answer, 404)
    return expect(own).toContain(answer.body.error.code)
  }
  expect(answer.status).toBe(404)
  expect(answer.body).toEqual({ message: expect.any(String), error: expect.any(String) })
}

/** The error of this operation's own for bad input, where the specification gives it one. */
const invalidOf = (op: AnyOperation): AnyErrorDef =>
  op.invalid ? (op.invalid({}) as AppError).def : Invalid

export const expectInvalid = (op: AnyOperation, answer: Answer): void =>
  expectRefusal(answer, invalidOf(op).status, invalidOf(op).code)
