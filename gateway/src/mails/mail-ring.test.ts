import { MailRing } from './mail-ring.ts'

const mail = (text: string) => ({ at: new Date(0), from: 'a@a.example', to: [], source: Buffer.from(text) })
const kept = (ring: MailRing) => ring.newest(10).map(({ id, source }) => [id, source.toString()])

test('the newest mails are kept, by number', () => {
  const ring = new MailRing({ most: 2, mostBytes: 100 })
  for (const text of ['one', 'two', 'three']) ring.keep(mail(text))
  expect(kept(ring)).toEqual([
    [3, 'three'],
    [2, 'two'],
  ])
  expect(ring.counts).toEqual({ kept: 2, came: 3 })
  expect([ring.get(1), ring.get(3)?.source.toString()]).toEqual([null, 'three'])
})

test('and by bytes: one that is too large makes place for the next', () => {
  const ring = new MailRing({ most: 10, mostBytes: 6 })
  for (const text of ['abc', 'def', 'g']) ring.keep(mail(text))
  expect(kept(ring).map(([, text]) => text)).toEqual(['g', 'def'])
  ring.keep(mail('too large'))
  expect(kept(ring)).toEqual([])
  ring.keep(mail('h'))
  expect(kept(ring).map(([, text]) => text)).toEqual(['h'])
})
