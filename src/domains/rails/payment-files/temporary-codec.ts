// Stands in for the reader of rails/iso20022 until it is there.
import { SaxesParser } from 'saxes'
import type { Problem } from './errors.ts'

export interface Party {
  readonly name: string | null
  readonly iban: string | null
  readonly account: string | null
  readonly bic: string | null
}
export interface InitiatedPayment {
  readonly line: number
  readonly instruction_id: string | null
  readonly end_to_end_id: string
  readonly uetr: string | null
  readonly amount: string
  readonly currency: string
  readonly charge_bearer: string | null
  readonly debtor?: Party
  readonly creditor: Party
  readonly remittance_info: string | null
  readonly structured_reference: string | null
}
export interface InitiatedBatch {
  readonly payment_information_id: string | null
  readonly payment_method: string
  readonly debtor: Party
  readonly requested_execution_date: string | null
  readonly transactions: readonly InitiatedPayment[]
}
export interface Initiation {
  readonly message_type: 'pain.001' | 'pacs.008'
  readonly version: string
  readonly message_id: string
  readonly creation_date_time: string
  readonly number_of_transactions: number
  readonly control_sum: string | null
  readonly initiating_party_name: string | null
  readonly batches: readonly InitiatedBatch[]
}

interface Node {
  readonly name: string
  readonly line: number
  readonly ccy: string | undefined
  readonly children: Node[]
  text: string
}

export function readPayments(xml: string): Initiation {
  const parser = new SaxesParser({ xmlns: true })
  const root: Node = { name: '', line: 0, ccy: undefined, children: [], text: '' }
  const stack = [root]
  let ns = ''
  parser.on('opentag', (tag) => {
    if (tag.local === 'Document') ns = tag.uri
    const node: Node = {
      name: tag.local,
      line: parser.line,
      ccy: tag.attributes.Ccy?.value,
      children: [],
      text: '',
    }
    stack.at(-1)!.children.push(node)
    stack.push(node)
  })
  parser.on('closetag', () => void stack.pop())
  parser.on('text', (text) => void (stack.at(-1)!.text += text))
  parser.on('error', (error) => {
    throw error
  })
  parser.write(xml).close()
  const at = (node: Node | undefined, path: string): Node | undefined =>
    path
      .split('/')
      .reduce<Node | undefined>((n, name) => n?.children.find((c) => c.name === name), node)
  const text = (node: Node | undefined, path: string): string | null =>
    at(node, path)?.text.trim() ?? null
  const party = (node: Node | undefined, who: string): Party => ({
    name: text(node, `${who}/Nm`),
    iban: text(node, `${who}Acct/Id/IBAN`),
    account: text(node, `${who}Acct/Id/Othr/Id`),
    bic: text(node, `${who}Agt/FinInstnId/BICFI`) ?? text(node, `${who}Agt/FinInstnId/BIC`),
  })
  const document = at(root, 'Document')
  const body = document?.children[0]
  const isPain = body?.name === 'CstmrCdtTrfInitn'
  const header = at(body, 'GrpHdr')
  const payment = (node: Node): InitiatedPayment => {
    const amount = at(node, 'Amt/InstdAmt') ?? at(node, 'IntrBkSttlmAmt')
    return {
      line: node.line,
      instruction_id: text(node, 'PmtId/InstrId'),
      end_to_end_id: text(node, 'PmtId/EndToEndId') ?? '',
      uetr: text(node, 'PmtId/UETR'),
      amount: amount?.text.trim() ?? '',
      currency: amount?.ccy ?? '',
      charge_bearer: text(node, 'ChrgBr'),
      ...(!isPain && { debtor: party(node, 'Dbtr') }),
      creditor: party(node, 'Cdtr'),
      remittance_info: text(node, 'RmtInf/Ustrd'),
      structured_reference: text(node, 'RmtInf/Strd/CdtrRefInf/Ref'),
    }
  }
  const named = (node: Node | undefined, name: string) =>
    node?.children.filter((c) => c.name === name) ?? []
  const batches: InitiatedBatch[] = isPain
    ? named(body, 'PmtInf').map((info) => ({
        payment_information_id: text(info, 'PmtInfId'),
        payment_method: text(info, 'PmtMtd') ?? 'TRF',
        debtor: party(info, 'Dbtr'),
        requested_execution_date:
          text(info, 'ReqdExctnDt/Dt') ?? (text(info, 'ReqdExctnDt') || null),
        transactions: named(info, 'CdtTrfTxInf').map(payment),
      }))
    : [
        {
          payment_information_id: null,
          payment_method: 'TRF',
          debtor: { name: null, iban: null, account: null, bic: null },
          requested_execution_date: text(header, 'IntrBkSttlmDt'),
          transactions: named(body, 'CdtTrfTxInf').map(payment),
        },
      ]
  return {
    message_type: isPain ? 'pain.001' : 'pacs.008',
    version: ns.split(':').at(-1) ?? '',
    message_id: text(header, 'MsgId') ?? '',
    creation_date_time: text(header, 'CreDtTm') ?? '',
    number_of_transactions: Number(text(header, 'NbOfTxs')),
    control_sum: text(header, 'CtrlSum'),
    initiating_party_name: text(header, 'InitgPty/Nm'),
    batches,
  }
}

export function checkPayments(initiation: Initiation): Problem[] {
  const count = initiation.batches.reduce((n, b) => n + b.transactions.length, 0)
  return count === initiation.number_of_transactions
    ? []
    : [
        {
          line: 0,
          path: 'GrpHdr/NbOfTxs',
          code: 'NbOfTxs',
          message: `NbOfTxs is ${initiation.number_of_transactions}, but there are ${count}.`,
        },
      ]
}
