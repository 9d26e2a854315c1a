// Misuse of the host's words that must not compile. The compiler is the test: `tsc` fails where a line that is
// marked as an expected error compiles.
import { A, C, event, G, id, L, resource } from '@lms/contract'
import { z } from 'zod'
import { pageOfItems } from './database/items.ts'
import { step } from './database/statements.ts'
import { defineService } from './define-service.ts'
import { answerAfter } from './tasks/answer-after.ts'
import { task } from './tasks/task.ts'
import type { UnitOfWork } from './work/unit-of-work.ts'

const Thing = z.object({ id: id('off'), name: z.string() })
type Thing = z.infer<typeof Thing>
export const created = event('order.created', { when: 'made', object: Thing, related: ['user_id'] })
const paid = event('order.paid', { when: 'paid', object: Thing, related: ['user_id'], changes: true })

export const things = resource({
  list: L('GET /v1/things', {
    summary: 'List',
    permission: null,
    returns: Thing,
    list: { filters: {}, sorts: ['created_at'] },
  }),
  create: C('POST /v1/things', {
    bound: 'event',
    summary: 'Create',
    permission: null,
    body: z.strictObject({ name: z.string() }),
    returns: Thing,
    emits: [created],
  }),
  get: G('GET /v1/things/{id}', { summary: 'Get', permission: null, returns: Thing }),
})

class ThingStore {
  readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }
  thing(name: string): Thing {
    return { id: 'off_01h455vb4pex5vsknk084sn02q', name }
  }
}
const builder = defineService({ things: ThingStore })

/** Valid code, of which the rest is misuse. */
export const right = builder.implement(things, {
  list: async ({ query }, { things }) => pageOfItems([things.thing('a')], query),
  create: async ({ body, emit }, { things }) => {
    const thing = things.thing(body.name)
    emit(created, thing, { related: { user_id: 'usr_01h455vb4pex5vsknk084sn02q' } })
    return thing
  },
  get: async ({ path }, { things }) => things.thing(path.id),
})
const { list, create, get } = right.handlers as any

const kin = resource({
  list: L('GET /v1/kin', {
    summary: 'List',
    permission: null,
    returns: Thing,
    list: {
      filters: {},
      sorts: [],
      expands: { twin: { key: 'twin_id', permission: 'offers:read', returns: Thing } },
    },
  }),
})

export function expanders() {
  builder.implement(kin, { list }, { twin: async ids => new Map([[ids[0]!, { id: 'off_1', name: 'a' }]]) })
  // @ts-expect-error an expander is missing
  builder.implement(kin, { list })
  builder.implement(
    kin,
    { list },
    // @ts-expect-error there is no such relation
    { twin: async () => new Map(), cousin: async () => new Map() },
  )
  // @ts-expect-error what is brought lacks a declared field
  builder.implement(kin, { list }, { twin: async ids => new Map([[ids[0]!, { id: 'off_1' as const }]]) })
  // @ts-expect-error there is nothing to expand
  builder.implement(things, { list, create, get }, { twin: async () => new Map() })
}

export function handlers() {
  // @ts-expect-error a handler is missing
  builder.implement(things, { list, create })
  builder.implement(things, {
    list,
    create,
    get,
    // @ts-expect-error there is no such operation
    explode: get,
  })
  builder.implement(things, {
    list,
    create,
    // @ts-expect-error the path has no such name
    get: async ({ path }, { things }) => things.thing(path.thingId),
  })
  builder.implement(things, {
    list,
    // @ts-expect-error the body has no such field
    create: async ({ body }, { things }) => things.thing(body.colour),
    get,
  })
  builder.implement(things, {
    list,
    create,
    // @ts-expect-error a read has no body
    get: async ({ body }, { things }) => things.thing(body.name),
  })
  builder.implement(things, {
    list,
    create,
    // @ts-expect-error the answer lacks a declared field
    get: async ({ path }) => ({ id: path.id as Thing['id'] }),
  })
  builder.implement(things, {
    // @ts-expect-error a list is answered with a page of rows
    list: async (_, { things }) => [things.thing('a')],
    create,
    get,
  })
  builder.implement(things, {
    list,
    create,
    // @ts-expect-error there is no such store
    get: async ({ path }, { others }) => others.get(path.id),
  })
  builder.implement(things, {
    list,
    create,
    get: async ({ path, runtime }, { things }) => {
      // @ts-expect-error a request of a school's caller has no connection but its share
      await runtime.system.rows(step('select 1'))
      return things.thing(path.id)
    },
  })
}

