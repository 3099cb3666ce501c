// The error of a batch whose status does not allow a request.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const BatchNotCancellable = defineError<{ batch_id: string; status: string }>(
  'BATCH_NOT_CANCELLABLE',
  409,
  (d) => `The batch ${d.batch_id} is ${d.status} and cannot be cancelled any more.`,
  {
    advice:
      'Read the batch by GET /api/v2/batch-operations/:batch_id/status. Payments of a completed batch are undone one by one by POST /api/v2/transactions/reverse.',
    details: Type.Object({ batch_id: Type.String(), status: Type.String() }),
  },
)
