// An account of the caller, with money in it: most examples begin with one.
import type { Prepare, Scene } from './scene.ts'

export const openAccount = async ({ make }: Scene, cents = 10_000): Promise<string> =>
  (await make('account.create', { initial_balance: cents })).data.uuid

export const ofAccount: Prepare = async (scene) => ({ uuid: await openAccount(scene) })
