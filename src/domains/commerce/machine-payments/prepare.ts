// Before the examples of machine payments: a priced resource, a spending limit.
import {
  having,
  type Preparations,
  type Prepare,
  type Rows,
} from '../../../../test/contract/prepare/scene.ts'
import { nextPath, nextRobot } from './endpoints/prepare.ts'

const ofResource: Prepare = async ({ make }) => ({
  id: (await make('mpp_resource.create')).data.id,
})

export const preparations: Preparations = {
  'mpp_resource.create': nextPath,
  'mpp_resource.update': async (scene) => ({ ...(await ofResource(scene)), ...nextPath() }),
  'mpp_resource.delete': ofResource,
}

export const rows: Rows = {
  'mpp.resources': having('x402_endpoint.create'),
  'mpp_limit.list': ({ make }) => make('mpp_limit.set', nextRobot()),
}
