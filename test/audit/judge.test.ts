import { readFileSync } from 'node:fs'
import { type AuditException, judgeAudit } from './judge.ts'

const advisory = {
  source: 1,
  name: 'left',
  title: 'reads too far',
  url: 'https://advisories.example/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
}
const reported = JSON.stringify({
  vulnerabilities: { left: { via: [advisory] }, user: { via: ['left'] } },
})
const exception: AuditException = {
  advisory: 'GHSA-aaaa-bbbb-cccc',
  package: 'left',
  until: '2027-01-31',
  reason: 'its input is ours',
}

test('a registry that does not answer is no clean report', () => {
  const refused = JSON.stringify({ message: '405 Method Not Allowed', error: { summary: '' } })
  expect(judgeAudit(refused, [], '2027-01-01')).toEqual({
    outcome: 'unreachable',
    why: '405 Method Not Allowed',
  })
  expect(judgeAudit('', [], '2027-01-01')).toEqual({ outcome: 'unreachable', why: 'no report' })
})

test('an advisory is found once, and accepted up to the last day of its exception', () => {
  expect(judgeAudit(reported, [], '2027-01-01')).toEqual({
    outcome: 'found',
    lines: [`left (high): reads too far ${advisory.url}`],
  })
  expect(judgeAudit(reported, [exception], '2027-01-31')).toEqual({ outcome: 'clean', accepted: 1 })
  expect(judgeAudit(reported, [exception], '2027-02-01')).toEqual({
    outcome: 'found',
    lines: [`left (high): reads too far ${advisory.url}; accepted until 2027-01-31 only`],
  })
})

test('an exception that fits nothing has to go', () => {
  expect(judgeAudit('{"vulnerabilities":{}}', [exception], '2027-01-01')).toEqual({
    outcome: 'found',
    lines: ['left: the exception for GHSA-aaaa-bbbb-cccc fits nothing any more; remove it'],
  })
  expect(judgeAudit('{"vulnerabilities":{}}', [], '2027-01-01')).toEqual({ outcome: 'clean', accepted: 0 })
})

test('each exception of the project has its end and its reason', () => {
  const file = new URL('../../deploy/audit-exceptions.json', import.meta.url)
  for (const each of JSON.parse(readFileSync(file, 'utf8')) as AuditException[])
    expect(each).toEqual({
      advisory: expect.stringMatching(/^GHSA-/),
      package: expect.any(String),
      until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      reason: expect.stringMatching(/.{10}/),
    })
})
