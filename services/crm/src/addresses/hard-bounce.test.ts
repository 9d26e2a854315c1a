import { isHardBounce, isOfSender } from './hard-bounce.ts'

test.each([
  ['', '550 no such mailbox'],
  ['', '550 5.1.1 <ann@school.example>: Recipient address rejected: User unknown'],
  ['', '550-5.1.1 The email account that you tried to reach does not exist.'],
  ['', '550 5.5.0 Requested action not taken: mailbox unavailable'],
  ['', '550 5.4.1 Recipient address rejected: Access denied'],
  ['', '556 5.1.10 Recipient address has null MX'],
  ['5.1.1', '550 5.1.1 No such mailbox'],
  ['5.2.1', '550 5.2.1 The account is disabled'],
  ['5.1.1 (Remote SMTP server has rejected address)', '550 User unknown'],
  ['5.0.0', '550 5.1.1 User unknown'],
  ['5.0.0', '550 no such user'],
  ['5.0.0', ''],
])('an address is gone: %s %s', (status, answer) => {
  expect(isHardBounce(status, answer)).toBe(true)
})

test.each([
  ['', '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org'],
  ['', '550 5.7.26 This mail has been blocked because the sender is unauthenticated'],
  ['', '550 5.7.1 Relaying denied'],
  ['', '550 rejected: 192.0.2.1 is listed at bl.example'],
  ['', '552 5.2.2 Mailbox full'],
  ['', '552 too much mail data'],
  ['', '550 5.1.8 Sender address rejected: Domain not found'],
  ['', '530 5.7.0 Authentication required'],
  ['5.2.2', '552 5.2.2 Over quota'],
  ['5.3.4', '552 5.3.4 Message too big'],
  ['5.4.7', '550 5.4.7 Delivery expired'],
  ['5.7.1', '550 5.7.1 Message rejected as spam'],
  ['5.0.0', '550 5.7.1 Message rejected as spam'],
])('an address that did not take this mail is not gone: %s %s', (status, answer) => {
  expect(isHardBounce(status, answer)).toBe(false)
})

test.each([
  ['554 5.7.1 Client host blocked by a list', true],
  ['5.7.1 554 5.7.1 Message rejected as spam', true],
  ['421 4.7.0 Too many messages from your network', true],
  ['550 rejected: 192.0.2.1 is listed at bl.example', true],
  ['552 5.2.2 Mailbox full', false],
  ['5.4.7 Delivery expired', false],
  ['451 try again later', false],
])('an answer is about the sender or not: %s', (answer, expected) => {
  expect(isOfSender(answer)).toBe(expected)
})
