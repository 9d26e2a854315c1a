import { isDeepStrictEqual } from 'node:util'
import { type Id, type Most, maxOf, newId, Refused } from '@lms/contract'
import { checkReferencesAt, crudHandlers, type Work } from '@lms/service-host'
import { knownFields } from '@lms/users/contract'
import type { Stores } from '../builder.ts'
import { builder } from '../builder.ts'
import { checkReader } from '../people/check-people.ts'
import { usersExpander } from '../people/read.ts'
import { allTopics } from '../settings/topic.ts'
import { fieldUses } from './field-uses.contract.ts'
import { begin, buildAgain } from './follow.run.ts'
import { previewOf } from './preview.ts'
import { namesIn, type Rule, referencesIn, ruleOf } from './rule.ts'
import { unfitFields, unknownTopics } from './rule-fit.ts'
import { needsOf, needsOfSegments, refuseUnreadable } from './rule-readers.ts'
import { segmentMembers as memberOperations, refusals, type Segment, segments } from './segment.contract.ts'
import { memberFact, segmentsOfRule } from './segment.store.ts'

const { list, create, get, delete: remove } = segments
const handlers = crudHandlers({ list, create, get, delete: remove }, ({ segments }: Stores) => segments, {
  sets: () => ({
    status: 'building' as const,
    size: 0,
    computed_at: null,
    generation: 0,
    building: 1,
    live_rule: null,
  }),
  mayRemove: async (segment, { segments, mailings, campaigns, bulkActions }) => {
    await segments.lockSchool()
    const naming = await Promise.all([
      segments.naming(memberFact(segment.id)),
      mailings.naming('segment_ids', segment.id),
      campaigns.naming('segment_ids', segment.id),
      bulkActions.naming('segment_id', segment.id),
    ])
    if (naming.flat().length) throw new Refused(refusals.segment_in_use)
    segments.forgetReads(segment.id)
    segments.clear(segment.id, null)
  },
})

/**
 * A batch of events that is being kept has asked which segments read what it changes: it ends before a rule changes, and
 * the next one asks again.
 */
async function lockRules({ facts, segments }: Stores): Promise<void> {
  await facts.lock()
  await segments.lockSchool()
}

/**
 * Refuses a tag, group or course that the school does not have, unless the present rule names it already, and what does not fit
 * the fields of people. Asks other services: before any lock.
 */
async function checkNamed(
  rule: Segment['rule'],
  present: Segment['rule'] | null,
  ctx: Pick<Work, 'work' | 'runtime'>,
  { settings }: Stores,
): Promise<void> {
  const knownIds = new Set(present === null ? [] : referencesIn(ruleOf(present)).map(({ id }) => id))
  const newReferences = referencesIn(ruleOf(rule)).filter(({ id }) => !knownIds.has(id))
  const references = newReferences.map(({ fieldPath, to }) => ({ fieldPath: ['rule', ...fieldPath], to }))
  await checkReferencesAt(references, { rule }, ctx)
  const [fields, { topics }] = await Promise.all([fieldsOf(ruleOf(rule), ctx), settings.get()])
  const keys = new Set(allTopics(topics).map(({ key }) => key))
  const faults = [...unfitFields(ruleOf(rule), fields), ...unknownTopics(ruleOf(rule), keys)]
  const details = faults.map(({ fieldPath, message }) => ({
    path: ['body.rule', ...fieldPath].join('.'),
    message,
  }))
  if (details.length) throw new Refused(refusals.rule_invalid, undefined, { details: details.slice(0, 50) })
}

/** The custom fields that a rule names, of those that the school has. */
async function fieldsOf(rule: Rule, { work, runtime }: Pick<Work, 'work' | 'runtime'>) {
  const names = [...new Set(namesIn(rule).fields.map(({ name }) => name))]
  if (names.length === 0) return new Map()
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { fields } = await runtime
    .client('users', { knownFields }, scope)
    .knownFields.among({ body: { names } })
  return new Map(fields.map(field => [field.name, field]))
}

const room = maxOf(segments.create.bound) as Most

export const segmentHandlers = builder.implement(segments, {
  ...handlers,

  create: async ({ body, ...ctx }, stores) => {
    const { work } = ctx
    const { segments } = stores
    refuseUnreadable(await needsOf(ruleOf(body.rule), 'body.rule', stores), ctx.caller)
    await checkNamed(body.rule, null, ctx, stores)
    await lockRules(stores)
    await segments.refuseBeyond(room)
    if ((await segments.unknown(segmentsOfRule(body.rule))).length)
      throw new Refused(refusals.segment_unknown)
    const row = {
      ...body,
      status: 'building' as const,
      size: 0,
      computed_at: null,
      generation: 0,
      building: 1,
      live_rule: null,
      ...segments.fresh(newId('seg')),
    }
    return begin(row, work, stores)
  },

  update: async ({ path, body, ...ctx }, stores) => {
    const { segments } = stores
    if (body.rule !== undefined) {
      refuseUnreadable(await needsOf(ruleOf(body.rule), 'body.rule', stores), ctx.caller)
      await checkNamed(body.rule, (await segments.get(path.id)).rule, ctx, stores)
    }
    await lockRules(stores)
    const row = await segments.lock(path.id)
    if (body.rule === undefined || isDeepStrictEqual(body.rule, row.rule))
      return segments.save(row, { ...body, rule: row.rule })
    const segmentIds = segmentsOfRule(body.rule)
    if ((await segments.unknown(segmentIds)).length) throw new Refused(refusals.segment_unknown)
    if (await segments.leadTo(segmentIds, row.id)) throw new Refused(refusals.segment_cycle)
    return buildAgain(row, body, segments)
  },

  preview: async (input, stores) => {
    checkReader(input.body.user_id, input.caller)
    refuseUnreadable(await needsOf(ruleOf(input.body.rule), 'body.rule', stores), input.caller)
    await checkNamed(input.body.rule, null, input, stores)
    return previewOf(input, stores)
  },
})

export const segmentMemberHandlers = builder.implement(
  memberOperations,
  {
    list: async ({ path, query, caller }, { segments, segmentMembers }) => {
      const segment = await segments.get(path.id)
      refuseUnreadable(await needsOfSegments([segment.id], 'id', { segments }), caller)
      if (segment.generation === 0)
        query.warnings.push(
          'the segment is still being built, nobody knows its members yet; ask again in some seconds',
        )
      return segmentMembers.of(segment, query)
    },
  },
  { user: usersExpander },
)

export const fieldUseHandlers = builder.implement(fieldUses, {
  segments: async ({ body: { name } }, { segments }) => ({
    segment_ids: (await segments.naming(`field:custom.${name}`)) as Id<'seg'>[],
  }),
})
