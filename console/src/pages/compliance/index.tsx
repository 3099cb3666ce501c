// Regulatory compliance: the status of the bank, filed reports, matches with the sanctions list, and the decisions of
// the rules, each with its inputs.
import { useState } from 'react'
import { icon } from '../../design/icons.tsx'
import {
  regulatoryDecisionList,
  regulatoryReportList,
  regulatoryStatus,
} from '../../../../sdk/client/operations.ts'
import type {
  RegulatoryDecision,
  RegulatoryReportState,
  RegulatoryStatus,
} from '../../../../sdk/client/types.ts'
import { useRead } from '../../bank.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Code, toJson } from '../../design/code.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { Facts } from '../../design/facts.tsx'
import { PageHead } from '../../design/page.tsx'
import { Empty, Show } from '../../design/state.tsx'
import { type Column, Pager, Table } from '../../design/table.tsx'
import { When } from '../../design/time.tsx'
import { ReportForm } from './report-form.tsx'
import { SanctionsCard } from './sanctions.tsx'

const FileCheck2 = icon('file-check-2')
const ScrollText = icon('scroll-text')

export function Page() {
  const status = useRead('compliance', regulatoryStatus, {})
  return (
    <>
      <PageHead
        title="Compliance"
        hint="Reports to regulators, sanctions screening, and the decisions of the rules."
      />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-5">
          <SanctionsCard />
          <ReportsCard />
          <DecisionsCard />
        </div>
        <Card title="Compliance status">
          <Show read={status}>{({ data }) => <Standing status={data} />}</Show>
        </Card>
      </div>
    </>
  )
}

const toneOf = (status: 'operational' | 'attention_required') =>
  status === 'operational' ? ('good' as const) : ('gold' as const)

function Standing({ status }: { readonly status: RegulatoryStatus }) {
  return (
    <Facts
      rows={[
        [
          'Overall',
          <Badge key="overall" word={status.overall_status} tone={toneOf(status.overall_status)} />,
        ],
        ['Scheduled reports', status.total_scheduled],
        ['Due soon', status.upcoming_deadlines],
        ['Overdue', status.overdue_filings],
        ['Next deadline', <When key="next" at={status.next_deadline} isDay />],
        ['Connections', status.adapters_registered],
        ...status.jurisdictions.map(
          ({ jurisdiction, status: state }) =>
            [jurisdiction, <Badge key={jurisdiction} word={state} tone={toneOf(state)} />] as const,
        ),
      ]}
    />
  )
}

function ReportsCard() {
  const [page, setPage] = useState(1)
  const [isOpen, setOpen] = useState(false)
  const read = useRead('reports', regulatoryReportList, { page, per_page: 20 })
  return (
    <Card
      title="Reports"
      action={
        <Button look="plain" size="small" onClick={() => setOpen(true)}>
          File a report
        </Button>
      }
      isFlush
    >
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={FileCheck2} title="No report was filed yet" />
          ) : (
            <>
              <Table
                label="Reports"
                rows={data}
                keyOf={({ details }) => details.reference}
                columns={reportColumns}
              />
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
      <Dialog title="File a report" isOpen={isOpen} onClose={() => setOpen(false)}>
        <ReportForm onDone={() => setOpen(false)} />
      </Dialog>
    </Card>
  )
}

const reportColumns: readonly Column<RegulatoryReportState>[] = [
  {
    name: 'Report',
    isSilent: true,
    show: ({ details }) => (
      <span>
        <span className="block font-medium">
          {details.report_type} to {details.regulator}
        </span>
        <span className="block font-mono text-xs break-all text-soft">{details.reference}</span>
      </span>
    ),
  },
  { name: 'Filed', show: ({ details }) => <When at={details.submitted_at} /> },
  {
    name: 'State',
    isRight: true,
    show: ({ status }) => <Badge word={status} tone={status === 'accepted' ? 'good' : 'gold'} />,
  },
]

function DecisionsCard() {
  const [page, setPage] = useState(1)
  const read = useRead('decisions', regulatoryDecisionList, { page, per_page: 10 })
  return (
    <Card title="Decisions" hint="Each with the input, the facts and the version of the rules.">
      <Show read={read}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <Empty icon={ScrollText} title="No decisions yet" />
          ) : (
            <>
              <ul className="grid">
                {data.map((decision) => (
                  <DecisionItem key={decision.decision_id} decision={decision} />
                ))}
              </ul>
              <Pager meta={meta} onPage={setPage} />
            </>
          )
        }
      </Show>
    </Card>
  )
}

function DecisionItem({ decision }: { readonly decision: RegulatoryDecision }) {
  const { kind, subject, rule_version, input, facts, output, created_at } = decision
  return (
    <li className="min-w-0 border-b border-line py-2.5 last:border-0">
      <details>
        <summary className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="min-w-0 break-words">
            {kind.replaceAll('_', ' ')}: {subject}
          </span>
          <span className="text-sm text-soft">
            <When at={created_at} />
          </span>
        </summary>
        <div className="mt-2">
          <Code
            label={`Decision about ${subject}`}
            text={toJson({ rule_version, input, facts, output })}
          />
        </div>
      </details>
    </li>
  )
}
