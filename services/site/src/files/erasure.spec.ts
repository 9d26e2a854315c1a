// Erasure of a person with more files than one could upload: merges have brought them together.
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { siteService } from '../service.ts'
import { uploadsOf } from '../testing/uploads.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService] })
})
afterAll(() => system.stop())

test('an erasure leaves no file of the person', async () => {
  const caller = system.caller()
  const { users, persons } = system.client('users', usersContract.resources, caller)
  const { id } = await users.create({ body: { email: 'ann@school.example' } })
  const file = await uploadsOf(system, caller).upload(Buffer.from('work'), {
    name: 'work.txt',
    content_type: 'text/plain',
  })
  await asOwner(system.ownerUrl, owner =>
    owner.query(
      `insert into site.files select (jsonb_populate_record(t, jsonb_build_object(
         'id', 'fil_' || lpad(n::text, 26, '0'), 'user_id', $2::text))).*
       from site.files t, generate_series(1, 450) n where t.id = $1`,
      [file.id, id],
    ),
  )
  await persons.anonymize({ path: { id } })
  await eventually('the erasure', async () => {
    const { rows } = await asOwner(system.ownerUrl, owner =>
      owner.query('select count(*)::int as left from site.files where user_id = $1', [id]),
    )
    return rows[0].left === 0
  })
})
