import { randomBytes } from '@lms/testing/random'
import fc from 'fast-check'
import { Vault } from './vault.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const [old, young] = [key('k1'), key('k2')]

test('an encrypted text can be decrypted, and differs each time', () => {
  const vault = new Vault(old)
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), plain => {
      const [one, other] = [vault.seal(plain), vault.seal(plain)]
      expect(vault.open(one)).toBe(plain)
      expect(one).not.toBe(other)
    }),
  )
})

test('the first key encrypts, every key of the ring decrypts', () => {
  const before = new Vault(old).seal('secret')
  const rotated = new Vault(`${young},${old}`)
  expect(rotated.open(before)).toBe('secret')
  expect(rotated.seal('secret')).toMatch(/^k2\./)
  expect(() => new Vault(young).open(before)).toThrow('LMS_SECRET_KEYS has no key k1')
})

test('an altered text cannot be decrypted', () => {
  const vault = new Vault(old)
  const [id, ...parts] = vault.seal('secret').split('.')
  parts.forEach((part, index) => {
    const bytes = Buffer.from(part, 'base64url')
    bytes[0]! ^= 1
    const altered = [
      id,
      ...parts.map((same, at) => (at === index ? bytes.toString('base64url') : same)),
    ].join('.')
    expect(() => vault.open(altered)).toThrow()
  })
})

test('a shortened tag is refused', () => {
  const vault = new Vault(old)
  const sealed = vault.seal('secret')
  const [id, nonce, text, tag] = sealed.split('.') as [string, string, string, string]
  const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url')
  expect(() => vault.open([id, nonce, text, short].join('.'))).toThrow()
})

test.each(['', 'k1', 'k1:', 'k1:c2hvcnQ=', `:${randomBytes(32).toString('base64')}`, `${old},`])(
  'the ring %j is refused',
  ring => {
    expect(() => new Vault(ring)).toThrow('LMS_SECRET_KEYS must be')
  },
)

test('each key of the ring gives a derived one, the present one first', () => {
  const [present, former] = new Vault(`${young},${old}`).derivedKeys('sessions')
  expect(present!.key).toEqual(new Vault(young).derive('sessions'))
  expect(former!.key).toEqual(new Vault(old).derive('sessions'))
  expect(former!.id).not.toBe(present!.id)
})

test('derived keys differ by use and by ring, and stay the same', () => {
  const vault = new Vault(old)
  expect(vault.derive('cursors')).toEqual(new Vault(old).derive('cursors'))
  expect(vault.derive('cursors')).not.toEqual(vault.derive('passwords'))
  expect(vault.derive('cursors')).not.toEqual(new Vault(young).derive('cursors'))
})

test('a text bound to its place cannot be decrypted for another', () => {
  const vault = new Vault(`k1:${Buffer.alloc(32, 1).toString('base64')}`)
  const sealed = vault.seal('secret', 'subscription 1')
  expect(vault.open(sealed, 'subscription 1')).toBe('secret')
  expect(() => vault.open(sealed, 'subscription 2')).toThrow()
  expect(() => vault.open(sealed)).toThrow()
  expect(() => vault.open(sealed.replace(/\.bound$/, ''), 'subscription 2')).toThrow()
  expect(sealed.startsWith(vault.present.begins) && sealed.endsWith(vault.present.ends)).toBe(true)
  expect(vault.seal('secret').endsWith(vault.present.ends)).toBe(false)
})
