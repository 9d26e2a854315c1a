import { healthText, keysText, queuesText } from './installation-state.ts'

const queue = {
  ...{ service: 'crm', queue: 'send', school_id: 'sch_1', length: 12, failed: 3, delay_seconds: 4.26 },
}

test('queues are lines, and services that do not answer are named', () => {
  expect(queuesText({ queues: [queue, { ...queue, school_id: null, failed: 0 }], away: ['site'] })).toEqual([
    'queue     school  waiting  failed  delay',
    'crm.send  sch_1   12       3       4.3 s',
    'crm.send  –       12       0       4.3 s',
    'site does not answer.',
  ])
  expect(queuesText({ queues: [], away: [] })).toEqual(['No task waits, and none has failed.'])
})

test('the health of a service names the parts that it lacks', () => {
  const tasks = { waiting: 1, delay_seconds: 0, failed: 0 }
  const outbox = { waiting: 2, oldest_seconds: 1, set_aside: 0 }
  const services = [{ service: 'crm', parts: { database: true, bus: false }, tasks, outbox }]
  expect(healthText({ services, away: [] })[1]).toBe(
    'crm      lacks bus  1 waiting, 0 failed, 0.0 s  2 unsent, 0 set aside',
  )
})

test('keys are lines without values', () => {
  const key = {
    ...{ id: 'key_1', school_id: 'sch_1', name: 'CRM', kind: 'integration', role: 'manager', scope: ['*'] },
    ...{ expires_at: null, last_used_at: null, created_at: '2026-11-24T00:00:00.000+00:00' },
  }
  expect(keysText([key])[1]).toBe('key_1  sch_1   integration  manager  never used  CRM')
  expect(keysText([])).toEqual(['There are no keys.'])
})
