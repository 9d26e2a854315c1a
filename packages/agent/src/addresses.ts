// Addresses in texts, whichever way they are written: what leads anywhere but to the school itself is taken out.

/** What stands in place of a link. */
const sign = '[link]'
/** An address with a scheme, one that begins with `//` or `www.`, and schemes that act without a host. */
const withScheme =
  /(?:(?<![a-z0-9])[a-z][a-z0-9+.-]{0,30}:)?(?:\\|&(?:#0*(?:47|92)|#x0*(?:2f|5c)|sol|bsol);?|\/){2}[^\s)\]"'<>]+|(?<![\p{L}\p{N}])www\.[^\s)\]"'<>]+|(?<![\p{L}\p{N}])(?:data|javascript|vbscript|mailto|tel|file|blob):[^\s)\]"'<>]*/giu
/** A host without a scheme that has a path, a query or a port behind it: `evil.example/x`. */
const withPath =
  /(?<![\p{L}\p{N}@/.-])(?:[\p{L}\p{N}_-]+\.)+[\p{L}][\p{L}\p{N}-]+\.?(?::\d{1,5})?[/?#\\][^\s)\]"'<>]*/giu
/** A host alone that programs make a link of. */
const hostAlone =
  /(?<![\p{L}\p{N}@/.-])(?:[\p{L}\p{N}-]+\.)+\p{L}[\p{L}\p{N}-]+(?![\p{L}\p{N}@(/-])(?!\.\p{L})/giu
/** Endings of files and of the API's own names, such as `orders.list`, that stand alone in many answers. */
const isHost = (text: string, hosts: ReadonlySet<string>) =>
  /\.(?:com|net|org|info|biz|io|me|app|dev|shop|site|online|xyz|top|club|link|click|ru|su|рф|de|fr|es|uk|eu|us|cn|example|test|invalid)\.?$/i.test(
    text,
  ) && !hosts.has(text.toLowerCase())
/** A text without addresses, but those of pages of these hosts. */
export const withoutAddresses = (text: string, own: ReadonlySet<string>): string => {
  const unlessOwn = (address: string) => {
    const end = /[.,;:!?]*$/.exec(address)![0]
    return isOwn(address.slice(0, address.length - end.length), own) ? address : sign
  }
  return text
    .replace(withScheme, unlessOwn)
    .replace(withPath, address => (isOwn(`https://${address}`, own) ? address : sign))
    .replace(hostAlone, host => (isHost(host, own) ? sign : host))
}

/** Whether an address leads to a page of these hosts: a path from the root, or one with such a host, and nothing else. */
export function isOwn(href: string, hosts: ReadonlySet<string>): boolean {
  if (!/^[\x21-\x7e]+$/.test(href) || /[\\&]|%(?:2f|5c|0)/i.test(href)) return false
  if (/^\/(?![/\\])/.test(href)) return true
  if (!/^https:\/\//i.test(href) || !URL.canParse(href)) return false
  const { host, username, password } = new URL(href)
  return hosts.has(host) && username === '' && password === ''
}

/** Programs differ in what they take as a link; none takes words and an address that stand apart. */
export const apart = (text: string) => text.replace(/\](?=[([:])/g, '] ')

/** Without the signs that markup is made of. */
export const bare = (text: string) => text.replace(/[[\]<>!`\\]/g, '')
