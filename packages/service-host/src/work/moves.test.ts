// A store and the states of its rows.
import { event, type Id, lifecycle, newId, Refused, refuse } from '@lms/contract'
import { z } from 'zod'
import { column, commonColumns, type RowOf, Store, table, tenantEntity, type UnitOfWork } from '../index.ts'

const tickets = lifecycle({
  open: { close: 'closed', hold: 'held', toggle: 'held' },
  held: { resume: 'open', toggle: 'open' },
  closed: {},
})
const { ticket_closed } = refuse({
  ticket_closed: { status: 409, when: 'it is closed', message: 'Open another.' },
})
const Ticket = z.object({ id: z.string(), status: z.string(), note: z.string(), user_id: z.string() })
const eventNamed = (name: `ticket.${string}`, changes: boolean) =>
  event(name, { when: 'a ticket moved', object: Ticket, related: ['user_id'], changes })
const ticketClosed = eventNamed('ticket.closed', true)
const ticketHeld = eventNamed('ticket.held', false)

const TicketEntity = tenantEntity(
  'notes',
  'tickets',
  {
    id: column.id<'off'>().primary(),
    status: column.key<'open' | 'held' | 'closed'>(),
    note: column.text(),
    user_id: column.text(),
    version: commonColumns.version(),
    updated_at: commonColumns.updated_at(),
  },
  { archive: 'rows' },
)
type TicketRow = RowOf<typeof TicketEntity>
const described = table(TicketEntity, {
  lifecycle: {
    of: tickets,
    emits: { close: ticketClosed, hold: ticketHeld, resume: null, toggle: null },
    refuses: { closed: ticket_closed },
  },
})
class TicketStore extends Store<TicketRow, 'close' | 'hold' | 'resume' | 'toggle'> {
  constructor(work: UnitOfWork) {
    super(work, described)
  }
}

const now = '2026-11-21T09:30:00.000+00:00'
/** A store that has read one row; its writes and events. */
async function stage(status: TicketRow['status'] = 'open') {
  const id: Id<'off'> = newId('off')
  const storedFields: Record<string, string> = {
    school_id: newId('sch'),
    id,
    status,
    note: 'n',
    user_id: 'usr_1',
    version: '1',
    updated_at: '2026-11-20 09:30:00+00',
  }
  const fields = described.shape.columns.map(({ name }) => storedFields[name])
  const writes: { text: string; values: readonly unknown[] }[] = []
  const events: { type: string; object: unknown; extra: object }[] = []
  const work = {
    school: storedFields.school_id,
    now,
    origin: { caller: null },
    checkVersion: () => {},
    lock: async () => ({ rows: [fields] }),
    write: (text: string, values: readonly unknown[]) => void writes.push({ text, values }),
    outgoing: {
      emit: ({ type }: { type: string }, object: unknown, extra: object) =>
        void events.push({ type, object, extra }),
      noteChange: () => {},
    },
  }
  const store = new TicketStore(work as unknown as UnitOfWork)
  return { store, row: await store.lock(id), writes, events }
}

const thrown = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error instanceof Refused ? error.refusal.reason : (error as Error).message
  }
  return null
}

test('a move changes the state with other fields, and emits its event', async () => {
  const { store, row, writes, events } = await stage()
  const closed = store.move(row, 'close', { note: 'done' })
  expect(closed).toMatchObject({ status: 'closed', note: 'done', version: 2, updated_at: now })
  expect(writes).toHaveLength(1)
  expect(events).toEqual([{ type: 'ticket.closed', object: closed, extra: { previous: row, related: {} } }])
})

test('a save writes the columns that differ from the locked row, and all of them once that is outdated', async () => {
  const { store, row, writes } = await stage()
  expect(store.save(row, { note: row.note })).toBe(row)
  expect(writes).toEqual([])
  const noted = store.save(row, { note: 'more' })
  expect(writes[0]).toEqual({
    text: 'update "notes"."tickets" set "note" = $1, "version" = $2, "updated_at" = $3 where school_id = $4 and id = $5',
    values: ['more', '2', now, row.school_id, row.id],
  })
  store.save(noted)
  expect(writes[1]!.text).toContain('set "status" = $1, "note" = $2, "user_id" = $3,')
  expect(writes[1]!.values).toEqual(['open', 'more', 'usr_1', '3', now, row.school_id, row.id])
})

test('a save after a statement for many rows writes all columns', async () => {
  const { store, row, writes } = await stage()
  const [heldTicket] = store.moveAll([row], 'hold')
  store.move(heldTicket!, 'resume', {}, { event: null })
  expect(writes[1]!.text).toContain('set "status" = $1, "note" = $2,')
})

