// A question in plain words about what moved, and the bank's answer with the entries that it is about.
import { Link } from '@tanstack/react-router'
import { icon } from '../../design/icons.tsx'
import { useState } from 'react'
import { transactionQuery } from '../../../../sdk/client/operations.ts'
import type { FoundTransaction, TransactionQueryAnswer } from '../../../../sdk/client/types.ts'
import { useWrite } from '../../bank.ts'
import { Card } from '../../design/card.tsx'
import { Form, Input } from '../../design/form.tsx'
import { Money, toDecimal } from '../../design/money.tsx'
import { type Column, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'

const Search = icon('search')

const EXAMPLES = [
  'largest payments this month',
  'deposits over 100 USD',
  'what did I spend last week',
]

export function AskCard() {
  const ask = useWrite(transactionQuery)
  const [question, setQuestion] = useState('')
  const answer = ask.data?.data
  return (
    <Card>
      <Form
        submit={
          <>
            <Search aria-hidden />
            Ask
          </>
        }
        onSubmit={({ query = '' }) => ask.mutateAsync({ query })}
      >
        <Input
          label="Ask about your payments"
          name="query"
          type="search"
          required
          maxLength={500}
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
          placeholder="What did I spend last week?"
        />
        <div className="flex flex-wrap gap-2">
          {EXAMPLES.map((example) => (
            <button
              key={example}
              type="button"
              onClick={() => setQuestion(example)}
              className="rounded-full border border-line px-3 py-1 text-sm text-soft hover:text-ink"
            >
              {example}
            </button>
          ))}
        </div>
      </Form>
      <div aria-live="polite">{answer && <Answer answer={answer} />}</div>
    </Card>
  )
}

function Answer({ answer }: { readonly answer: TransactionQueryAnswer }) {
  const missed = answer.query_parsed?.not_understood ?? []
  return (
    <div className="rise mt-5 border-t border-line pt-4">
      <p className="font-medium">{answer.nl_summary}</p>
      {answer.query_parsed && (
        <p className="text-sm text-soft">{answer.query_parsed.explanation}</p>
      )}
      {missed.length > 0 && (
        <p className="text-sm text-gold">Not understood: {missed.join(', ')}.</p>
      )}
      {answer.transactions.length > 0 && (
        <div className="-mx-5 mt-3">
          <Table
            label="What was found"
            columns={columns}
            rows={answer.transactions}
            keyOf={({ id }) => id}
          />
        </div>
      )}
    </div>
  )
}

const columns: readonly Column<FoundTransaction>[] = [
  {
    name: 'What',
    isSilent: true,
    show: ({ uuid, description, merchant, category }) => (
      <span>
        <Link
          to="/payments/$id"
          params={{ id: uuid }}
          className="font-medium before:absolute before:inset-0 hover:underline"
        >
          {description ?? merchant}
        </Link>{' '}
        <span className="text-sm text-soft">{category.replaceAll('_', ' ')}</span>
      </span>
    ),
  },
  { name: 'When', show: ({ created_at }) => <When at={created_at} /> },
  {
    name: 'Amount',
    isRight: true,
    show: ({ amount, asset_code, type }) => {
      const size = toDecimal(Math.abs(amount))
      return <Money amount={type === 'debit' ? `-${size}` : size} code={asset_code} isChange />
    },
  },
]
