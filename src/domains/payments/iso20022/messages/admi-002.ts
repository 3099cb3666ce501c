// admi.002, the rejection of a whole message by the system that received it.
import { dateTime, maxText } from '../codec/formats.ts'
import { group, layout, value } from '../codec/layout.ts'
import { text35 } from './parts.ts'

export const admi002 = layout({
  type: 'admi.002',
  title: 'Message reject',
  root: 'admi.002.001.01',
  versions: ['admi.002.001.01'],
  nodes: [
    group('RltdRef', [value('Ref', 'related_reference', text35, { required: true })], {
      required: true,
    }),
    group(
      'Rsn',
      [
        value('RjctgPtyRsn', 'reject_reason', text35, { required: true }),
        value('RjctnDtTm', 'rejection_date_time', dateTime),
        value('ErrLctn', 'error_location', maxText(350)),
        value('RsnDesc', 'description', maxText(350)),
        value('AddtlData', 'additional_data', maxText(20_000)),
      ],
      { required: true },
    ),
  ],
})