test('several moves emit the last event; its previous contains only changed fields', async () => {
  const { store, row, events } = await stage('held')
  expect(store.move(row, ['resume', 'hold'], { note: 'x' }, { related: { user_id: 'usr_2' } }).status).toBe(
    'held',
  )
  expect(events).toMatchObject([
    { type: 'ticket.held', extra: { previous: undefined, related: { user_id: 'usr_2' } } },
  ])
})

test('a caller can replace the event of a move, or suppress it', async () => {
  const other = await stage()
  other.store.move(other.row, 'hold', {}, { event: ticketClosed })
  expect(other.events).toMatchObject([{ type: 'ticket.closed' }])
  const none = await stage()
  none.store.move(none.row, 'hold', {}, { event: null })
  expect(none.events).toEqual([])
})

test('an illegal move is refused, and nothing is written', async () => {
  const { store, row, writes, events } = await stage('closed')
  expect(thrown(() => store.move(row, 'hold'))).toBe('ticket_closed')
  expect([writes, events]).toEqual([[], []])
})

test('a requested state is reached by a move, and only the caller emits', async () => {
  const { store, row, events } = await stage('held')
  expect(store.change(row, { status: 'open', note: 'on' })).toMatchObject({ status: 'open', note: 'on' })
  expect(events).toEqual([])
  const far = await stage('held')
  expect(thrown(() => far.store.change(far.row, { status: 'closed' }))).toBe(
    'No move leads from held to closed: declare the refusal of held in `refuses`.',
  )
})

test('a row with another state is not saved without a move, nor a row that the store has not read', async () => {
  const { store, row, writes } = await stage()
  const rule = '"notes"."tickets": a state changes only by a move, of a row that this store has read'
  expect(thrown(() => store.save({ ...row, status: 'closed' }))).toBe(rule)
  expect(thrown(() => store.save({ ...row, id: newId('off') }))).toBe(rule)
  // @ts-expect-error: a state is no field to be saved.
  expect(thrown(() => store.save(row, { status: 'closed' }))).toBe(rule)
  expect(writes).toEqual([])
  expect(store.save(store.move(row, 'hold'), { note: 'later' })).toMatchObject({
    status: 'held',
    note: 'later',
  })
})

test('an unchanged row is neither written nor emitted', async () => {
  const { store, row, writes, events } = await stage()
  expect(store.move(row, [], { note: 'n' })).toBe(row)
  expect([writes, events]).toEqual([[], []])
})

test('a new row begins in an initial state', async () => {
  const { store, row } = await stage()
  const { school_id: _, ...fields } = row
  expect(thrown(() => store.insert({ ...fields, status: 'closed' }))).toBe(
    '"notes"."tickets": no row begins in the state closed.',
  )
  expect(store.move(store.insert({ ...fields, id: newId('off') }), 'close').status).toBe('closed')
})

test('many rows move in one statement, and each is emitted', async () => {
  const { store, row, writes, events } = await stage()
  const other = { ...row, id: newId('off'), version: 5 }
  const moved = store.moveAll([row, other], 'close', { note: 'all' }, { also: 'user_id = user_id' })
  expect(moved).toMatchObject([
    { id: row.id, status: 'closed', note: 'all', version: 2 },
    { id: other.id, status: 'closed', version: 6 },
  ])
  expect(writes).toHaveLength(1)
  expect(writes[0]!.text).toContain(
    'set version = version + 1, "status" = $3, "note" = $4, "updated_at" = $5, user_id = user_id',
  )
  expect(writes[0]!.values.slice(2)).toEqual(['closed', 'all', now])
  expect(events.map(({ type }) => type)).toEqual(['ticket.closed', 'ticket.closed'])
  expect(store.moveAll([], 'close')).toEqual([])
})

test('rows that a move leads to several states, or one of which has no such move, are not moved at once', async () => {
  const { store, row, writes } = await stage()
  const heldTicket = { ...row, status: 'held' as const }
  expect(thrown(() => store.moveAll([row, heldTicket], 'close'))).toBe(
    'There is no move close from held: declare the refusal of held in `refuses`.',
  )
  expect(thrown(() => store.moveAll([row, heldTicket], 'toggle'))).toBe(
    'The rows would have several states after toggle.',
  )
  expect(writes).toEqual([])
})

test('a table with a status declares its lifecycle', () => {
  expect(() => table(TicketEntity)).toThrow('"notes"."tickets" has a status: declare its lifecycle')
  expect(table(TicketEntity, { lifecycle: null }).lifecycle).toBeNull()
})
