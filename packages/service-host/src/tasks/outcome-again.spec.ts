// What is known of a call outside is not lost to a moment of the database.
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { chargingNotes, outside, rank } from '../spec/charges.ts'
import { notes } from '../spec/notes.ts'
import { type OtherSystem, reset, startOtherSystem } from '../spec/other-system.ts'

let system: TestSystem
let other: OtherSystem
beforeAll(async () => {
  other = await startOtherSystem()
  outside.url = other.url
  system = await startSystem({ services: [chargingNotes], settings: { taskSlots: 0 } })
})
afterAll(async () => {
  await system?.stop()
  await other?.stop()
})

const changeDatabase = (sql: string) => asOwner(system.ownerUrl, owner => owner.query(sql))

async function note() {
  const caller = system.caller()
  const { create, get } = system.client('notes', { notes }, caller).notes
  const { id } = await create({ body: { name: 'a' } })
  const charge = () =>
    system.request('notes', {
      method: 'POST',
      path: `/v1/notes/${id}/charge`,
      body: { by: 'charge' },
      caller,
    })
  const rankNow = async () => (await get({ path: { id } })).rank
  reset(other)
  return { charge, rankNow }
}

// The sequences go on, whatever is rolled back: the first one meets a deadlock.
test('an outcome that meets a deadlock is written again, and the call is made once', async () => {
  const { charge, rankNow } = await note()
  await changeDatabase(
    `create sequence notes.outcomes;
     grant usage on sequence notes.outcomes to lms_notes;
     create function notes.deadlock_once() returns trigger language plpgsql as $$
     begin
       if new.rank = ${rank.charged} and nextval('notes.outcomes') = 1 then
         raise exception 'deadlock detected' using errcode = '40P01';
       end if;
       return new;
     end $$;
     create trigger deadlock_once before update on notes.notes for each row execute function notes.deadlock_once()`,
  )
  expect((await charge()).status).toBe(201)
  expect(other.calls).toHaveLength(1)
  expect(await rankNow()).toBe(rank.charged)
})

test('what a call needs is read again where the database is busy, and the call is its first try', async () => {
  const { charge, rankNow } = await note()
  await changeDatabase(
    `create sequence notes.readings;
     grant usage on sequence notes.readings to lms_notes;
     create function notes.busy_once() returns boolean language plpgsql as $$
     begin
       if exists (select from notes.tasks) and nextval('notes.readings') = 1 then
         raise exception 'canceling statement due to lock timeout' using errcode = '55P03';
       end if;
       return true;
     end $$;
     create policy busy_once on notes.notes as restrictive to lms_notes using (notes.busy_once())`,
  )
  expect((await charge()).status).toBe(201)
  expect(other.calls).toHaveLength(1)
  expect(await rankNow()).toBe(rank.charged)
})
