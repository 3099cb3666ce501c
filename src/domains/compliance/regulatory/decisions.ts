// Stores decisions with everything they were made from, and makes them again: under the rules of their version
// the result must be the same. If it is not, the stored decision was changed, or the code of that version was.
import { isDeepStrictEqual } from 'node:util'
import { type PageRequest, toPage } from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { evaluateMifid } from './reports/deadlines.ts'
import { UnknownRulesVersion } from './errors.ts'
import { evaluateMica } from './checks/mica.ts'
import { currentRules, findRules, type RuleSet } from './rules.ts'
import * as store from './store.ts'
import type { DecisionKind, DecisionRow } from './store.ts'
import { evaluateTravelRule } from './checks/travel-rule.ts'

/** The rules of each kind of decision: pure functions of input, facts and rule set. */
const judges = {
  travel_rule_check: evaluateTravelRule,
  travel_rule_transfer: evaluateTravelRule,
  mica_check: evaluateMica,
  mifid_report: evaluateMifid,
} satisfies Record<DecisionKind, (input: never, facts: never, rules: RuleSet) => object>

type Judges = typeof judges

/** Decides under the current rules, and stores the decision. */
export async function decide<Kind extends DecisionKind>(
  kind: Kind,
  about: {
    readonly id: string
    readonly subject: string
    readonly input: Parameters<Judges[Kind]>[0]
    readonly facts: Parameters<Judges[Kind]>[1]
  },
  { tx, caller, now }: Context,
): Promise<ReturnType<Judges[Kind]>> {
  const output = run(kind, about.input, about.facts, currentRules) as ReturnType<Judges[Kind]>
  await store.insertDecision(tx, {
    ...about,
    kind,
    environment: caller.environment,
    user_uuid: caller.user!,
    rule_version: currentRules.version,
    output,
    created_at: now,
  })
  return output
}

/** The kind decides the types of input and facts, which the table `judges` cannot express to the compiler. */
const run = (kind: DecisionKind, input: object, facts: object, rules: RuleSet): object =>
  judges[kind](input as never, facts as never, rules)

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

export interface DecisionListRequest extends PageRequest {
  readonly kind?: DecisionKind
}

export async function listDecisions({ kind, ...page }: DecisionListRequest, ctx: Context) {
  const which = { environment: ctx.caller.environment, kind }
  const { rows, total } = await store.listDecisions(ctx.tx, which, page)
  return toPage(rows.map(toDecision), total, page)
}

export const toDecision = ({ id, environment: _environment, ...row }: DecisionRow) => ({
  decision_id: id,
  ...row,
})

export async function getDecision(id: string, { tx, caller }: Context): Promise<DecisionRow> {
  const row = await store.findDecision(tx, caller.environment, id)
  if (!row) throw NotFound({ what: 'decision', id })
  return row
}

export async function replayDecision(id: string, ctx: Context) {
  const stored = await getDecision(id, ctx)
  const rules = findRules(stored.rule_version)
  if (!rules) throw UnknownRulesVersion({ version: stored.rule_version })
  const replayed = asJson(run(stored.kind, stored.input, stored.facts, rules)) as Record<
    string,
    unknown
  >
  const now = asJson(run(stored.kind, stored.input, stored.facts, currentRules))
  const fields = new Set([...Object.keys(stored.output), ...Object.keys(replayed)])
  return {
    decision_id: stored.id,
    kind: stored.kind,
    subject: stored.subject,
    rule_version: stored.rule_version,
    current_rule_version: currentRules.version,
    same: isDeepStrictEqual(stored.output, replayed),
    same_under_current_rules: isDeepStrictEqual(stored.output, now),
    differing_fields: [...fields].filter(
      (field) => !isDeepStrictEqual(stored.output[field], replayed[field]),
    ),
    stored: stored.output,
    replayed,
    replayed_at: ctx.now.toISOString(),
  }
}
