import { type BodyOf, Refused } from '@lms/contract'
import { crudHandlers, pageOfItems, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { type At, prepared } from '../content/prepare.ts'
import { checkSubjects } from '../messages/start.rules.ts'
import { audienceOfCopy, refuseNobody } from '../sendings/audience.ts'
import { checkAudience, checkMeasured } from '../sendings/check-audience.ts'
import { usualTopic } from '../sendings/course.contract.ts'
import { checkTopic, fresh, moveTo, starting, withCounts, withReport } from '../sendings/course.ts'
import { dayMinutes } from '../settings/quiet-hours.ts'
import { checkSender, senderFor } from '../settings/sender.ts'
import { campaignStats, campaigns, ownCampaigns, refusals } from './campaign.contract.ts'
import type { Campaign } from './campaign.object.ts'
import type { CampaignRow, Rendered } from './campaign.store.ts'

/** The hidden columns of a row, or of a body to which `written` was added. */
const renderedIn = (row: object): Rendered => {
  const { mjml, named, warnings } = row as Rendered
  return { mjml, named, warnings }
}

const { list, get, delete: remove } = campaigns
const { create } = ownCampaigns
const handlers = crudHandlers({ list, create, get, delete: remove }, ({ campaigns }: Stores) => campaigns, {
  sets: next => ({ ...fresh(), winners: [], ...renderedIn(next) }),
  mayRemove: ({ status }) => {
    if (status !== 'draft') throw new Refused(refusals.campaign_not_draft)
  },
  show: withCounts,
})

type Messages = Campaign['messages']

/** The messages as they are stored, with what their documents have become: before anything is locked. */
async function written(messages: Messages, ctx: At): Promise<{ messages: Messages } & Rendered> {
  const names = new Set<string>()
  const warnings: Rendered['warnings'] = []
  const mjml: (string | null)[][] = []
  const stored: Messages = []
  for (const [messageIndex, { variants, ...message }] of messages.entries()) {
    const contents: Awaited<ReturnType<typeof prepared>>[] = []
    for (const [index, variant] of variants.entries())
      contents.push(await prepared(variant, ctx, `body.messages.${messageIndex}.variants.${index}`))
    for (const name of contents.flatMap(({ named }) => named)) names.add(name)
    warnings.push(...contents.flatMap(content => content.warnings))
    mjml.push(contents.map(content => content.mjml))
    const withDocuments = variants.map((variant, index) => ({
      ...variant,
      document: contents[index]!.document,
    }))
    stored.push({ ...message, variants: withDocuments })
  }
  return { messages: stored, mjml, named: [...names], warnings }
}

export const campaignHandlers = builder.implement(campaigns, {
  ...handlers,

  create: async (input, stores) => {
    const { copy_of, topic, ...fields } = input.body
    if ((fields.messages === undefined) === (copy_of === null))
      throw new Refused(refusals.campaign_content_unclear)
    const own = { ...fields, topic: topic ?? usualTopic }
    const body = copy_of === null ? own : await copied(copy_of, { ...fields, topic }, stores)
    await checkTopic(body.topic, stores)
    const contents = await written(body.messages as Messages, input)
    await checkAudience(body.audience, input, stores)
    return handlers.create({ ...input, body: { ...body, ...contents } }, stores)
  },

  get: async ({ path }, stores) => withReport(await stores.campaigns.get(path.id), stores),

  update: async (input, stores) => {
    const { status, ...changes } = input.body
    const { campaigns } = stores
    const { topic, messages, audience } = changes
    const fields = Object.keys(changes).length > 0
    const seen = await campaigns.get(input.path.id)
    if (fields) await checkTopic(topic ?? seen.topic, stores)
    const contents = messages ? await written(messages as Messages, input) : {}
    const moved = await withStatus(status, await campaigns.lock(input.path.id), input.work, stores)
    if (!fields) return withReport(moved, stores)
    if (moved.status !== 'draft') throw new Refused(refusals.campaign_not_draft)
    if (audience) await checkAudience(audience, input, stores)
    return withReport(
      campaigns.save(moved, { ...changes, ...contents } as Omit<typeof changes, 'status'>),
      stores,
    )
  },

  send: async ({ path, body, work, runtime }, stores) => {
    const { campaigns } = stores
    const { topic } = await campaigns.get(path.id)
    const sender = await senderFor(topic, { work, runtime }, stores)
    const campaign = await campaigns.lock(path.id)
    if (campaign.status !== 'draft') throw new Refused(refusals.campaign_not_draft)
    refuseNobody(campaign.audience)
    checkSubjects(
      campaign.messages.flatMap(({ transport, variants }) =>
        variants.map(({ subject }) => ({ transport, subject })),
      ),
    )
    const transports = campaign.messages.map(({ transport }) => transport)
    checkSender({ topic: campaign.topic, transports }, sender)
    await checkMeasured(campaign.audience, sender.settings, stores)
    const { tracking } = sender.settings
    for (const { winner, unless_opened } of campaign.messages)
      if (
        (unless_opened && !tracking.opens) ||
        (winner && !(winner.measure === 'opened' ? tracking.opens : tracking.clicks))
      )
        throw new Refused(refusals.campaign_winner_unmeasured)
    const isEarly = campaign.messages.some(({ winner }) => winner && winner.after_minutes < dayMinutes)
    if (body.local_time !== null && isEarly) throw new Refused(refusals.campaign_winner_early)
    const { move, changes } = starting(campaign.id, body, work)
    return withReport(campaigns.move(campaign, move, changes), stores)
  },

  cancel: async ({ path, work }, stores) => {
    const campaign = await stores.campaigns.lock(path.id)
    // A second call finds it over; a second PATCH changes nothing.
    if (campaign.status === 'stopped') throw new Refused(refusals.campaign_over)
    return withReport(await withStatus('stopped', campaign, work, stores), stores)
  },
})

type Creation = Omit<BodyOf<(typeof campaigns)['create']>, 'copy_of'>
type Copy = Creation & Pick<CampaignRow, 'topic'>

/** The fields of a draft with the messages of another campaign. */
async function copied(id: string, fields: Creation, { campaigns }: Stores): Promise<Copy> {
  const source = await campaigns.find(id)
  if (!source) throw new Refused(refusals.campaign_unknown)
  const { name, topic = source.topic, audience } = fields
  return { name, topic, messages: source.messages, audience: audienceOfCopy(audience, source.audience) }
}

/** A locked campaign in the state that a request asks for. */
const withStatus = (
  status: Parameters<typeof moveTo>[0],
  row: CampaignRow,
  work: Work['work'],
  { campaigns, messages }: Stores,
): Promise<CampaignRow> =>
  moveTo(status, row, work, {
    ...{ moves: campaigns, messages },
    refusals: {
      over: refusals.campaign_over,
      notScheduled: refusals.campaign_not_scheduled,
      notRunning: refusals.campaign_not_running,
    },
  })

export const campaignStatHandlers = builder.implement(campaignStats, {
  list: async ({ path, query }, { campaigns, reports }) => {
    const { id, messages: parts } = await campaigns.get(path.id)
    const numbers = await reports.reactionsOf(id)
    const stats = parts.flatMap(({ transport, variants }, step) =>
      variants.map((_, variant) => ({
        id: `${id}-${step + 1}-${variant + 1}`,
        message: step + 1,
        variant: variant + 1,
        transport,
        ...numbers(step + 1, variant + 1),
      })),
    )
    return pageOfItems(stats, query)
  },
})
