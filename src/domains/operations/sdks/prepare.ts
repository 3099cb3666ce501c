// Before the examples of SDKs: a generation of the caller's own partner.
import { having, type Preparations, type Prepare } from '../../../../test/contract/prepare/scene.ts'

const ofGeneration: Prepare = async ({ make }) => ({
  generation_id: (await make('partner_sdk.generate')).data.generation_id,
})

export const preparations: Preparations = {
  // Any call makes the caller a partner.
  'partner_sdk.generate': having('partner_sdk.languages'),
  'partner_sdk.list': having('partner_sdk.generate'),
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
  'partner_sdk.status': having('partner_sdk.generate'),
}
