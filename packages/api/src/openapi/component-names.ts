// The names of component schemas, which are the types of a client: `Order`, `OrderCreate`, `OrderUpdate`, `OrderList`.
import { type EventType, settingsChange } from '@lms/contract'
import type { z } from 'zod'
import type { OperationEntry } from '../operations.ts'
import { pascal } from './json.ts'

/** Resources whose last word has no singular. */
const collective = new Set(['courseAnalytics', 'campaignStats', 'preferences'])

/** `users` → `user`, `deliveries` → `delivery`, `accesses` → `access`: enough English for the names of resources. */
export function singular(name: string): string {
  if (collective.has(name)) return name
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`
  if (/(ss|x|ch|sh)es$/.test(name)) return name.slice(0, -2)
  if (name.endsWith('zzes')) return name.slice(0, -3)
  return /[^s]s$/.test(name) ? name.slice(0, -1) : name
}

const nouns: Readonly<Record<string, string>> = { Me: 'caller', Health: 'health of the services' }

/** A component in words: `QuizAttempt` → `quiz attempt`. */
export const nounOf = (name: string): string =>
  nouns[name] ??
  name
    .replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .trim()
    .replace(/^api /, 'API ')

/** What one service declares of a school's settings. */
export interface SettingsSection {
  service: string
  settings: z.ZodObject
}

export interface ComponentNames {
  answers: readonly z.ZodType[]
  bodies: readonly z.ZodType[]
  nameOf: (schema: z.ZodType) => string
}

/**
 * Names the answers, bodies and event objects of these operations. The object that `get` answers has the name of its
 * resource; an item of a list with other fields is its summary. Throws where two schemas would have one name.
 */
export function componentNames(
  entries: readonly OperationEntry[],
  events: readonly EventType[],
  sections: readonly SettingsSection[],
): ComponentNames {
  const names = new Map<z.ZodType, string>()
  const used = new Set<string>()
  const name = (schema: z.ZodType, derived: string, otherwise?: string) => {
    if (names.has(schema)) return
    const free = used.has(derived) && otherwise ? otherwise : derived
    if (used.has(free))
      throw new Error(`Two schemas would be named ${free}: rename a resource or an operation.`)
    used.add(free)
    names.set(schema, free)
  }
  const answers = new Set<z.ZodType>()
  const bodies = new Set<z.ZodType>()

  for (const entry of entries) if (entry.name === 'get') name(entry.operation.returns, resourceOf(entry))
  for (const entry of entries)
    if (entry.name === 'list' && entry.operation.list)
      name(entry.operation.returns, resourceOf(entry), `${resourceOf(entry)}Summary`)
  for (const event of events) name(event.object, `${pascal(event.type)}Data`)
  for (const entry of entries) {
    const { returns, body, list } = entry.operation
    name(returns, ...answerNames(entry))
    answers.add(returns)
    for (const [relation, related] of Object.entries(list?.expands ?? {})) {
      name(related.returns, resourceOf(entry) + pascal(relation))
      answers.add(related.returns)
    }
    if (!body) continue
    name(body, bodyName(entry))
    bodies.add(body)
  }
  for (const { object } of events) answers.add(object)
  for (const { service, settings } of sections) {
    const [answer, body] = [settingsChange(settings), settingsChange(settings)]
    name(answer, `${pascal(service)}Settings`)
    name(body, `${pascal(service)}SettingsUpdate`)
    answers.add(answer)
    bodies.add(body)
  }
  return { answers: [...answers], bodies: [...bodies], nameOf: schema => names.get(schema)! }
}

/** Objects of resources that are named by the whole: a log, a dialogue. */
const parts: Readonly<Record<string, string>> = { auditLog: 'AuditEntry', agentChat: 'AgentMessage' }

export const resourceOf = ({ resourceName }: OperationEntry) =>
  parts[resourceName] ?? pascal(singular(resourceName))

/** `PaymentRefund` and `refund` are `PaymentRefund`: no word twice. */
function actionOf(entry: OperationEntry): string {
  const [resource, action] = [resourceOf(entry), pascal(entry.name)]
  return resource.endsWith(action) ? resource : resource + action
}

/** The name of an answer, and the one to take where that is the name of another schema. */
function answerNames(entry: OperationEntry): [string, string?] {
  const { returns } = entry.operation
  const fields: object = 'shape' in returns ? (returns.shape as object) : {}
  if ('deleted' in fields && Object.keys(fields).length === 2) return [`Deleted${resourceOf(entry)}`]
  const result = `${actionOf(entry)}Result`
  return entry.name === 'create' ? [resourceOf(entry), result] : [result]
}

function bodyName(entry: OperationEntry): string {
  if (entry.name === 'create') return `${resourceOf(entry)}Create`
  if (entry.name === 'update') return `${resourceOf(entry)}Update`
  return `${actionOf(entry)}Request`
}
