import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { jest } from '@jest/globals'
import fc from 'fast-check'
import { ClientLeft } from './body.ts'
import { LargeAnswers, largeBytes, Pieces, pieceLength } from './large-answer.ts'

test('the pieces join to the text, and none is much larger than the threshold', () => {
  const part = fc.tuple(fc.constantFrom('a', '€', '😀'), fc.nat(largeBytes), fc.boolean())
  const texts = fc.array(part, { maxLength: 20 })
  fc.assert(
    fc.property(texts, parts => {
      const pieces = new Pieces()
      const all = parts.map(([sign, count]) => sign.repeat(count / sign.length))
      const isBytes = parts.map(([, , bytes]) => bytes)
      for (const [index, text] of all.entries()) pieces.add(isBytes[index] ? Buffer.from(text) : text)
      const contents = pieces.contents()
      expect(
        Buffer.concat([contents].flat().map(part => Buffer.from(part))).equals(Buffer.from(all.join(''))),
      ).toBe(true)
      expect(typeof contents === 'string').toBe(!isBytes.includes(true) && all.join('').length < pieceLength)
      if (typeof contents !== 'string')
        for (const piece of contents) expect(piece.length).toBeLessThan(2 * 3 * largeBytes)
    }),
    { numRuns: 30 },
  )
})

const response = () => Object.assign(new EventEmitter(), { destroyed: false, headersSent: false })
/** An answer of a list of a school. */
function beginAnswer(
  answers: LargeAnswers,
  school: string,
  query: { limit?: number; expand?: string[] } = {},
) {
  const sent = response()
  const answer = answers.of(school, sent as unknown as ServerResponse)
  const turn = answer.begin('GET /v1/notes', { limit: 50, expand: [], ...query })
  const send = () => {
    sent.headersSent = true
    answer.leave()
  }
  return { answer, sent, turn, send }
}
const large = { limit: 1000 }
/** Whether it has happened once everything that can happen has. */
async function isDone(promise: Promise<unknown>): Promise<boolean> {
  let done = false
  void promise.then(
    () => (done = true),
    () => {},
  )
  for (let turn = 0; turn < 5; turn++) await new Promise(next => setImmediate(next))
  return done
}

test('one answer of a school is written at a time, until it is read; another school has its own turn', async () => {
  const answers = new LargeAnswers()
  const first = beginAnswer(answers, 'a', large)
  await first.turn
  await first.answer.grow()
  const second = beginAnswer(answers, 'a', { expand: ['user'] })
  await beginAnswer(answers, 'b', large).turn
  expect(await isDone(second.turn)).toBe(false)
  first.send()
  expect(await isDone(second.turn)).toBe(false)
  first.sent.emit('close')
  expect(await isDone(second.turn)).toBe(true)
})

test('a turn ends at once if the answer is small, fails, or has lost its client', async () => {
  const answers = new LargeAnswers()
  const ends: ((one: ReturnType<typeof beginAnswer>) => Promise<void>)[] = [
    async one => one.send(),
    async one => {
      await one.answer.grow()
      one.answer.leave()
    },
    async one => {
      one.sent.destroyed = true
      await expect(one.answer.grow()).rejects.toThrow(ClientLeft)
      one.answer.leave()
    },
    async one => {
      await one.answer.grow()
      one.sent.destroyed = true
      one.send()
    },
  ]
  for (const end of ends) {
    const one = beginAnswer(answers, 'a', large)
    expect(await isDone(one.turn)).toBe(true)
    await end(one)
  }
})

test('nothing is read for a client that left while waiting', async () => {
  const answers = new LargeAnswers()
  const first = beginAnswer(answers, 'a', large)
  await first.turn
  const abandoned = beginAnswer(answers, 'a', large)
  abandoned.sent.destroyed = true
  const next = beginAnswer(answers, 'a', large)
  first.send()
  await expect(abandoned.turn).rejects.toThrow(ClientLeft)
  abandoned.answer.leave()
  expect(await isDone(next.turn)).toBe(true)
})

test('the size of earlier answers decides whether a list takes a turn', async () => {
  const answers = new LargeAnswers()
  /** Asks twice at once; one of them is answered, with little. */
  const takesTurns = async (query: { limit?: number; expand?: string[] }) => {
    const [one, other] = [beginAnswer(answers, 'a', query), beginAnswer(answers, 'a', query)]
    await one.turn
    const waited = !(await isDone(other.turn))
    one.send()
    await other.turn
    other.answer.leave()
    return waited
  }
  for (const unknown of [{ limit: 51 }, { expand: ['user'] }]) {
    expect(await takesTurns(unknown)).toBe(true)
    expect(await takesTurns(unknown)).toBe(false)
  }
  expect(await takesTurns({})).toBe(false)
  const grown = beginAnswer(answers, 'a')
  await grown.turn
  await grown.answer.grow()
  grown.send()
  grown.sent.emit('close')
  for (let small = 0; small < 8; small++) expect(await takesTurns({})).toBe(true)
  expect(await takesTurns({})).toBe(false)
})

test('a slow reader lets the next answer be written, and takes memory of its own school only', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
  try {
    const answers = new LargeAnswers()
    const sent: ReturnType<typeof response>[] = []
    const write = async (school: string) => {
      const one = beginAnswer(answers, school, large)
      if (!(await isDone(one.turn))) return { turn: one.turn }
      await one.answer.grow()
      sent.push(one.sent)
      one.send()
      jest.advanceTimersByTime(100)
      return null
    }
    for (let count = 0; count < 16; count++) expect(await write('a')).toBeNull()
    const waiting = await write('a')
    expect(await write('b')).toBeNull()
    for (const one of sent.slice(0, 2)) one.emit('close')
    expect(await isDone(waiting!.turn)).toBe(true)
  } finally {
    jest.useRealTimers()
  }
})
