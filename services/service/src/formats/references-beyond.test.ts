import { newId } from '@lms/contract'
import { lackingBy, type Noted, noteReferences, nothingNoted } from './references-beyond.ts'

const note = (noted: Noted, table: string, rows: Record<string, unknown>[]) =>
  noteReferences(noted, table, { rows, lines: rows.map(row => `${JSON.stringify(row)}\n`).join('') })
const now = () => new Date().toISOString()

test('an object that rows name and the archive lacks is listed with its first table', () => {
  const noted = nothingNoted([now()])
  const [ann, eve, course, key] = [newId('usr'), newId('usr'), newId('crs'), newId('key')]
  note(noted, 'commerce.orders', [{ id: newId('ord'), user_id: eve, items: [{ course_id: course }] }])
  note(noted, 'learning.enrollments', [{ user_id: eve, note: `after ${ann}`, key_id: key }])
  note(noted, 'users.users', [{ id: ann }])
  expect([...lackingBy(noted)]).toEqual([
    ['learning', [course]],
    ['users', [eve]],
  ])
  expect(noted.named[eve]).toBe('commerce.orders')
})

test('an object from long before the snapshots is not noted: the archive has it, or it is gone', () => {
  const noted = nothingNoted([now()])
  note(noted, 'commerce.orders', [{ user_id: 'usr_01h455vb4pex5vsknk084sn02q' }])
  expect(lackingBy(noted).size).toBe(0)
})

test('what is noted has a bound', () => {
  const noted = nothingNoted([now()])
  const rows = () => Array.from({ length: 4000 }, () => ({ id: newId('usr'), tag_id: newId('tag') }))
  note(noted, 'users.users', rows())
  expect(noted.more).toBe(false)
  note(noted, 'users.users', rows())
  expect(noted.more).toBe(true)
  expect([noted.had.length, Object.keys(noted.named).length]).toEqual([5000, 5000])
})
