// Rules and nodes that name what the school does not have: nothing would ever be true of it.
import { Refused } from '@lms/contract'
import { audiences, namesIn, ruleOf, unfitFields, unknownTopics } from '@lms/crm/contract'
import { checkReferencesAt, type Work } from '@lms/service-host'
import { type FieldKind, knownFields } from '@lms/users/contract'
import { askOf, asksIn } from '../graph/asks.ts'
import type { Fault } from '../graph/check.ts'
import type { Graph } from '../graph/node.ts'

type At = Pick<Work, 'runtime' | 'work'>

/** Tags, groups, courses, segments and custom fields that the school does not have. Ask before anything is locked. */
export async function faultsOfNames(graph: Graph, ctx: At): Promise<Fault[]> {
  const rules = asksIn(graph, 'rule').map(({ id, ask: { place, rule } }) => ({
    ...{ id, rulePath: place },
    rule: ruleOf(rule),
    ...namesIn(ruleOf(rule)),
  }))
  return [
    ...(await unknownObjects(graph, rules, ctx)),
    ...(await unknownFields(graph, rules, ctx)),
    ...(await unknownTopicsOf(rules, ctx)),
  ]
}

type RuleNames = { id: string; rulePath: readonly string[]; rule: ReturnType<typeof ruleOf> } & ReturnType<
  typeof namesIn
>

async function unknownObjects(
  graph: Graph,
  rules: readonly RuleNames[],
  { work, runtime }: At,
): Promise<Fault[]> {
  const byId = Object.fromEntries(graph.nodes.map(node => [node.id, node]))
  const references = rules.flatMap(({ id, rulePath, objects }) =>
    objects.map(({ fieldPath, to }) => ({ fieldPath: [id, ...rulePath, ...fieldPath], to })),
  )
  try {
    await checkReferencesAt(references, byId, { work, runtime })
    return []
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.status >= 500) throw error
    return error.details.map(({ path, message }) => ({ path: path.replace(/^body\./, 'nodes.'), message }))
  }
}

/** Custom fields are named by rules, by waits for a date, and by nodes that set one. */
async function unknownFields(
  graph: Graph,
  rules: readonly RuleNames[],
  { work, runtime }: At,
): Promise<Fault[]> {
  const own = graph.nodes.flatMap((node): { path: string; name: string }[] => {
    if (node.kind === 'field') return [{ path: `nodes.${node.id}.field`, name: node.field }]
    const of = askOf(node, 'date')?.of
    if (of?.from !== 'person') return []
    const { field } = of
    return field.startsWith('custom.')
      ? [{ path: `nodes.${node.id}.until.of.field`, name: field.slice('custom.'.length) }]
      : []
  })
  const usedFields = [...own, ...rules.flatMap(({ fields }) => fields)]
  if (usedFields.length === 0) return unfitOf(rules, new Map())
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { names, fields } = await runtime
    .client('users', { knownFields }, scope)
    .knownFields.among({ body: { names: [...new Set(usedFields.map(({ name }) => name))] } })
  const byName = new Map(fields.map(field => [field.name, field]))
  const unknown = own
    .filter(({ name }) => !names.includes(name))
    .map(({ path, name }) => ({ path, message: `this school has no custom field ${name}` }))
  return [...unknown, ...unfitOf(rules, byName)]
}

async function unknownTopicsOf(rules: readonly RuleNames[], { work, runtime }: At): Promise<Fault[]> {
  const topics = [...new Set(rules.flatMap(rule => rule.topics.map(({ topic }) => topic)))]
  if (topics.length === 0 || !runtime.config.serviceAddresses.crm) return []
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { unknown } = await runtime
    .client('crm', { audiences }, scope)
    .audiences.topics({ body: { topics: topics.slice(0, 1000) } })
  const known = new Set(topics.filter(topic => !unknown.includes(topic)))
  return rules.flatMap(({ id, rulePath, rule }) =>
    unknownTopics(rule, known).map(({ fieldPath, message }) => ({
      path: ['nodes', id, ...rulePath, ...fieldPath].join('.'),
      message,
    })),
  )
}

/** What rules say of fields that does not fit these. */
const unfitOf = (rules: readonly RuleNames[], fields: ReadonlyMap<string, FieldKind>): Fault[] =>
  rules.flatMap(({ id, rulePath, rule }) =>
    unfitFields(rule, fields).map(({ fieldPath, message }) => ({
      path: ['nodes', id, ...rulePath, ...fieldPath].join('.'),
      message,
    })),
  )
