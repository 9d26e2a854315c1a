// Makes a confirmation of a proposed call. Everything that a person reads before they say yes is made here, from the
// contract, the objects and the dry run; the words of who proposes stand apart.
import {
  amountOf,
  bodyText,
  type Catalog,
  catalog,
  clean,
  hasDryRun,
  hashOf,
  idsOf,
  look,
  type Problem,
  proposable,
  reachOf,
  type Seen,
  summaryOf,
  type ToolMatch,
} from '@lms/agent'
import { type Caller, formatTime, hasPermission, type Id, newId, Refused } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { callDigest } from './call-digest.ts'
import {
  type AgentConfirmation,
  agentConfirmationRequested,
  confirmationRefusals,
  confirmationRoom,
  confirmationTerm,
  maxBody,
  type methods,
  typedAbove,
} from './confirmation.contract.ts'
import type { ConfirmationRow } from './confirmation.store.ts'
import { lapseConfirmation } from './confirmation.task.ts'
import { readingFor } from './credential.ts'
import { reading, wayFor } from './door.ts'
import { peopleIn, peopleText } from './people-in-dialogue.ts'

export interface Proposed {
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly body: unknown
  readonly said: AgentConfirmation['said']
  readonly proposer: AgentConfirmation['proposer']
  readonly messageId: Id<'agm'> | null
}

type Input = Work<typeof agentConfirmationRequested> & { readonly caller: Caller }

/** A proposal that is checked and described, and not stored yet. */
export interface Prepared extends Omit<Proposed, 'body'> {
  readonly id: Id<'agc'>
  readonly match: ToolMatch
  readonly body: string | null
  readonly seen: readonly Seen[]
  readonly impact: AgentConfirmation['impact']
  /** How many people it reaches at least. */
  readonly least: number
  /** Whom the agent has seen for it. */
  readonly people: ReadonlySet<string>
}

/** Checks a proposal and describes it. Asks other services, so it comes before any lock. */
export async function prepareProposal(proposed: Proposed, input: Input): Promise<Prepared> {
  const tools = await catalog()
  const match = checked(tools, proposed)
  const { operation } = match.tool
  if (operation.permission && !hasPermission(input.caller.rights, operation.permission))
    throw new Refused(confirmationRefusals.proposal_beyond_rights)
  const body = bodyText(match.tool, proposed.body)
  if (body && body.length > maxBody)
    throw unfit([{ path: 'body', message: `has more than ${maxBody} characters as JSON` }])
  const { method, said: wording, proposer, messageId } = proposed
  const knowledge = await knowledgeOf(tools, match, body, input)
  return {
    id: newId('agc'),
    method,
    path: match.path,
    said: wording,
    proposer,
    messageId,
    match,
    body,
    ...knowledge,
  }
}

function checked(tools: Catalog, proposed: Proposed): ToolMatch {
  const match: ToolMatch | Problem = proposable(tools, proposed)
  if ('tool' in match) return match
  if (match.reason === 'unknown') throw new Refused(confirmationRefusals.proposal_unknown)
  if (match.reason === 'never') throw new Refused(confirmationRefusals.proposal_forbidden)
  throw unfit(match.details)
}

const unfit = (details: { path: string; message: string }[]) =>
  new Refused(confirmationRefusals.proposal_invalid, undefined, { details })

/** Operations that delete data for good by another method. */
const deleting: readonly string[] = ['POST /v1/users/{id}/merge']
const deletes = ({ method, route }: ToolMatch['tool']['operation']) =>
  method === 'DELETE' || deleting.includes(route)

/** What is known of the objects, the people and the outcome of a call before it is made. */
async function knowledgeOf(tools: Catalog, match: ToolMatch, body: string | null, input: Input) {
  const { tool, params } = match
  const ids = idsOf(tools, match, body === null ? null : JSON.parse(body))
  const objectIds = [...ids.path, ...ids.body]
  const sets = JSON.stringify([params, body])
  const plain = { people: null as number | null, sample: [] as string[] }
  const about = { outward: tool.use === 'outward', removes: deletes(tool.operation) }
  if (objectIds.length === 0 && !hasDryRun(tool) && !/"(?:usr|grp|tag|seg)_/.test(sets)) {
    const money = amountOf(match, body, { seen: [], dryRun: null })
    const impact = { objects: [], ...plain, money, ...about, dry_run: null }
    return { seen: [], impact, least: 0, people: new Set<string>() }
  }
  const way = await wayFor(readingFor(input.caller, false), input)
  const { seen, missing, reach } = await reading(way, input.runtime, async ask => {
    const looked = await look(tools, ids, ask)
    return { ...looked, reach: await reachOf(tools, match, body, looked.seen, ask) }
  })
  if (missing.length)
    throw unfit(
      missing.map(id => ({ path: ids.path.includes(id) ? 'path' : 'body', message: `${id} does not exist` })),
    )
  const changed = changedObject(tools, match)
  const objects = seen.map(({ id, name, version }) => ({
    id,
    name: clean(name),
    version: id === changed ? version : null,
  }))
  const people = new Set([...way.people, ...peopleIn(sets)])
  const fullDryRun = hasDryRun(tool) ? await dryRun(match, body, people, input) : null
  const money = amountOf(match, body, { seen, dryRun: fullDryRun })
  const dry_run = fullDryRun?.slice(0, maxDryRun) ?? null
  const { least, ...reached } = reach
  const impact = { objects: objects.slice(0, 20), ...reached, money, ...about, dry_run }
  return { seen, impact, least, people }
}

