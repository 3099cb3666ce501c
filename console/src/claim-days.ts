// How long money to an e-mail address can be collected, as the bank declares it.
import { mobileConfig } from '../../sdk/client/operations.ts'
import { useRead } from './bank.ts'

/** In words, such as "7 days"; undefined until it is known. */
export function useClaimDays(): string | undefined {
  const days = useRead('mobile_config', mobileConfig, {}).data?.data.p2p_claim_days
  if (days === undefined) return undefined
  return days === 1 ? '1 day' : `${days} days`
}
