import { generateKeyPairSync } from 'node:crypto'
import { mailKey, settingsProblems } from './problems.ts'

const pem = { type: 'pkcs8', format: 'pem' } as const
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
const none = {
  ...{ sms: { url: null, secret: null }, push: { url: null, secret: null } },
  email: { from_address: null, dkim: { domain: null } },
}
const keyProblems = (key: string | null) => settingsProblems(none, new Map([[mailKey, key]]))
const wrong = [{ path: 'body.values.email.dkim.private_key', message: expect.stringContaining('RSA') }]

test.each([
  ['no key', null],
  ['one of RSA', rsa.privateKey.export(pem) as string],
  ['one in the older form', rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }) as string],
])('%s is right', (_, key) => {
  expect(keyProblems(key)).toEqual([])
})

test.each([
  ['any text', 'the key'],
  ['a public key', rsa.publicKey.export({ type: 'spki', format: 'pem' }) as string],
  ['one of another algorithm', generateKeyPairSync('ed25519').privateKey.export(pem) as string],
  [
    'one with a passphrase',
    rsa.privateKey.export({ ...pem, cipher: 'aes-128-cbc', passphrase: 'x' }) as string,
  ],
])('%s is wrong', (_, key) => {
  expect(keyProblems(key)).toEqual(wrong)
})

test.each([
  ['https://provider.example/sms', 0],
  ['http://provider.test:8080/', 0],
  ['https://%%%', 1],
  ['https://', 1],
  ['https://name:word@provider.example/', 1],
])('the address %s of a provider has %i problems', (url, count) => {
  const problems = settingsProblems({ ...none, push: { url, secret: null } }, new Map())
  expect(problems.map(({ path }) => path)).toEqual(Array(count).fill('body.values.push.url'))
})

test.each([
  ['news@school.example', 'school.example', 0],
  ['news@mail.school.example', 'School.example', 0],
  ['news@school.example', 'mail.school.example', 1],
  ['news@school.example', 'other.example', 1],
  ['news@notschool.example', 'school.example', 1],
  [null, 'school.example', 0],
  ['news@school.example', null, 0],
])('mails from %s that %s signs have %i problems', (from_address, domain, count) => {
  const problems = settingsProblems({ ...none, email: { from_address, dkim: { domain } } }, new Map())
  expect(problems.map(({ path }) => path)).toEqual(Array(count).fill('body.values.email.dkim.domain'))
})
