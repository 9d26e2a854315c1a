import { readMail } from './mail.ts'
import { readMailInThread } from './read-mail.ts'

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'))

/** A report of a mail server about one receiver. */
const delivery = (...fields: string[]) =>
  lines(
    'From: Mail Delivery System <MAILER-DAEMON@mail.example>',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'I could not deliver your mail.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example',
    '',
    'Final-Recipient: rfc822; ann@school.example',
    ...fields,
    '',
    '--b',
    'Content-Type: message/rfc822',
    '',
    'Subject: Hello',
    '',
    'Status: 5.0.0',
    '--b--',
    '',
  )

const complaint = (type: string) =>
  lines(
    'From: <staff@provider.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Provider/1.0',
    'Version: 1',
    '',
    '--b--',
    '',
  )

const mail = (...headers: string[]) =>
  lines(
    'From: Ann <ann@school.example>',
    'Message-ID: <1@school.example>',
    'Subject: Re: Hello',
    ...headers,
    '',
    'Thank you!',
  )

test.each([
  [
    'a mailbox that does not exist',
    delivery('Action: failed', 'Status: 5.1.1', 'Diagnostic-Code: smtp; 550 5.1.1 No such', ' mailbox'),
    { kind: 'hard', answer: '5.1.1 550 5.1.1 No such mailbox' },
  ],
  [
    'a mailbox that stayed full',
    delivery('Action: failed', 'Status: 4.2.2'),
    { kind: 'soft', answer: '4.2.2' },
  ],
  ['a delay', delivery('Action: delayed', 'Status: 4.4.1'), { kind: 'none' }],
  ['a delivery', delivery('Action: delivered', 'Status: 2.0.0'), { kind: 'delivered', answer: '2.0.0' }],
  ['a complaint', complaint('abuse'), { kind: 'complaint', answer: expect.stringContaining('abuse') }],
  ['what is no spam after all', complaint('not-spam'), { kind: 'none' }],
  ['an answer of a program', mail('Auto-Submitted: auto-replied'), { kind: 'none' }],
  ['an answer of an older program', mail('Precedence: auto_reply'), { kind: 'none' }],
  ['a mail of nobody', mail('Return-Path: <>'), { kind: 'none' }],
  ['nothing', Buffer.alloc(0), { kind: 'none' }],
  ['random bytes', Buffer.from([0, 255, 13, 10, 13, 10, 200]), { kind: 'none' }],
  [
    'a reply',
    mail('Auto-Submitted: no'),
    {
      kind: 'reply',
      from: 'ann@school.example',
      subject: 'Re: Hello',
      text: 'Thank you!',
      key: '<1@school.example>',
    },
  ],
])('%s', async (_, bytes, report) => {
  expect(await readMail(bytes)).toEqual(report)
})

test('a mail that is made to be dear is nothing, and the next one is read', async () => {
  const parts = Array.from({ length: 3000 }, (_, at) => [
    `Content-Type: multipart/mixed; boundary=b${at}`,
    '',
    `--b${at}`,
  ])
  const school = 'sch_01h455vb4pex5vsknk084sn02q'
  expect(await readMailInThread(lines('From: a@b.example', ...parts.flat()), school)).toEqual({
    kind: 'none',
  })
  expect(await readMailInThread(mail(), school)).toMatchObject({ kind: 'reply', text: 'Thank you!' })
})
