import { Vault } from '@lms/service-host'
import fc from 'fast-check'
import { type FileClaims, linkPath, mediaPath, readLink } from './links.ts'

const ring = (byte: number) => `k${byte}:${Buffer.alloc(32, byte).toString('base64')}`
const vault = new Vault(ring(7))
const school = `sch_${'0'.repeat(26)}`
const other = `sch_${'1'.repeat(26)}`
const file = `fil_${'2'.repeat(26)}`
const upload: FileClaims = {
  method: 'PUT',
  key: `${school}/${file}`,
  upload: 'a'.repeat(24),
  part: 1,
  size: 10,
  type: 'image/png',
  expires: 1_000,
}
const download: FileClaims = {
  method: 'GET',
  key: `${school}/${file}`,
  name: 'lesson.mp4',
  type: 'video/mp4',
  disposition: 'inline',
  expires: 1_000,
}
const tokenOf = (path: string) => path.split('/').at(-1)!
const read = (token: string, of = vault, at = school) => readLink(of, 'files', token, at)

test.each([upload, download])('a link has the claims that it was made of: %j', claims => {
  expect(read(tokenOf(linkPath(vault, 'files', claims)))).toEqual(claims)
})

test.each(
  [upload, download].flatMap(claims =>
    Object.keys(claims).map(name => [claims.method, name, claims] as const),
  ),
)('a %s link with another %s is none', (_, name, claims) => {
  const [text, signature] = tokenOf(linkPath(vault, 'files', claims)).split('.') as [string, string]
  const changed = { ...JSON.parse(Buffer.from(text, 'base64url').toString()), [name]: 'another' }
  const forged = `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`
  expect(read(`${text}.${signature}`)).not.toBeNull()
  expect(read(forged)).toBeNull()
})

test('a link is of one school', () => {
  const token = tokenOf(linkPath(vault, 'files', download))
  expect(read(token, vault, other)).toBeNull()
})

test('a lasting address of a picture is no link to a file, and the reverse', () => {
  const picture = tokenOf(mediaPath(vault, { school, file, variant: 'small', type: 'image/webp' }))
  expect(readLink(vault, 'media', picture, school)).toEqual({
    key: `${school}/${file}/small`,
    type: 'image/webp',
  })
  expect(read(picture)).toBeNull()
  expect(readLink(vault, 'media', tokenOf(linkPath(vault, 'files', download)), school)).toBeNull()
})

test('a link stays valid after a rotation of the keys, until its key is removed', () => {
  const token = tokenOf(linkPath(vault, 'files', download))
  expect(read(token, new Vault(`${ring(8)},${ring(7)}`))).toEqual(download)
  expect(read(token, new Vault(ring(8)))).toBeNull()
})

test('no other text is a link: not one with a changed character, nor anything else', () => {
  const token = tokenOf(linkPath(vault, 'files', download))
  const characters = fc.constantFrom(...'abcXYZ019-_.')
  fc.assert(
    fc.property(fc.nat(token.length - 1), characters, (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1)
      expect(read(changed)).toEqual(changed === token ? download : null)
    }),
  )
  fc.assert(fc.property(fc.string(), text => expect(read(text)).toBeNull()))
})
