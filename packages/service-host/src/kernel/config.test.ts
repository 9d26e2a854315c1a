import { readConfig } from './config.ts'

const fullEnv = {
  LMS_PORT: '3000',
  LMS_DATABASE_URL: 'postgres://a',
  LMS_SYSTEM_DATABASE_URL: 'postgres://b',
  NATS_URL: 'nats://nats:4222',
  LMS_NATS_PASSWORD: 'p',
  LMS_SIGNING_KEY: 'pem',
  LMS_TRUSTED_KEYS: '{}',
  LMS_SERVICES: '{}',
  LMS_SECRET_KEYS: 'k',
}
const defaults = { host: '127.0.0.1', streamReplicas: 1, poolSize: 16, taskSlots: 32, logLevel: 'info' }

test.each([undefined, ''])('a variable that is %j has its default', value => {
  const names = ['LMS_HOST', 'LMS_STREAM_REPLICAS', 'LMS_POOL_SIZE', 'LMS_TASK_SLOTS', 'LMS_LOG_LEVEL']
  const env = { ...fullEnv, ...Object.fromEntries(names.map(name => [name, value])) }
  expect(readConfig('notes', env)).toMatchObject({ ...defaults, otlpUrl: null })
})

test('no slots leave the tasks to other processes', () => {
  expect(readConfig('notes', { ...fullEnv, LMS_TASK_SLOTS: '0' }).taskSlots).toBe(0)
})

test.each(['many', '-1', '1.5'])('slots for tasks are a whole number, not %s: no task would run', value => {
  expect(() => readConfig('notes', { ...fullEnv, LMS_TASK_SLOTS: value })).toThrow('LMS_TASK_SLOTS')
})