/** The object whose version the operation compares with If-Match, if it is the one that was read. */
function changedObject(tools: Catalog, { tool, params }: ToolMatch): string | null {
  const id = Object.values(params).at(-1)
  const reader = id === undefined ? null : tools.readerOf(id)
  if (!id || !reader) return null
  const { path, returns } = reader.operation
  return path === tool.operation.path || returns === tool.operation.returns ? id : null
}

const maxDryRun = 8000

/** What the operation would do, as it tells itself, under a credential for this call alone. */
async function dryRun(
  { path, tool }: ToolMatch,
  body: string | null,
  people: Set<string>,
  input: Input,
): Promise<string> {
  const { method } = tool.operation
  const only = callDigest(method, path)
  const way = await wayFor({ ...readingFor(input.caller, false), only }, input)
  const sent = JSON.stringify({ ...JSON.parse(body ?? '{}'), dry_run: true })
  const { status, body: answer } = await reading(way, input.runtime, ask => ask({ method, path, body: sent }))
  for (const id of way.people) people.add(id)
  if (status >= 500) throw new Error(`The dry run of ${tool.name} was answered with ${status}.`)
  if (status >= 400)
    throw unfit([{ path: 'body', message: String(answer?.error?.message ?? `was answered with ${status}`) }])
  return JSON.stringify(answer)
}

/** Stores a prepared proposal, and tells of it. */
export async function storeProposal(
  prepared: Prepared,
  { caller, now, work, emit }: Input,
  { agentConfirmations, settings }: Pick<Stores, 'agentConfirmations' | 'settings'>,
): Promise<ConfirmationRow> {
  const {
    match,
    body,
    seen,
    impact,
    least,
    people,
    said: wording,
    proposer,
    messageId,
    method,
    path,
  } = prepared
  await agentConfirmations.refuseBeyond(confirmationRoom)
  const ends = new Date(Date.parse(now) + confirmationTerm)
  const { agent } = await settings.get()
  const row = agentConfirmations.insert({
    ...agentConfirmations.fresh(prepared.id),
    user_id: caller.kind === 'agent' ? null : caller.user,
    status: 'pending',
    operation: match.tool.name,
    action: match.tool.operation.summary.slice(0, 500),
    summary: summaryOf(match, body),
    impact,
    said: wording,
    method,
    path,
    body,
    hash: hashOf(method, path, body),
    typed_number: typedNumber(impact, least, agent.typed_above),
    proposer,
    message_id: messageId,
    expires_at: formatTime(ends),
    answered_at: null,
    answered_by_user_id: null,
    result: null,
    needs: match.tool.operation.permission,
    seen: seen.length ? JSON.stringify(seen) : null,
    people_seen: peopleText(people),
    answered_key: null,
    asked_in: work.origin.requestId,
    answered_in: null,
  })
  enqueue(work, lapseConfirmation, { confirmation_id: row.id }, { at: ends })
  emit(agentConfirmationRequested, row, { related: { confirmation_id: row.id, user_id: row.user_id } })
  agentConfirmations.forget(formatTime(new Date(Date.parse(now) - keptMs)))
  return row
}

/**
 * The number that the person types: the amount if it is above the school's sum, or that of many people. More than are
 * counted are no fewer, so that a large group asks for a number as a small one does.
 */
function typedNumber({ people, money }: Prepared['impact'], least: number, maxMoney: number | null) {
  if (maxMoney !== null && money && money.amount > maxMoney) return money.amount
  const many = people ?? least
  return many > typedAbove ? many : null
}

/** How long an answered proposal is kept: 90 days. */
const keptMs = 90 * 86_400_000
