// What a file says about itself, for the review before it is sent.
import { iso20022Parse } from '../../../../sdk/client/operations.ts'
import { client } from '../../bank.ts'
import { formatDecimal } from '../../design/money.tsx'

export type FileFacts = readonly (readonly [name: string, value: string])[]

export async function describeFile(kind: 'iso' | 'returns', content: string): Promise<FileFacts> {
  if (kind === 'returns')
    return [
      ['File', 'NACHA returns'],
      ['Lines', content.trimEnd().split('\n').length.toLocaleString()],
    ]
  const { data } = await iso20022Parse(client, { xml: content })
  if (data.message_type !== 'pain.001' && data.message_type !== 'pacs.008')
    return [['Message', data.message_type]]
  const said = (name: string, value: string | number | null): FileFacts =>
    value === null ? [] : [[name, value.toLocaleString()]]
  return [
    ['Message', data.message_type],
    ...said('Id', data.message_id),
    ...(data.message_type === 'pain.001' ? said('From', data.initiating_party_name) : []),
    ...said('Payments', data.number_of_transactions),
    ...said('Sum of the amounts', data.control_sum && formatDecimal(data.control_sum)),
    ...(data.message_type === 'pain.001'
      ? said('To be paid on', data.payments[0]?.requested_execution_date ?? null)
      : said('Settlement on', data.settlement_date)),
  ]
}
