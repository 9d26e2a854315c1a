import { formatTime } from '@lms/contract'
import { botToken, miniAppData, widgetFields } from '@lms/testing/messenger'
import { SignedFields } from './messenger.contract.ts'
import { displayName, nameOf, readMiniApp, readWidget } from './messenger.rules.ts'

const at = Date.parse('2026-11-21T09:30:00Z')
const iso = (time: number) => formatTime(new Date(time))
const now = iso(at)
const refused = { refusal: { reason: 'signature_invalid', status: 422 } }
const thrown = (run: () => unknown) => {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('It was taken.')
}

describe('known answers of other implementations', () => {
  test('the widget’s, as aiogram publishes it', () => {
    const fields = {
      id: '42',
      first_name: 'John',
      last_name: 'Smith',
      username: 'username',
      photo_url: 'https://t.me/i/userpic/320/picname.jpg',
      auth_date: '1565810688',
      hash: 'c303db2b5a06fe41d23a9b14f7c545cfc11dcc7473c07c9c5034ae60062461ce',
    }
    const token = '123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11'
    expect(readWidget(SignedFields.parse(fields), token, iso(1565810688_000))).toEqual({
      subject: '42',
      firstName: 'John',
      lastName: 'Smith',
      username: 'username',
      language: null,
      signature: fields.hash,
      signatureEnds: iso(1565814348_000),
    })
  })

  test('the mini-app’s, as docs.telegram-mini-apps.com publishes it', () => {
    const initData =
      'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22' +
      '%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22' +
      '%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648' +
      '&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2'
    const token = '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8'
    expect(readMiniApp(initData, token, iso(1662771648_000))).toMatchObject({
      subject: '279058397',
      firstName: 'Vladislav',
      lastName: 'Kibenko',
      username: 'vdkfrost',
      language: 'ru',
    })
  })
})

describe('the widget', () => {
  const fields = (more = {}) => widgetFields({ id: 7, last_name: 'Lee', ...more }, at)
  const read = (input: object, token = botToken, moment = now) =>
    readWidget(input as SignedFields, token, moment)

  test('gives the same person whether numbers are numbers or texts', () => {
    const input = fields()
    const asText = { ...input, id: '7', auth_date: String(input.auth_date) }
    expect(read(asText)).toEqual(read(input))
  })

  test.each([
    ['another id', { id: 8 }],
    ['another name', { first_name: 'Eve' }],
    ['another moment', { auth_date: at / 1000 + 1 }],
    ['a field more', { username: 'eve' }],
    ['no hash', { hash: '' }],
    ['a short hash', { hash: 'ab' }],
    ['the hash in capitals', { hash: fields().hash.toUpperCase() }],
    ['the hash of zeros', { hash: '0'.repeat(64) }],
  ])('with %s is refused', (_, change) => {
    expect(thrown(() => read({ ...fields(), ...change }))).toMatchObject(refused)
  })

  test('with a missing field is refused', () => {
    const { first_name: _, ...less } = fields()
    expect(thrown(() => read(less))).toMatchObject(refused)
  })

  test('of another bot is refused', () => {
    expect(thrown(() => read(fields(), `${botToken}x`))).toMatchObject(refused)
    expect(thrown(() => read(fields(), ''))).toMatchObject(refused)
  })

  test('is valid for an hour, and a minute before its time', () => {
    for (const after of [0, 3_600_000, -60_000])
      expect(read(fields(), botToken, iso(at + after))).toBeTruthy()
    const late = thrown(() => read(fields(), botToken, iso(at + 3_601_000)))
    expect(late).toMatchObject(refused)
    expect((late as Error).message).toContain('more than an hour old')
    expect(thrown(() => read(fields(), botToken, iso(at - 61_000)))).toMatchObject(refused)
  })

  test('with a line break in a value is refused, because it could imitate another person', () => {
    const forged = { id: 7, first_name: 'A\nid=1\nlast_name=B' }
    expect(thrown(() => read(widgetFields(forged, at)))).toMatchObject(refused)
  })
})

describe('the mini-app', () => {
  const read = (initData: string, token = botToken) => readMiniApp(initData, token, now)
  const data = (user = {}) => miniAppData({ id: 7, ...user }, at)

  test('gives the same person in any order of its fields', () => {
    const turned = [...new URLSearchParams(data())].reverse()
    expect(read(String(new URLSearchParams(turned)))).toEqual(read(data()))
  })

  test('signed as the widget is refused, and vice versa', () => {
    const { hash } = widgetFields({ id: 7, first_name: 'Ann' }, at)
    const swapped = new URLSearchParams(data())
    swapped.set('hash', hash)
    expect(thrown(() => read(String(swapped)))).toMatchObject(refused)
    const { hash: _, ...fields } = widgetFields({ id: 7 }, at)
    const asWidget = { ...fields, hash: new URLSearchParams(data()).get('hash') }
    expect(thrown(() => readWidget(asWidget as SignedFields, botToken, now))).toMatchObject(refused)
  })

  test.each([
    ['nothing', ''],
    ['no fields', '&&&'],
    ['no JSON', `user=%7B&auth_date=${at / 1000}&hash=00`],
    ['a field twice', `${data()}&user=%7B%22id%22%3A8%7D`],
    ['a second hash', `${data()}&hash=${'0'.repeat(64)}`],
    ['a field more', `${data()}&extra=1`],
    ['a changed person', data().replace('%3A7%2C', '%3A8%2C').replace('7%7D', '8%7D')],
  ])('with %s is refused', (_, initData) => {
    expect(thrown(() => read(initData))).toMatchObject(refused)
  })

  test.each([
    ['no id', { id: undefined }],
    ['an id that is no number', { id: '7' }],
    ['an id below one', { id: -7 }],
    ['an id too large to be exact', { id: 2 ** 53 }],
  ])('whose signed person has %s is refused', (_, user) => {
    expect(thrown(() => read(data(user)))).toMatchObject(refused)
  })
})

test('a person is shown by their full name, else by their name in the messenger, else by their number', () => {
  const person = { ...readWidget(widgetFields({ id: 7 }, at) as SignedFields, botToken, now) }
  expect(displayName({ ...person, firstName: 'Ann', lastName: 'Lee' })).toBe('Ann Lee')
  expect(displayName({ ...person, firstName: '', username: 'ann' })).toBe('@ann')
  expect(displayName({ ...person, firstName: '' })).toBe('7')
})

test('a name is cut between characters, and has only characters that the database accepts', () => {
  expect(nameOf(`${'a'.repeat(99)}😀😀`)).toBe('a'.repeat(99))
  expect(nameOf('a\u0000b\ud800')).toBe('ab\ufffd')
})
