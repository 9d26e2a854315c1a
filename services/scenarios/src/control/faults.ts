import { Refused } from '@lms/contract'
import { rendering } from '@lms/crm/contract'
import type { Work } from '@lms/service-host'
import { checkUrl } from '@lms/service-host/outside'
import type { Stores } from '../builder.ts'
import { policyOf } from '../calls/call-settings.ts'
import { type Fault, faultsOf } from '../graph/check.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import { eventSchemas } from '../listening/event-types.ts'
import { maxRendered } from '../scenarios/scenario.object.ts'
import { refusals } from '../scenarios/scenario-refusals.ts'
import { scenarioSecrets } from '../settings/secrets.ts'

type At = Pick<Work, 'runtime' | 'work'>

/** Refuses a graph that cannot be published, with the places of its faults. */
export async function refuseFaults(
  graph: Graph,
  messages: readonly Fault[],
  { runtime, work }: At,
  { scenarios }: Stores,
): Promise<void> {
  const leading = nodesOf(graph, 'scenario')
  const others = await scenarios.many([...new Set(leading.map(({ scenario_id }) => scenario_id))])
  const published = new Set(others.flatMap(row => (row.published_version === null ? [] : [row.id])))
  const unpublished = leading
    .filter(({ scenario_id }) => !published.has(scenario_id))
    .map(({ id }) => ({ path: `nodes.${id}.scenario_id`, message: 'this scenario is not published' }))
  const calls = await faultsOfCalls(graph, runtime, work)
  const details = [...faultsOf(graph, eventSchemas), ...unpublished, ...messages, ...calls]
    .slice(0, 100)
    .map(({ path, message }) => ({ path: `graph.${path}`, message }))
  if (details.length) throw new Refused(refusals.graph_invalid, undefined, { details })
}

/** Calls need an address that may be called, and the secret that signs them. */
async function faultsOfCalls(graph: Graph, runtime: At['runtime'], work: At['work']): Promise<Fault[]> {
  const nodes = nodesOf(graph, 'http')
  if (nodes.length === 0) return []
  const policy = policyOf(runtime)
  const blocked = nodes.flatMap(({ id, url }): Fault[] => {
    const checked = checkUrl(url, policy)
    return checked.ok
      ? []
      : [{ path: `nodes.${id}.url`, message: `this address cannot be called: ${checked.problem}` }]
  })
  if ((await scenarioSecrets.read(work)).has('http_secret')) return blocked
  const message = 'set http_secret in the section scenarios of the settings first: it signs the calls'
  return [...blocked, ...nodes.map(({ id }) => ({ path: `nodes.${id}`, message }))]
}

/** Messages whose texts crm could fill in for nobody, or about a topic that there is not. Ask before anything is locked. */
export async function faultsOfMessages(graph: Graph, { runtime, work }: At): Promise<Fault[]> {
  const nodes = nodesOf(graph, 'message').filter(node => node.body !== null || node.template_id !== null)
  if (nodes.length === 0 || !runtime.config.serviceAddresses.crm) return []
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { render } = runtime.client('crm', { rendering }, scope).rendering
  const faults: Fault[] = []
  for (let begin = 0; begin < nodes.length; begin += maxRendered) {
    const batch = nodes.slice(begin, begin + maxRendered)
    const messages = batch.map(messageOf)
    const { results } = await render({ body: { user_id: null, check: true, messages } })
    for (const [index, { error, field }] of results.entries())
      if (error) faults.push({ path: `nodes.${batch[index]!.id}.${field}`, message: error })
  }
  return faults
}

/** What crm reads of a node: its own texts, or the template by its id. */
const messageOf = ({
  transport,
  topic,
  template_id,
  subject,
  body,
}: ReturnType<typeof nodesOf<'message'>>[number]) =>
  body === null ? { transport, topic, template_id } : { transport, topic, subject, body }
