import { randomBytes } from '@lms/testing'
import { Vault } from '../kernel/vault.ts'
import { resealRows } from './reseal-rows.ts'
import type { Runtime } from './runtime.ts'

const keyOf = (name: string) => `${name}:${randomBytes(32).toString('base64')}`
const [older, present] = [keyOf('older'), keyOf('present')]
const vault = new Vault(`${present},${older}`)
const old = new Vault(older)
const placeOf = (school: string, id: string) => `${school} ${id}`

/** Encrypts rows again; gives what is written, and the ids of the errors. */
async function resealed(rows: (string | null)[][]) {
  const written: (string | null | undefined)[][] = []
  const errors: unknown[] = []
  const system = {
    rows: async ({ values: [school, id] }: { values: string[] }) =>
      rows.filter(row => `${row[0]} ${row[1]}` > `${school} ${id}`).slice(0, 100),
    run: async ([{ values }]: [{ values: string[] }]) => void written.push(values),
  }
  const log = { error: ({ id }: { id: string }) => void errors.push(id) }
  await resealRows({ system, vault, log } as unknown as Runtime, {
    table: 'a.b',
    columns: ['secret', 'next'],
    placeOf,
  })
  return { written, errors }
}
const idOf = (index: number) => String(index).padStart(3, '0')

test.each([1, 100, 101, 250])('of %i rows every one is encrypted again, once', async count => {
  const rows = Array.from({ length: count }, (_, index) => ['sch', idOf(index), old.seal('s'), null])
  const { written } = await resealed(rows)
  expect(written.map(([, id]) => id)).toEqual(rows.map(([, id]) => id))
})

test('of ids that are the same in many schools every one is encrypted again', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => [`sch${idOf(index)}`, 'secret', old.seal('s'), null])
  const { written } = await resealed(rows)
  expect(written.map(([school]) => school)).toEqual(rows.map(([school]) => school))
})

test('each secret is bound to its row; what there is not stays away', async () => {
  const before = old.seal('s')
  const { written } = await resealed([['sch', 'one', before, null]])
  const [[school, id, secret, next, ...was]] = written as [string[]]
  expect([school, id, next, was]).toEqual(['sch', 'one', null, [before, null]])
  expect(vault.open(secret!, placeOf('sch', 'one'))).toBe('s')
  expect(() => vault.open(secret!, placeOf('sch', 'another'))).toThrow()
})

test('a secret that no key opens is reported, and the others are encrypted all the same', async () => {
  const lost = new Vault(keyOf('gone')).seal('s')
  const { written, errors } = await resealed([
    ['sch', 'one', lost, null],
    ['sch', 'two', old.seal('s'), null],
  ])
  expect([written.map(([, id]) => id), errors]).toEqual([['two'], ['one']])
})
