// The language model of the platform team, if one is set. Its key stands in the environment alone: no school, no model and
// no answer of the API ever sees it.
import { type Model, type ModelKind, modelAt, modelKinds } from '@lms/agent'
import type { OutsideRuntime, Setting } from '@lms/service-host'
import { type AddressPolicy, createResolver, guardedFetch } from '@lms/service-host/outside'

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
    name: 'LMS_AGENT_MODEL_ANSWERS',
    about: 'How many answers of the model a school gets in 24 hours; then the planner answers. Default 200.',
    example: '200',
    check: value => {
      if (!/^\d{1,6}$/.test(value)) throw new Error('LMS_AGENT_MODEL_ANSWERS must be a whole number.')
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

/** Answers of a model that a school gets in 24 hours. */
export const answersADay = ({ config }: Pick<OutsideRuntime, 'config'>): number =>
  Number(config.settings.LMS_AGENT_MODEL_ANSWERS || 200)

const made = new WeakMap<object, Promise<Model>>()

/** The model of the settings, loaded with the first question; null without one. */
export function modelOf({ config }: Pick<OutsideRuntime, 'config'>): Promise<Model> | null {
  const { settings } = config
  if (!settings.LMS_AGENT_MODEL) return null
  const known = made.get(config)
  if (known) return known
  const { kind, name } = readModel(settings.LMS_AGENT_MODEL)
  const isOpen = settings.LMS_AGENT_MODEL_ALLOW_PRIVATE === '1'
  const policy: AddressPolicy = { allowHttp: isOpen, allowLoopback: isOpen, allowPrivate: isOpen }
  const model = modelAt(kind, {
    model: name,
    key: settings.LMS_AGENT_MODEL_KEY ?? '',
    url: settings.LMS_AGENT_MODEL_URL || undefined,
    fetch: guardedFetch({ policy, resolver: createResolver({}) }),
  })
  made.set(config, model)
  return model
}
