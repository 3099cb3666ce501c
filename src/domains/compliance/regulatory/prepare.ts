// Before the examples of regulatory reporting: names that are on the sample list, reports and decisions.
import {
  having,
  type Prepare,
  type Preparations,
  type Scene,
} from '../../../../test/contract/prepare/scene.ts'

let names = 0

/** A name like one on the list that was not screened before. */
const newHit = async ({ send }: Scene) => {
  const { body, data } = await send('sanctions.screen', {
    name: `Viktor Exemplar ${'ABCDEFGHIJ'[++names % 10]}${names}`,
  }).then((answer) => ({ body: answer, data: answer.data }))
  if (data.hits.length === 0) throw new Error(`no hit: ${JSON.stringify(body)}`)
  return data.hits[0].hit_id as string
}

const ofHit: Prepare = async (scene) => ({ id: await newHit(scene) })

const ofException: Prepare = async (scene) => {
  const id = await newHit(scene)
  await scene.send('sanctions.decide', { id })
  const { data } = await scene.send('sanctions.exceptions', {})
  return { id: data[0].exception_id }
}

const ofDecision: Prepare = async ({ make, send }) => {
  await make('travel_rule.check')
  const { data } = await send('regulatory_decision.list', {})
  return { id: data[0].decision_id }
}

export const preparations: Preparations = {
  'travel_rule.records': having('travel_rule.submit'),
  'regulatory_report.list': having('regulatory_report.file'),
  'regulatory_report.status': async ({ make }) => ({
    reference: (await make('mifid.report')).data.reference,
  }),
  'mifid.status': having('mifid.report'),
  'sanctions.hits': async (scene) => {
    await newHit(scene)
    return {}
  },
  'sanctions.decide': ofHit,
  'sanctions.exceptions': async (scene) => {
    await ofException(scene)
    return {}
  },
  'sanctions.revoke_exception': ofException,
  'regulatory_decision.list': having('travel_rule.check'),
  'regulatory_decision.get': ofDecision,
  'regulatory_decision.replay': ofDecision,
}
