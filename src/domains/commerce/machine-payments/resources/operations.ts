// The operations of resources: paths that operators sell for payments on any rail.
import { Type } from 'typebox'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { operator } from '../../../../operation/auth.ts'
import { ResourceExists } from '../errors.ts'
import type { ResourceRow } from './store.ts'
import * as resources from './service.ts'
import * as schema from '../schema.ts'

const id = Type.String({ maxLength: 255, description: 'The id of the resource.' })

export const makeResourceOperations = (options: resources.ResourceOptions) => [
  defineOperation({
    name: 'mpp_resource.create',
    kind: 'command',
    summary:
      'Put a price on a path; from then on requests to it must be paid for on one of its rails.',
    auth: operator,
    input: Type.Object(schema.resourceInput),
    output: schema.RegisteredResource,
    errors: [Invalid, ResourceExists],
    rest: [{ route: 'POST /api/v1/mpp/resources', status: 201, envelope: 'success' }],
    graphql: { schema: 'mpp' },
    handler: async (input, ctx) =>
      toResource(
        await resources.createResource(
          {
            ...input,
            currency: input.currency ?? 'USD',
            available_rails: input.available_rails ?? schema.railIds,
            description: input.description ?? null,
            mime_type: input.mime_type ?? 'application/json',
          },
          ctx,
          options,
        ),
      ),
  }),
  defineOperation({
    name: 'mpp_resource.update',
    kind: 'command',
    summary: 'Change a resource’s path, price or rails; omitted fields keep their value.',
    auth: operator,
    subject: { read: (input, ctx) => resources.getResource(input.id, ctx) },
    input: Type.Object({ id, ...schema.resourceChange }),
    output: schema.RegisteredResource,
    errors: [Invalid, NotFound, ResourceExists],
    rest: [
      { route: 'PUT /api/v1/mpp/resources/:id', envelope: 'success' },
      { route: 'PATCH /api/v1/mpp/resources/:id', envelope: 'success' },
    ],
    graphql: { schema: 'mpp' },
    handler: async ({ id: given, ...change }, ctx) =>
      toResource(await resources.updateResource(given, change, ctx, options)),
  }),
  defineOperation({
    name: 'mpp_resource.delete',
    kind: 'command',
    summary: 'Remove the price of a resource; its payments stay recorded.',
    auth: operator,
    subject: { read: (input, ctx) => resources.getResource(input.id, ctx) },
    input: Type.Object({ id }),
    output: Type.Null(),
    errors: [NotFound],
    rest: [{ route: 'DELETE /api/v1/mpp/resources/:id', envelope: 'none' }],
    graphql: { schema: 'mpp' },
    handler: async ({ id: given }, ctx) => {
      await resources.deleteResource(given, ctx)
      return null
    },
  }),
]

const toResource = ({ environment: _in, created_by: _by, ...resource }: ResourceRow) => resource
