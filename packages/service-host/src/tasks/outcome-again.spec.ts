// What is known of a call outside is not lost to a moment of the database.
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { chargingNotes, outside, rank } from '../spec/charges.ts'
import { notes } from '../spec/notes.ts'
import { type OtherSystem, startOtherSystem } from '../spec/other-system.ts'

let system: TestSystem
let other: OtherSystem
beforeAll(async () => {
  other = await startOtherSystem()
  outside.url = other.url
  system = await startSystem({ services: [chargingNotes], settings: { taskSlots: 0 } })
}, 60_000)
afterAll(async () => {
  await system?.stop()
  await other?.stop()
})

test('an outcome that meets a deadlock is written again, and the call is made once', async () => {
  const caller = system.caller()
  const { create, get } = system.client('notes', { notes }, caller).notes
  const { id } = await create({ body: { name: 'a' } })
  // The sequence goes on, whatever is rolled back: the first write of an outcome meets a deadlock.
  await asOwner(system.ownerUrl, owner =>
    owner.query(
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
    ),
  )
  const answer = await system.request('notes', {
    method: 'POST',
    path: `/v1/notes/${id}/charge`,
    body: { by: 'charge' },
    caller,
  })
  expect(answer.status).toBe(201)
  expect(other.calls).toHaveLength(1)
  expect((await get({ path: { id } })).rank).toBe(rank.charged)
})
