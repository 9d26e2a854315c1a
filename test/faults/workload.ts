// A client of a school, such as a connected shop: creates and changes people, offers and orders, each request with an
// idempotency key, and repeats unacknowledged ones. It alone changes its objects.
import { setTimeout as pause } from 'node:timers/promises'
import type { Random } from '@lms/testing/random'
import type { SchoolRecord, StoredObject } from './record.ts'
import { type Address, untilAcknowledged } from './requests.ts'

interface Intent {
  operation: string
  id?: string
  body?: object
  events: readonly string[]
  /** What becomes of the object where the answer does not show it. */
  object?: StoredObject
}

/** Keeps the number of objects small, so that they change often. */
const most = 12
let clients = 0

export class Client {
  readonly #address: () => Address
  readonly #record: SchoolRecord
  readonly #random: Random
  readonly #name = `client-${++clients}`
  #requests = 0
  #people: StoredObject[] = []
  #offers: StoredObject[] = []
  #waiting: StoredObject[] = []
  /** Requests that had to be sent more than once. */
  repeated = 0
  /** The longest wait for an acknowledgement, in milliseconds. */
  longestMs = 0

  constructor(gateway: () => Address, record: SchoolRecord, random: Random) {
    this.#address = gateway
    this.#record = record
    this.#random = random
  }

  /** Makes one change after the other until told to stop; the last one is acknowledged before it returns. */
  async work(stopped: AbortSignal): Promise<void> {
    while (!stopped.aborted) {
      await this.#change(this.#next())
      await pause(this.#random.between(0, 30))
    }
  }

  #next(): Intent {
    const random = this.#random
    if (this.#people.length === 0) return this.#newPerson()
    if (this.#offers.length === 0) return newOffer(random)
    if (this.#waiting.length === 0) return this.#newOrder()
    const choices: (() => Intent)[] = [
      () => this.#newPerson(),
      () => newOffer(random),
      () => this.#newOrder(),
      () => this.#newOrder(),
      () => this.#newOrder(),
      () => change('users', random.pick(this.#people), { first_name: `Name ${random.next()}` }),
      () => this.#newAmount(),
      () => change('orders', random.pick(this.#waiting), { comment: `Comment ${random.next()}` }),
      () => this.#end('mark-paid', ['order.paid', 'payment.succeeded']),
      () => this.#end('mark-paid', ['order.paid', 'payment.succeeded']),
      () => this.#end('cancel', ['order.canceled']),
      () => this.#removePerson(),
    ]
    return random.pick(choices)()
  }

  #newPerson(): Intent {
    const email = `${this.#name}-${this.#requests}@example.org`
    return { operation: 'POST /v1/users', body: { email, first_name: 'Ada' }, events: ['user.created'] }
  }

  /** Another amount: a request that changes nothing has no audit record. */
  #newAmount(): Intent {
    const offer = this.#random.pick(this.#offers)
    const amount = this.#random.between(1, 9_999)
    return change('offers', offer, { amount: amount < Number(offer.amount) ? amount : amount + 1 })
  }

  #newOrder(): Intent {
    const user_id = this.#random.pick(this.#people).id
    const items = [{ offer_id: this.#random.pick(this.#offers).id, quantity: this.#random.between(1, 5) }]
    return { operation: 'POST /v1/orders', body: { user_id, items }, events: ['order.created'] }
  }

  #end(how: string, events: readonly string[]): Intent {
    const { id } = this.#random.pick(this.#waiting)
    return { operation: `POST /v1/orders/{id}/${how}`, id, body: {}, events }
  }

  #removePerson(): Intent {
    const { id, version } = this.#random.pick(this.#people)
    const object = { id, version: version + 1 }
    return { operation: 'DELETE /v1/users/{id}', id, events: ['user.deleted'], object }
  }

  async #change({ operation, id = '', body, events, object: existing }: Intent): Promise<void> {
    const [method, template] = operation.split(' ') as [string, string]
    const idempotencyKey = `${this.#name}-${this.#requests++}`
    const request = { method, path: template.replace('{id}', id), body, idempotencyKey }
    const began = performance.now()
    const { body: answer, tries } = await untilAcknowledged(this.#address, request)
    this.longestMs = Math.max(this.longestMs, performance.now() - began)
    if (tries > 1) this.repeated++
    const object = existing ?? answer
    this.#record.add({ operation, request, answer, object, events })
    this.#keep(operation, object)
  }

  #keep(operation: string, object: StoredObject): void {
    const replaced = (list: StoredObject[], stays = true) =>
      [...list.filter(({ id }) => id !== object.id), ...(stays ? [object] : [])].slice(-most)
    if (operation.includes('/v1/users'))
      this.#people = replaced(this.#people, !operation.startsWith('DELETE'))
    else if (operation.includes('/v1/offers')) this.#offers = replaced(this.#offers)
    else this.#waiting = replaced(this.#waiting, object.status === 'waiting_payment')
  }
}

function newOffer(random: Random): Intent {
  const body = { name: 'Course', amount: random.between(1, 10_000), currency: 'EUR' }
  return { operation: 'POST /v1/offers', body, events: [] }
}

function change(resource: string, { id }: StoredObject, body: object): Intent {
  const events = { users: ['user.updated'], orders: ['order.updated'] }[resource] ?? []
  return { operation: `PATCH /v1/${resource}/{id}`, id, body, events }
}
