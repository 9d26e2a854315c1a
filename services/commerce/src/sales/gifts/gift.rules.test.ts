import { newId } from '@lms/contract'
import { codeAlphabet } from '@lms/service-host'
import { randomBytes } from '@lms/testing/random'
import { codeHash, codeOf, hintOf } from './gift.rules.ts'

const key = randomBytes(32)
const gift = () => ({ school_id: newId('sch'), id: newId('gft') })

test('a code follows from its gift and the key, and from nothing less', () => {
  const one = gift()
  expect(codeOf(key, one)).toBe(codeOf(key, { ...one }))
  const others = [
    codeOf(key, { ...one, id: newId('gft') }),
    codeOf(key, { ...one, school_id: newId('sch') }),
    codeOf(randomBytes(32), one),
  ]
  expect(new Set([codeOf(key, one), ...others]).size).toBe(4)
})

test('a code has four groups of four characters, each of the whole alphabet', () => {
  const codes = Array.from({ length: 1000 }, () => codeOf(key, gift()))
  for (const code of codes) expect(code).toMatch(/^\w{4}(-\w{4}){3}$/)
  for (let index = 0; index < 19; index++)
    expect(new Set(codes.map(code => code[index]))).toEqual(new Set(index % 5 === 4 ? '-' : codeAlphabet))
  expect(hintOf(codes[0]!)).toBe(codes[0]!.slice(15))
})

test('a code is the same however somebody types it, and another in each school', () => {
  const [school, code] = [newId('sch'), codeOf(key, gift())]
  const hash = codeHash(school, code)
  for (const typed of [code.toLowerCase(), code.replaceAll('-', ''), ` ${code.replaceAll('-', ' – ')} `])
    expect(codeHash(school, typed)).toBe(hash)
  expect(codeHash(newId('sch'), code)).not.toBe(hash)
  expect(codeHash(school, code.slice(1))).not.toBe(hash)
})
