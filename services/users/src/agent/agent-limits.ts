// What the agent of a school may take, for GET /v1/limits.
import type { LimitEntry, SchoolRuntime, UnitOfWork } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { maxRunning } from './message.contract.ts'
import { TurnStore } from './turn.store.ts'

const dayMs = 86_400_000

/** The tokens of models in a day of UTC, where there is a bound, and the answers that may be made at a time. */
export async function limitsOfAgent(
  { settings: section }: Pick<Stores, 'settings'>,
  { work, runtime }: { work: UnitOfWork; runtime: Pick<SchoolRuntime, 'config'> },
): Promise<LimitEntry[]> {
  const { settings } = runtime.config
  const turns = new TurnStore(work)
  const [{ agent }, tokens, running] = await Promise.all([section.get(), turns.tokens(), turns.running()])
  const isOfPlatform = !agent.model && Boolean(settings.LMS_AGENT_MODEL)
  const ofPlatform = isOfPlatform
    ? Number(settings.LMS_AGENT_MODEL_TOKENS || 1_000_000)
    : Number.POSITIVE_INFINITY
  const limit = Math.min(agent.tokens_a_day ?? Number.POSITIVE_INFINITY, ofPlatform)
  const now = Date.parse(work.now)
  const tokensOfDay: LimitEntry = {
    name: 'agent_tokens',
    limit,
    used: tokens,
    unit: 'tokens',
    resets_at: new Date(now - (now % dayMs) + dayMs).toISOString().replace('Z', '+00:00'),
    set_by: limit < ofPlatform ? 'school' : 'default',
    reached_when: 'models have taken these tokens on a day of UTC: then the built-in planner answers',
  }
  const answersAtOnce: LimitEntry = {
    name: 'agent_answers',
    limit: maxRunning,
    used: running,
    unit: 'objects',
    resets_at: null,
    set_by: 'product',
    reached_when: 'so many answers of the agent are being made at the same time',
  }
  return Number.isFinite(limit) ? [tokensOfDay, answersAtOnce] : [answersAtOnce]
}
