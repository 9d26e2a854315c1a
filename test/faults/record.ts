// The acknowledged changes of one school's clients: the truth with which everything else is compared.
import type { ApiRequest } from './requests.ts'

export type StoredObject = { id: string; version: number } & Record<string, unknown>

export interface Change {
  /** Method and path template, as the audit log names it. */
  operation: string
  request: ApiRequest & { idempotencyKey: string }
  /** The body of the answer. */
  answer: Record<string, unknown>
  /** The object after the change; of a deleted one only id and version. */
  object: StoredObject
  /** Events that the change must emit. */
  events: readonly string[]
}

/** How a change's event is recognized: an object has each of its versions only once. */
export const eventKey = (type: string, object: { id: string; version?: unknown }) =>
  `${type} ${object.id} v${object.version}`
/** A payment's own id is not in the answer to mark-paid; an order is paid once, so the order stands for it. */
export const paymentKey = (orderId: string) => `payment.succeeded of ${orderId}`

export class SchoolRecord {
  readonly changes: Change[] = []
  /** Every object as last acknowledged, by its path. */
  readonly objects = new Map<string, StoredObject>()
  /** Keys of the events that must be in the journal. */
  readonly events = new Set<string>()
  /** The required number of audit records, by operation and object. */
  readonly audits = new Map<string, number>()
  /** All people ever created, and whether they are deleted. */
  readonly people = new Map<string, boolean>()

  add(change: Change): void {
    const { operation, object, events } = change
    this.changes.push(change)
    const audit = `${operation} ${object.id}`
    this.audits.set(audit, (this.audits.get(audit) ?? 0) + 1)
    for (const type of events)
      this.events.add(type === 'payment.succeeded' ? paymentKey(object.id) : eventKey(type, object))
    const [, , resource] = operation.split('/')
    const path = `/v1/${resource}/${object.id}`
    const deleted = operation.startsWith('DELETE')
    if (deleted) this.objects.delete(path)
    else this.objects.set(path, object)
    if (resource === 'users') this.people.set(object.id, deleted)
  }
}
