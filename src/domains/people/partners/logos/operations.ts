// The operations on the logo that the bank stores for a partner.
import { Type } from 'typebox'
import { DateTime } from '../../../../kernel/schema.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { partnerReader, partnerRemover, partnerWriter } from '../access.ts'
import { FeatureNotInTier } from '../errors.ts'
import { LOGO_BYTES_MAX } from './image.ts'
import { getImage, getLogo, removeLogo, toLogo, uploadLogo } from './service.ts'

const ImageType = Type.Enum(['image/png', 'image/jpeg', 'image/webp'])
/** Four characters for every three bytes. */
const BASE64_MAX = Math.ceil(LOGO_BYTES_MAX / 3) * 4

export const logoFields = {
  url: Type.String({ description: 'The path at this bank; it changes with the image.' }),
  type: ImageType,
  width: Type.Integer({ description: 'Pixels.' }),
  height: Type.Integer({ description: 'Pixels.' }),
}
const Logo = Type.Object({ ...logoFields, uploaded_at: DateTime }, { $id: 'PartnerLogo' })

const path = '/api/v2/partner/config/logo'

export const logoOperations = [
  defineOperation({
    name: 'partner_logo.upload',
    kind: 'command',
    summary: 'Set the logo that the bank shows on its pages under the host names of the tenants.',
    auth: partnerWriter,
    input: Type.Object({
      content: Type.String({
        minLength: 4,
        maxLength: BASE64_MAX,
        pattern: '^[A-Za-z0-9+/]+={0,2}$',
        description:
          'A PNG, JPEG or WebP image in base64: at most 64 KB, 16 to 1024 pixels on each side.',
      }),
    }),
    output: Logo,
    errors: [Invalid, NotFound, FeatureNotInTier],
    rest: [{ route: `PUT ${path}`, envelope: 'data' }],
    handler: async ({ content }, ctx) => toLogo(await uploadLogo(content, ctx)),
  }),
  defineOperation({
    name: 'partner_logo.get',
    kind: 'query',
    summary: 'The logo that the bank stores for the partner.',
    auth: partnerReader,
    input: Type.Object({}),
    output: Logo,
    errors: [NotFound],
    rest: [{ route: `GET ${path}`, envelope: 'data' }],
    handler: async (_input, ctx) => toLogo(await getLogo(ctx)),
  }),
  defineOperation({
    name: 'partner_logo.delete',
    kind: 'command',
    summary: 'Remove the logo; the pages show the name alone.',
    auth: partnerRemover,
    input: Type.Object({}),
    output: Type.Object({ message: Type.String() }),
    errors: [NotFound],
    rest: [{ route: `DELETE ${path}`, envelope: 'bare' }],
    handler: async (_input, ctx) => {
      await removeLogo(ctx)
      return { message: 'The logo is removed.' }
    },
  }),
  // Called only by the transport that serves images, so it has no route.
  defineOperation({
    name: 'partner_logo.image',
    kind: 'query',
    summary: 'The image with this hash.',
    auth: 'public',
    input: Type.Object({
      hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the image.' }),
    }),
    output: Type.Object({ type: ImageType, content: Type.String({ maxLength: BASE64_MAX }) }),
    errors: [NotFound],
    rest: [],
    handler: ({ hash }, ctx) => getImage(hash, ctx),
  }),
]
