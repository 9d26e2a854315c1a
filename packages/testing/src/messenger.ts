// Data as the messenger signs them, written a second time from its documentation, so that the product's check is
// compared with an independent implementation.
import { createHash, createHmac } from 'node:crypto'

/** The token of an invented bot. */
export const botToken = '123456789:AAE-for-tests-only-for-tests-only-123'

type Fields = Record<string, string | number>

const sign = (key: Buffer, fields: Fields) => {
  const lines = Object.keys(fields)
    .sort()
    .map(name => `${name}=${fields[name]}`)
  return createHmac('sha256', key).update(lines.join('\n')).digest('hex')
}

/** A new person of the messenger. */
export const messengerId = () => 1 + Math.floor(Math.random() * 2 ** 47)

/** The fields of the sign-in widget; `at` in ms since 1970. */
export function widgetFields(fields: Fields & { id: number }, at = Date.now(), token = botToken) {
  const allFields = { first_name: 'Ann', auth_date: Math.floor(at / 1000), ...fields }
  return { ...allFields, hash: sign(createHash('sha256').update(token).digest(), allFields) }
}

/** The initData of a mini-app; `at` in ms since 1970. */
export function miniAppData(
  user: Record<string, unknown> & { id: number },
  at = Date.now(),
  token = botToken,
): string {
  const fields = {
    query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
    user: JSON.stringify({ first_name: 'Ann', ...user }),
    auth_date: Math.floor(at / 1000),
  }
  const hash = sign(createHmac('sha256', 'WebAppData').update(token).digest(), fields)
  return String(new URLSearchParams({ ...fields, auth_date: String(fields.auth_date), hash }))
}
