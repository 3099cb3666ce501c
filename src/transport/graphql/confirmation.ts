// Mutations that the playground sends. Its address may hold a query that a third party wrote, so a mutation runs only
// after the user confirmed it by name: the first answer lists the mutations, the page asks the user about exactly
// these, and sends the request again with their names.
import { Kind, OperationTypeNode, type SelectionSetNode } from 'graphql'
import type { FastifyRequest } from 'fastify'
import { isMarked, PLAYGROUND_HEADER } from '../console/session-cookie.ts'
import { readHeader } from '../rest/request.ts'
import type { Query, Refused } from './documents.ts'

export const CONFIRMED_HEADER = 'x-florin-confirmed'
export const CONFIRMATION_REQUIRED = 'CONFIRMATION_REQUIRED'

/** The refusal of a mutation that the user has not confirmed; undefined for what needs no confirmation. */
export function needsConfirmation(query: Query, request: FastifyRequest): Refused | undefined {
  if (query.operation.operation !== OperationTypeNode.MUTATION) return undefined
  if (!isMarked(request, PLAYGROUND_HEADER)) return undefined
  const mutations = listRootFields(query)
  if (readHeader(request, CONFIRMED_HEADER) === mutations.join(',')) return undefined
  return {
    message: `Nothing was run: confirm in the playground that you want to run ${mutations.join(', ')}.`,
    extensions: { category: 'authorization', code: CONFIRMATION_REQUIRED, mutations },
  }
}

/** The names of the mutations, whatever their aliases and fragments. */
function listRootFields({ operation, document }: Query): string[] {
  const fragments = new Map(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const names = new Set<string>()
  const seen = new Set<string>()
  const visit = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) names.add(node.name.value)
      else if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet)
      else if (!seen.has(node.name.value)) {
        seen.add(node.name.value)
        visit(fragments.get(node.name.value)!)
      }
    }
  }
  visit(operation.selectionSet)
  return [...names].toSorted()
}
