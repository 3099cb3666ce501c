// Before the examples of assets: an asset with a code of its own.
import type { Preparations, Prepare } from '../../../../test/contract/prepare/scene.ts'

let assets = 0

/** EXB, EXC, … EXBA: codes have letters only. */
export const nextCode = (): string =>
  `EX${String(++assets).replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)]!)}`

const ofAsset: Prepare = async ({ make }) => ({ code: (await make('asset.create')).data.code })

export const preparations: Preparations = {
  'asset.create': () => ({ code: nextCode() }),
  'asset.update': ofAsset,
  'asset.deactivate': ofAsset,
}
