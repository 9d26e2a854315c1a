// The language model of a school, or that of the platform team. The platform's key stands in the environment alone and a
// school's among its encrypted settings: no answer of the API, and no other address, ever gets them.
import { type Model, type ModelKind, modelAt, modelKinds } from '@lms/agent'
import { inSchool, type SchoolRuntime, type Setting, type UnitOfWork } from '@lms/service-host'
import { type AddressPolicy, createResolver, guardedFetch } from '@lms/service-host/outside'
import type { Stores } from '../builder.ts'
import { usersSecrets } from '../settings/secrets.ts'
import { modelKey } from '../settings/users-settings.ts'
import { platformId } from './running.ts'
import { TurnStore } from './turn.store.ts'

export const modelSettings: readonly Setting[] = [
  {
    name: 'LMS_AGENT_MODEL',
    about:
      'The model that answers for the agent: openai:<name> for any endpoint that speaks its chat completions, or anthropic:<name>. Without one the built-in planner answers.',
    example: 'anthropic:claude-sonnet-4-5',
    check: value => void readModel(value),
  },
  {
    name: 'LMS_AGENT_MODEL_URL',
    about: 'The address of the model, if not that of its maker.',
    example: 'https://models.example/v1',
  },
  { name: 'LMS_AGENT_MODEL_KEY', about: 'The key for the model.', example: 'sk-…' },
  {
    name: 'LMS_AGENT_MODEL_ALLOW_PRIVATE',
    about: 'With 1 the model may have an address of a private network, or of this machine.',
    example: '1',
  },
  {
    name: 'LMS_AGENT_MODEL_TOKENS',
    about:
      'Tokens of this model that a school gets in a day of UTC; then the planner answers. Default 1000000.',
    example: '1000000',
    check: value => checkNumber('LMS_AGENT_MODEL_TOKENS', value),
  },
  {
    name: 'LMS_AGENT_MODEL_TOKENS_OF_ALL',
    about: 'The same for all schools together. Default 50000000.',
    example: '50000000',
    check: value => checkNumber('LMS_AGENT_MODEL_TOKENS_OF_ALL', value),
  },
  {
    name: 'LMS_AGENT_MODEL_SECONDS',
    about:
      'Seconds that any model has for an answer in events, 1 to 60; for one in JSON at most 18. Default 60.',
    example: '60',
    check: value => {
      checkNumber('LMS_AGENT_MODEL_SECONDS', value)
      if (Number(value) < 1 || Number(value) > 60) throw new Error('LMS_AGENT_MODEL_SECONDS must be 1 to 60.')
    },
  },
]

function readModel(text: string): { kind: ModelKind; name: string } {
  const at = text.indexOf(':')
  const kind = modelKinds.find(each => each === text.slice(0, at))
  const name = text.slice(at + 1)
  if (!kind || !name) throw new Error('LMS_AGENT_MODEL must be openai:<name> or anthropic:<name>.')
  return { kind, name }
}

function checkNumber(name: string, value: string): void {
  if (!/^\d{1,12}$/.test(value)) throw new Error(`${name} must be a whole number.`)
}

/** A model, who pays for it, and how many tokens it may still take today. */
export interface OwnModel {
  readonly load: () => Promise<Model>
  readonly payer: 'school' | 'platform'
  readonly tokensLeft: number
}

interface At {
  readonly work: UnitOfWork
  readonly runtime: SchoolRuntime
}

/** The model that answers for a school: its own one before that of the platform; null without either. */
export async function modelOf(
  { work, runtime }: At,
  { settings: section }: Pick<Stores, 'settings'>,
): Promise<OwnModel | null> {
  const { settings } = runtime.config
  const [{ agent }, spent] = await Promise.all([section.get(), new TurnStore(work).tokens()])
  const bound = agent.tokens_a_day ?? Number.POSITIVE_INFINITY
  if (agent.model) {
    const at = { school: work.school, vault: runtime.vault }
    const key = usersSecrets.open(await usersSecrets.read(work), modelKey, at) ?? ''
    const load = () => loaded(agent.model!, { key, url: agent.model_url }, runtime)
    return { load, payer: 'school', tokensLeft: bound - spent }
  }
  const { LMS_AGENT_MODEL: model, LMS_AGENT_MODEL_KEY: key = '', LMS_AGENT_MODEL_URL: url } = settings
  if (!model) return null
  const ofAll = await inSchool(platformId, runtime, async each => new TurnStore(each.work).tokens())
  const tokensLeft = Math.min(
    bound - spent,
    Number(settings.LMS_AGENT_MODEL_TOKENS || 1_000_000) - spent,
    Number(settings.LMS_AGENT_MODEL_TOKENS_OF_ALL || 50_000_000) - ofAll,
  )
  return { load: () => loaded(model, { key, url: url || null }, runtime), payer: 'platform', tokensLeft }
}

const resolver = createResolver({})

/** Loads the library of the model's kind, and no other. */
function loaded(text: string, { key, url }: { key: string; url: string | null }, runtime: SchoolRuntime) {
  const { kind, name } = readModel(text)
  const isOpen = runtime.config.settings.LMS_AGENT_MODEL_ALLOW_PRIVATE === '1'
  const policy: AddressPolicy = { allowHttp: isOpen, allowLoopback: isOpen, allowPrivate: isOpen }
  return modelAt(kind, { model: name, key, url: url ?? undefined, fetch: guardedFetch({ policy, resolver }) })
}

/** Milliseconds that a model has: for an answer in JSON less than the gateway waits for one. */
export const modelMs = ({ config }: Pick<SchoolRuntime, 'config'>, inEvents: boolean): number =>
  Math.min(Number(config.settings.LMS_AGENT_MODEL_SECONDS || 60), inEvents ? 60 : 18) * 1000
