import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from './config.ts'
import { withPassword, withSecretFiles } from './secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'lms-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

test('a service takes each secret from a file, with the password of its database apart', () => {
  const config = readConfig('notes', {
    LMS_PORT: '3000',
    LMS_SERVICES: '{}',
    NATS_URL: 'nats://nats:4222',
    LMS_DATABASE_URL: 'postgres://lms_notes@postgres:5432/lms',
    LMS_DATABASE_PASSWORD_FILE: file('database', 'p@ss/word\n'),
    LMS_SYSTEM_DATABASE_URL: 'postgres://lms_notes_system@postgres:5432/lms',
    LMS_SYSTEM_DATABASE_PASSWORD_FILE: file('system', 'other'),
    LMS_NATS_PASSWORD_FILE: file('nats', 'bus\r\n'),
    LMS_SIGNING_KEY_FILE: file('signing', 'line\\nline\n'),
    LMS_TRUSTED_KEYS_FILE: file('trusted', '{"users":"pem"}'),
    LMS_SECRET_KEYS_FILE: file('ring', 'k1:abc'),
    LMS_S3_SECRET_ACCESS_KEY_FILE: file('bucket', 's3'),
  })
  expect(config).toMatchObject({
    databaseUrl: 'postgres://lms_notes:p%40ss%2Fword@postgres:5432/lms',
    systemDatabaseUrl: 'postgres://lms_notes_system:other@postgres:5432/lms',
    natsPassword: 'bus',
    signing: { privateKey: 'line\nline' },
    trusted: { users: 'pem' },
    secretKeys: 'k1:abc',
    settings: { LMS_S3_SECRET_ACCESS_KEY: 's3' },
  })
})

test('one error names all files that cannot be read, and what is set twice', () => {
  const twice = { LMS_SECRET_KEYS: 'k1:abc', LMS_SECRET_KEYS_FILE: file('again', 'k2:abc') }
  const env = { ...twice, LMS_SIGNING_KEY_FILE: '/nowhere/key', DATABASE_PASSWORD_FILE: folder }
  expect(() => withSecretFiles(env)).toThrow(
    'The settings are of no use: set LMS_SECRET_KEYS or LMS_SECRET_KEYS_FILE, not both; ' +
      `LMS_SIGNING_KEY_FILE: /nowhere/key cannot be read (ENOENT); DATABASE_PASSWORD_FILE: ${folder} cannot be read (EISDIR).`,
  )
})

test('files of other programs’ variables, and empty ones, are not read', () => {
  const env = { SSL_CERT_FILE: '/nowhere', LMS_SIGNING_KEY_FILE: '', LMS_PORT: '1' }
  expect(withSecretFiles(env)).toEqual(env)
})

test('an address with a password keeps it', () => {
  expect(withPassword('postgres://a:own@host/db', 'other')).toBe('postgres://a:own@host/db')
  expect(withPassword('postgres://a@host/db', undefined)).toBe('postgres://a@host/db')
})
