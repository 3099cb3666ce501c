// The profile of a partner as it reads and changes it, with its keys.
import type { Context } from '../../../operation/operation.ts'
import { getCallingPartner } from './access.ts'
import { changeTerms, type Terms } from './service.ts'
import { listKeys, type PartnerRow } from './store.ts'
import { toProfile } from './view.ts'

const show = async (partner: PartnerRow, { tx }: Context) =>
  toProfile(partner, await listKeys(tx, partner.uuid))

export const getProfile = async (ctx: Context) => show(await getCallingPartner(ctx), ctx)

export const updateProfile = async (terms: Terms, ctx: Context) =>
  show(await changeTerms(ctx.caller.partner!, terms, ctx), ctx)
