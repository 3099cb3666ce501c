// The operations on branding: those of the partner, and the public one.
import { Type } from 'typebox'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { partnerReader, partnerWriter } from '../access.ts'
import {
  type BrandingChange,
  changeBranding,
  getBranding,
  type BrandingCache,
  toBranding,
  toWhiteLabel,
} from './service.ts'
import { Branding, brandingInput, PublicBranding, WhiteLabel, whiteLabelInput } from './schema.ts'
import { FeatureNotInTier } from '../errors.ts'

export const makeBrandingOperations = (branding: BrandingCache) => [
  defineOperation({
    name: 'white_label.update',
    kind: 'command',
    summary: 'Set the logo, the primary colour and the switches of the partner’s own pages.',
    auth: partnerWriter,
    input: Type.Object(whiteLabelInput),
    output: WhiteLabel,
    errors: [Invalid, NotFound, FeatureNotInTier],
    rest: [{ route: 'PUT /api/v2/partner/config/whitelabel', envelope: 'data' }],
    handler: async ({ features, ...fields }, ctx) =>
      toWhiteLabel(await changeBranding(fields, features, ctx)),
  }),
  defineOperation({
    name: 'white_label.get',
    kind: 'query',
    summary: 'The logo, the primary colour and the switches of the partner’s own pages.',
    auth: partnerReader,
    input: Type.Object({}),
    output: WhiteLabel,
    errors: [],
    rest: [{ route: 'GET /api/v2/partner/config/whitelabel', envelope: 'data' }],
    handler: async (_input, ctx) => toWhiteLabel(await getBranding(ctx)),
  }),
  defineOperation({
    name: 'partner_branding.update',
    kind: 'command',
    summary: 'Set the colours, logos, texts and styles that the tenants of the partner show.',
    auth: partnerWriter,
    input: Type.Object(brandingInput),
    output: Branding,
    errors: [Invalid, NotFound, FeatureNotInTier],
    rest: [{ route: 'PUT /api/partner/v1/branding', envelope: 'success' }],
    handler: async (input: BrandingChange, ctx) =>
      toBranding(await changeBranding(input, undefined, ctx)),
  }),
  defineOperation({
    name: 'partner_branding.get',
    kind: 'query',
    summary: 'The colours, logos, texts and styles that the tenants of the partner show.',
    auth: partnerReader,
    input: Type.Object({}),
    output: Branding,
    errors: [],
    rest: [{ route: 'GET /api/partner/v1/branding', envelope: 'success' }],
    handler: async (_input, ctx) => toBranding(await getBranding(ctx)),
  }),
  defineOperation({
    name: 'branding.get',
    kind: 'query',
    summary: 'The branding for a host name or a tenant; that of the bank for unknown ones.',
    auth: 'public',
    input: Type.Object({
      domain: Type.Optional(
        Type.String({ maxLength: 253, description: 'The host name of the page.' }),
      ),
      tenant: Type.Optional(
        Type.String({ maxLength: 64, description: 'The id of a tenant, in place of a host name.' }),
      ),
    }),
    output: PublicBranding,
    errors: [],
    rest: [{ route: 'GET /api/v1/branding', envelope: 'success' }],
    handler: (input, { caller }) =>
      branding.find(caller.environment, input.tenant ?? input.domain ?? ''),
  }),
]
