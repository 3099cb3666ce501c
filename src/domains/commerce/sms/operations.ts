// The operations of text messages: sending, prices, delivery status. Read this file first.
import type { Logger } from 'pino'
import { Type } from 'typebox'
import { isStorable, isTooDeep } from '../../../kernel/json.ts'
import type { Value } from '../../../kernel/value.ts'
import { Invalid, NotFound, Unauthenticated } from '../../../operation/error.ts'
import { inHeader, rawBody } from '../../../operation/input-source.ts'
import { shapeOf } from '../../../operation/shape.ts'
import { type Context, defineOperation } from '../../../operation/operation.ts'
import { programsOnly } from '../../../operation/spending.ts'
import { reader, writer } from '../../../operation/auth.ts'
import { postingErrors } from '../../core/ledger/index.ts'
import { findCountryName } from './countries.ts'
import {
  PaymentApprovalRequired,
  PaymentMethodUnsupported,
  PaymentRequired,
  PaymentsUnavailable,
  proofInput,
  receiptHeaders,
  receiptOutput,
  SettlementUnknown,
  SpendingLimitExceeded,
} from '../machine-payments/index.ts'
import { chargeAndSend, checkCovered } from './charge.ts'
import { getStatus } from './delivery-status.ts'
import type { SmsRequest } from './service.ts'
import {
  NoAccountToCharge,
  SmsDelayed,
  SmsNotCovered,
  SmsRejected,
  SmsUnavailable,
} from './errors.ts'
import { type PaidOptions, PaidSender } from './paid-sender.ts'
import { formatRate, toUsdc } from './prices.ts'
import {
  ACCOUNT_EMPTY,
  applyReport,
  isAuthentic,
  readReportStatus,
  toMessageId,
} from './reports.ts'
import * as schema from './schema.ts'

export interface SmsOptions extends PaidOptions {
  /** Authenticates delivery reports; without it every report is refused. */
  /** Two while the secret is changed; none if there is none. */
  readonly reportSecrets: readonly string[]
  readonly log: Logger
  /** The chains on which a message can be paid for. */
  readonly networks: () => readonly string[]
  /** The charge of `sms.send_prepaid` per message, in cents. */
  readonly flatCents: number
}

export const makeOperations = (options: SmsOptions, paidSender = new PaidSender(options)) => [
  defineOperation({
    name: 'sms.send',
    kind: 'command',
    summary:
      'Send a text message and pay for it with the request; without a payment the answer states the price.',
    auth: 'public',
    input: Type.Object({ ...schema.sendInput, ...proofInput }),
    output: Type.Object({ ...schema.sentFields, ...receiptOutput }, { $id: 'SentSms' }),
    errors: [
      PaymentApprovalRequired,
      PaymentMethodUnsupported,
      PaymentRequired,
      PaymentsUnavailable,
      SettlementUnknown,
      SmsDelayed,
      SmsRejected,
      SmsUnavailable,
      SpendingLimitExceeded,
    ],
    rest: [{ route: 'POST /api/v1/sms/send', envelope: 'success', headers: receiptHeaders }],
    graphql: { omit: 'It is paid for by HTTP 402.' },
    exempt: { tenants: 'The payer is the sender.' },
    handler: ({ to, from, message, ...proofs }, ctx) =>
      paidSender.send({ to, from, message }, proofs, ctx),
  }),
  defineOperation({
    name: 'sms.send_prepaid',
    kind: 'command',
    summary:
      'Send a text message for a flat charge to the caller’s account, or only ask for the price; simulated messages are free.',
    auth: writer,
    spends: programsOnly,
    input: Type.Object(schema.prepaidInput),
    output: schema.PrepaidSms,
    errors: [
      Invalid,
      NoAccountToCharge,
      SmsNotCovered,
      SmsRejected,
      SmsUnavailable,
      ...postingErrors,
    ],
    rest: [],
    exempt: { guards: 'The payee is the bank itself.' },
    handler: (input, ctx) => sendPrepaid(input, ctx, options),
  }),
  defineOperation({
    name: 'sms.rates',
    kind: 'query',
    summary: 'The price per message part for a country.',
    auth: 'public',
    input: Type.Object({ country: schema.CountryCode }),
    output: schema.SmsRate,
    errors: [NotFound, SmsUnavailable],
    rest: [{ route: 'GET /api/v1/sms/rates', envelope: 'data' }],
    handler: async ({ country }, ctx) => {
      const code = country.toUpperCase()
      const provider = options.smsSender.getProvider(ctx.caller.environment)
      const rate = await options.smsSender.findRate(ctx.tx, provider, code)
      const name = findCountryName(code)
      if (rate === undefined || name === undefined)
        throw NotFound({ what: 'rate for the country', id: code })
      return {
        country: name,
        country_code: code,
        rate_eur: formatRate(rate),
        rate_usdc: String(toUsdc(rate)),
      }
    },
  }),
  defineOperation({
    name: 'sms.status',
    kind: 'query',
    summary: 'The delivery status of a message.',
    auth: reader,
    input: Type.Object({
      message_id: Type.String({ maxLength: 255, description: 'The message_id of the message.' }),
    }),
    output: schema.SmsState,
    errors: [NotFound],
    rest: [{ route: 'GET /api/v1/sms/status/:message_id', envelope: 'success' }],
    graphql: { args: { messageId: 'message_id' } },
    exempt: { tenants: 'A message of an anonymous payer is shown to every holder of its id.' },
    handler: ({ message_id }, ctx) => getStatus(message_id, ctx),
  }),
  defineOperation({
    name: 'sms.info',
    kind: 'query',
    summary: 'The SMS provider in use, and the chains on which messages can be paid for.',
    auth: 'public',
    input: Type.Object({}),
    output: schema.SmsInfo,
    errors: [],
    rest: [{ route: 'GET /api/v1/sms/info', envelope: 'data' }],
    handler: (_input, ctx) => {
      const provider = options.smsSender.findProvider(ctx.caller.environment)
      return {
        provider: provider?.name ?? null,
        enabled: provider !== undefined,
        test_mode: provider?.simulated ?? false,
        networks: [...options.networks()],
      }
    },
  }),
  defineOperation({
    name: 'sms.report',
    kind: 'command',
    summary: 'Receive a delivery report from the SMS provider; unknown statuses are ignored.',
    auth: 'public',
    input: Type.Object({
      report: rawBody({ description: 'The report as JSON; the signature covers these bytes.' }),
      signature: inHeader('X-VertexSMS-Signature', {
        maxLength: 255,
        description: 'Hex HMAC-SHA256 of the body under the shared secret.',
      }),
      t: Type.Optional(
        Type.String({
          maxLength: 255,
          description: 'The shared secret itself, for providers that do not sign.',
        }),
      ),
    }),
    output: Type.Object({ received: Type.Boolean() }),
    errors: [Invalid, Unauthenticated],
    rest: [
      { route: 'POST /api/v1/webhooks/sms/dlr', envelope: 'bare', bodyBytesMax: 65_536 },
      { route: 'POST /api/v1/webhooks/vertexsms/dlr', envelope: 'bare', bodyBytesMax: 65_536 },
    ],
    graphql: { omit: 'Only the provider calls it.' },
    exempt: { tenants: 'The request carries the proof.' },
    handler: async ({ report, signature, t }, ctx) => {
      if (!isAuthentic({ token: t, signature, raw: report }, options.reportSecrets))
        throw Unauthenticated({
          reason: 'The delivery report carries no valid signature or token of the SMS provider.',
        })
      await receiveReport(readReport(report), ctx, options)
      return { received: true }
    },
  }),
]

