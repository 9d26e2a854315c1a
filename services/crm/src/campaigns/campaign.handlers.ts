import { Refused } from '@lms/contract'
import { crudHandlers, pageOfItems } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { type At, prepared } from '../content/prepare.ts'
import { checkSubjects } from '../messages/start.rules.ts'
import { refuseNobody } from '../sendings/audience.ts'
import { checkAudience } from '../sendings/check-audience.ts'
import { checkTopic, fresh, starting, stopping, withCounts } from '../sendings/course.ts'
import { campaignStats, campaigns, refusals } from './campaign.contract.ts'
import type { Campaign } from './campaign.object.ts'
import type { Rendered } from './campaign.store.ts'

type Started = ReturnType<typeof fresh>

/** The hidden columns of a row, or of a body to which `written` was added. */
const renderedIn = (row: object): Rendered => {
  const { mjml, named, warnings } = row as Rendered
  return { mjml, named, warnings }
}

const { list, create, get, update: change, delete: remove } = campaigns
const handlers = crudHandlers(
  { list, create, get, update: change, delete: remove },
  ({ campaigns }: Stores) => campaigns,
  {
    sets: (next, { before }) => ({ ...(before ? {} : fresh()), ...renderedIn(next) }) as Started & Rendered,
    check: (_, { before }) => {
      if (before && before.status !== 'draft') throw new Refused(refusals.campaign_not_draft)
    },
    mayRemove: ({ status }) => {
      if (status !== 'draft') throw new Refused(refusals.campaign_not_draft)
    },
    show: withCounts,
  },
)

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
    const { topic, messages, audience } = input.body
    await checkTopic(topic, stores)
    const contents = await written(messages as Messages, input)
    await checkAudience(audience, input, stores)
    return handlers.create({ ...input, body: { ...input.body, ...contents } }, stores)
  },

  update: async (input, stores) => {
    const { topic, messages, audience } = input.body
    const seen = await stores.campaigns.get(input.path.id)
    await checkTopic(topic ?? seen.topic, stores)
    const contents = messages ? await written(messages as Messages, input) : {}
    if (audience) await checkAudience(audience, input, stores)
    return handlers.update({ ...input, body: { ...input.body, ...contents } }, stores)
  },

  send: async ({ path, body, work }, { campaigns }) => {
    const campaign = await campaigns.lock(path.id)
    if (campaign.status !== 'draft') throw new Refused(refusals.campaign_not_draft)
    refuseNobody(campaign.audience)
    checkSubjects(
      campaign.messages.flatMap(({ transport, variants }) =>
        variants.map(({ subject }) => ({ transport, subject })),
      ),
    )
    const { move, changes } = starting(campaign.id, body.at, work)
    return { ...campaigns.move(campaign, move, changes), after_stop: null }
  },

  cancel: async ({ path, work }, stores) => {
    const campaign = await stores.campaigns.lock(path.id)
    if (campaign.status !== 'running' && campaign.status !== 'scheduled')
      throw new Refused(refusals.campaign_over)
    const stopped = stores.campaigns.move(campaign, 'stop', await stopping(campaign, work, stores))
    stores.campaigns.tell(stopped)
    return (await withCounts([stopped], stores))[0]!
  },
})

export const campaignStatHandlers = builder.implement(campaignStats, {
  list: async ({ path, query }, { campaigns, messages }) => {
    const { id, messages: parts } = await campaigns.get(path.id)
    const numbers = await messages.reactionsOf(id)
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
