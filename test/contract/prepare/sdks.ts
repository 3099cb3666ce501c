// Before the examples of SDKs: a generation of the caller's own partner.
import type { Preparations, Prepare } from './scene.ts'

const ofGeneration: Prepare = async ({ make }) => ({
  generation_id: (await make('partner_sdk.generate')).data.generation_id,
})

export const sdks: Preparations = {
  'partner_sdk.list': async ({ make }) => {
    await make('partner_sdk.generate')
    return {}
  },
  'partner_sdk.get': ofGeneration,
  async 'partner_sdk.download'({ make }) {
    const { generation_id, packages } = (await make('partner_sdk.generate')).data
    const { searchParams } = new URL(packages[0].download_url)
    return {
      generation_id,
      expires: Number(searchParams.get('expires')),
      signature: searchParams.get('signature'),
    }
  },
  'partner_sdk.status': async ({ make }) => {
    await make('partner_sdk.generate')
    return {}
  },
}
