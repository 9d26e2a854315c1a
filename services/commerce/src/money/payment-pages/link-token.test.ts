import { newId } from '@lms/contract'
import { Vault } from '@lms/service-host'
import { randomHex } from '@lms/testing/random'
import fc from 'fast-check'
import { claimsOf, tokenOf } from './link-token.ts'

const key = (id: string) => `${id}:${Buffer.from(randomHex(64), 'hex').toString('base64')}`
const older = key('k1')
const vault = new Vault(older)
const school = newId('sch')
const claims = fc.record({
  order_id: fc.constant(null).map(() => newId('ord')),
  upTo: fc.option(fc.integer({ min: 0, max: 1_000_000_000_000 })),
  expiresAt: fc.integer({ min: 0, max: 100_000_000_000 }),
})

test('a token gives its claims back, also after the key was rotated, and fits into an address', () => {
  const rotated = new Vault(`${key('k2')},${older}`)
  fc.assert(
    fc.property(claims, drawnClaims => {
      const token = tokenOf(drawnClaims, school, vault)
      expect(token).toMatch(/^[\w.-]{50,80}$/)
      for (const ring of [vault, rotated]) expect(claimsOf(token, school, ring)).toEqual(drawnClaims)
    }),
  )
})

test('an altered token, one of another school, and one of another installation are none', () => {
  fc.assert(
    fc.property(
      claims,
      fc.nat(),
      fc.constantFrom(...'0123456789abcxyz._-A'),
      (drawnClaims, at, character) => {
        const token = tokenOf(drawnClaims, school, vault)
        const index = at % token.length
        const altered = token.slice(0, index) + character + token.slice(index + 1)
        if (altered !== token) expect(claimsOf(altered, school, vault)).toBeNull()
        expect(claimsOf(token, newId('sch'), vault)).toBeNull()
        expect(claimsOf(token, school, new Vault(key('k1')))).toBeNull()
      },
    ),
  )
})

test.each(['', '.', 'x'.repeat(500), '..0.AAAAAAAAAAAAAAAAAAAAAAAA', `${newId('ord').slice(4)}..0.`])(
  '%j is no token',
  text => expect(claimsOf(text, school, vault)).toBeNull(),
)