interface PrepaidRequest extends SmsRequest {
  readonly check_price_only?: boolean
}

async function sendPrepaid(
  { check_price_only, ...request }: PrepaidRequest,
  ctx: Context,
  { smsSender, flatCents }: SmsOptions,
) {
  checkPrepaid(request)
  const { parts, price_usdc, country_code } = await smsSender.price(ctx.tx, request, ctx)
  if (check_price_only) {
    return {
      message_id: null,
      status: null,
      parts,
      price_usdc: String(price_usdc),
      country: country_code,
      note: 'Nothing was sent.',
    }
  }
  const user = ctx.caller.user!
  const paid = { ...request, payer: `user:${user}`, user_uuid: user }
  const sending = {
    findDuplicate: () => smsSender.findDuplicate(ctx.tx, paid, ctx),
    send: () => smsSender.send(paid, ctx),
  }
  // Only messages that really leave the bank cost money.
  const isReal = !smsSender.getProvider(ctx.caller.environment).simulated
  if (isReal) checkCovered(price_usdc, BigInt(flatCents))
  const message = isReal
    ? await chargeAndSend(BigInt(flatCents), ctx, sending)
    : await sending.send()
  return {
    message_id: toMessageId(message.id),
    status: message.status,
    parts: message.parts,
    price_usdc: message.price_usdc,
    country: message.country_code,
    note: message.test_mode ? 'Simulated: nothing left the bank.' : 'On its way.',
  }
}

/** The tool's input schema allows more than an SMS network accepts. */
function checkPrepaid({ to, from }: SmsRequest): void {
  const errors = {
    ...(!/^\+?[1-9]\d{4,18}$/.test(to) && {
      to: [
        'The to field must be a phone number with its country’s dial code, such as +37060012345.',
      ],
    }),
    ...(from !== undefined &&
      !/^[A-Za-z0-9 ]{1,20}$/.test(from) && {
        from: ['The from field must be 1 to 20 letters, digits and spaces.'],
      }),
  }
  if (Object.keys(errors).length > 0) throw Invalid({ errors })
}

type Report = Value<typeof schema.Report>

function readReport(text: string): Report {
  const read = shapeOf(schema.Report).read(parseJson(text))
  if ('problems' in read) throw Invalid({ errors: read.problems })
  return read.value as Report
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = isTooDeep(text) ? undefined : JSON.parse(text)
    return isStorable(value) ? value : undefined
  } catch {
    return undefined
  }
}

async function receiveReport(report: Report, ctx: Context, options: SmsOptions): Promise<void> {
  const error = toText(report.error)
  if (error === ACCOUNT_EMPTY)
    options.log.error('the SMS provider reports that our prepaid account is empty: top it up')
  const status = readReportStatus(report.status)
  const provider = options.smsSender.findProvider(ctx.caller.environment)
  if (status === undefined || status === 'on its way' || !provider) return
  await applyReport(
    provider.name,
    {
      provider_id: String(report.id),
      status,
      error_code: error,
      mcc: toText(report.mcc),
      mnc: toText(report.mnc),
      reported_at: report.delivered_at ? new Date(report.delivered_at) : ctx.now,
    },
    ctx,
  )
}

const toText = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null ? null : String(value)
