// The rules of logos. The bank stores them itself and serves them under their hash, so that its pages load nothing
// from another host, which would learn who visits them.
import { createHash } from 'node:crypto'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { requireFeature } from '../access.ts'
import { BRANDING_CHANGED } from '../branding/topic.ts'
import { readLogo } from './image.ts'
import * as store from './store.ts'

export const LOGO_PATH = '/brand/logos'

const whichOf = ({ caller }: Context) => ({
  partner_uuid: caller.partner!,
  environment: caller.environment,
})

export async function uploadLogo(content: string, ctx: Context): Promise<store.LogoFacts> {
  const partner = await requireFeature(ctx, 'white_label')
  const bytes = Buffer.from(content, 'base64')
  const image = readLogo(bytes)
  if (typeof image === 'string')
    throw Invalid({ errors: { content: [`The content field ${image}.`] } })
  const saved = await store.saveLogo(ctx.tx, {
    ...whichOf(ctx),
    ...image,
    hash: createHash('sha256').update(bytes).digest('hex'),
    content: bytes,
    uploaded_by: ctx.caller.user!,
    uploaded_at: ctx.now,
  })
  ctx.invalidate(BRANDING_CHANGED, partner.uuid)
  return saved
}

export async function getLogo(ctx: Context): Promise<store.LogoFacts> {
  const logo = await store.findLogo(ctx.tx, whichOf(ctx))
  if (!logo) throw NotFound({ what: 'logo', id: ctx.caller.partner! })
  return logo
}

export async function removeLogo(ctx: Context): Promise<void> {
  const which = whichOf(ctx)
  if (!(await store.deleteLogo(ctx.tx, which)))
    throw NotFound({ what: 'logo', id: which.partner_uuid })
  ctx.invalidate(BRANDING_CHANGED, which.partner_uuid)
}

export async function getImage(hash: string, { tx }: Context) {
  const image = await store.findImage(tx, hash)
  if (!image) throw NotFound({ what: 'logo', id: hash })
  return { type: image.type, content: image.content.toString('base64') }
}

export const toLogo = ({ hash, type, width, height, uploaded_at }: store.LogoFacts) => ({
  url: `${LOGO_PATH}/${hash}`,
  type,
  width,
  height,
  uploaded_at,
})
