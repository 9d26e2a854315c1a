// A dialogue with the agent, as an administrator has it: questions, a change that is confirmed, and one that waits.
import { createClient, type LmsClient } from '@lms/api'
import { ApiError, type Id } from '@lms/contract'

interface DemoContext {
  readonly client: LmsClient
  /** Where the school's API is. */
  readonly baseUrl: string
  readonly administrator: Id<'usr'>
  /** An order that waits for its payment. */
  readonly unpaid: Id<'ord'>
}

const tag = 'Spring exhibition'

/** Opens the agent to the administrator, who asks it; a repetition adds nothing. */
export async function seedAgent({ client, baseUrl, administrator, unpaid }: DemoContext): Promise<string> {
  await openedTo(client, administrator)
  const { data } = await client.tags.list({ query: { name: tag } })
  if (data.length) return 'a dialogue with the agent'
  const issued = await client.apiKeys.issue({
    body: {
      name: 'Administrator, for the demo dialogue',
      kind: 'personal',
      role: 'administrator',
      user_id: administrator,
    },
  })
  try {
    const own = createClient({ baseUrl, apiKey: issued.api_key })
    const { number } = await client.orders.get({ path: { id: unpaid } })
    const questions = [
      'How many orders were paid this month?',
      'Compare revenue this month and last month',
      `Why is order ${number} unpaid?`,
      `Cancel the order ${unpaid}`,
    ]
    for (const message of questions) await own.agentChat.ask({ body: { message } })
    // The last one is what tells a repetition that all is done.
    const { confirmation_ids } = await own.agentChat.ask({ body: { message: `Create a tag called ${tag}` } })
    await own.agentConfirmations.answer({ path: { id: confirmation_ids[0]! }, body: { answer: 'yes' } })
  } finally {
    // Whoever looks at the school signs in, or makes a key of their own.
    await client.apiKeys.revoke({ path: { id: issued.id } })
  }
  return 'a dialogue with the agent'
}

async function openedTo(client: LmsClient, userId: Id<'usr'>): Promise<void> {
  try {
    await client.agentAccess.open({ body: { userId, note: 'For reports and the daily work' } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.reason !== 'agent_access_taken') throw error
  }
}