export function emissions() {
  builder.implement(things, {
    list,
    get,
    create: async ({ body, emit }, { things }) => {
      const thing = things.thing(body.name)
      // @ts-expect-error an event that the operation does not declare
      emit(paid, thing)
      // @ts-expect-error an object that is not the event's
      emit(created, { id: thing.id })
      // @ts-expect-error a related key that the event does not have
      emit(created, thing, { related: { payment_id: 'pay_1' } })
      return thing
    },
  })
  builder.implement(things, {
    list,
    create,
    get: async ({ path, emit }, { things }) => {
      const thing = things.thing(path.id)
      // @ts-expect-error a read tells nothing
      emit(created, thing)
      return thing
    },
  })
  builder.reaction('on-created', created, async ({ event }) => {
    // @ts-expect-error a field that the event's object does not have
    return event.data.object.colour
  })
}

const payload = z.object({ thing_id: id('off') })
const pay = builder.externalCall(task('pay', { payload, deadline: 10 }), {
  prepare: async ({ payload }) => payload.thing_id,
  call: async (thing, { key }) => `${thing} ${key}`,
  finish: async ({ outcome }, { things }) => things.thing(outcome),
})
const charge = resource({
  charge: A('POST /v1/things/{id}/charge', {
    summary: 'Charge',
    permission: null,
    bound: null,
    returns: Thing,
  }),
  get: G('GET /v1/things/{id}', { summary: 'Get', permission: null, returns: Thing }),
})

export function externalCalls() {
  builder.implement(charge, {
    get,
    charge: async ({ path }) => answerAfter(pay, { thing_id: path.id as Thing['id'] }),
  })
  builder.implement(charge, {
    // @ts-expect-error a read is not answered after a call
    get: async () => answerAfter(pay, { thing_id: 'off_1' }),
    charge: async ({ path }, { things }) => things.thing(path.id),
  })
  // @ts-expect-error the payload of another task
  answerAfter(pay, { user_id: 'usr_1' })
  const counted = builder.externalCall(task('count', { payload, deadline: 10 }), {
    prepare: async () => null,
    call: async (_, outside) => {
      // @ts-expect-error no unit of work within reach of the call
      outside.work
      // @ts-expect-error nor a connection
      outside.runtime.database
      // @ts-expect-error nor one of the workers that cross schools
      outside.runtime.system
      return 1
    },
    finish: async ({ outcome }) => ({ count: outcome }),
  })
  // @ts-expect-error the call has another answer than the operation
  builder.implement(charge, { get, charge: async () => answerAfter(counted, { thing_id: 'off_1' }) })
  const stepwise = task('stepwise', { payload, state: z.object({ done: z.int() }) })
  const many = builder.externalCall(stepwise, {
    prepare: async () => null,
    call: async () => 1,
    finish: async ({ outcome }) => ({ state: { done: outcome } }),
  })
  // @ts-expect-error a request waits for one call
  answerAfter(many, { thing_id: 'off_1' })
  builder.externalCall(stepwise, {
    prepare: async () => null,
    call: async () => 1,
    // @ts-expect-error another state than the task's
    finish: async () => ({ state: { far: true } }),
  })
}

test('the compiling examples implement every operation', () => {
  expect(Object.keys(right.handlers)).toEqual(Object.keys(things))
})
