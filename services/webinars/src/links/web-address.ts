import { takes, text } from '@lms/contract'

const example = 'https://meet.example/watercolour'

/** The address of something outside: a web page over HTTP(S), without a name and password in it. For objects. */
export const webAddress = () => takes(text(2000, 1).meta({ examples: [example] }), sentWebAddress())

/** The same for bodies that are not made of an object. */
export const sentWebAddress = () =>
  text(2000, 1).refine(isWebAddress, `must be the address of a web page: ${example}`)

/** Whether it is one. */
export function isWebAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && ['https:', 'http:'].includes(url.protocol) && !url.username && !url.password
}
