// Ambiguous framings, and requests that are not HTTP.

const post = (headers: string[], body: string) =>
  `${['POST /api/v1/users HTTP/1.1', ...headers].join('\r\n')}\r\n\r\n${body}`

export interface Framing {
  name: string
  /** The whole of what is written; `common` are the headers of an honest request, `hidden` is the other request. */
  bytes(common: string[], hidden: string): string
}

const both =
  (...headers: string[]): Framing['bytes'] =>
  (common, hidden) =>
    post([...common, ...headers, 'Content-Length: 4'], `0\r\n\r\n${hidden}`)
const chunkedBy =
  (...headers: string[]): Framing['bytes'] =>
  (common, hidden) =>
    post([...common, ...headers], `0\r\n\r\n${hidden}`)
const lengthOf =
  (...values: string[]): Framing['bytes'] =>
  (common, hidden) =>
    post([...common, ...values.map(value => `Content-Length: ${value}`)], `{}${hidden}`)
const chunk =
  (text: string): Framing['bytes'] =>
  (common, hidden) =>
    post([...common, 'Transfer-Encoding: chunked'], `${text}${hidden}`)

const table: Record<string, Framing['bytes']> = {
  'a length and chunks': both('Transfer-Encoding: chunked'),
  'a length and chunks of odd case': both('tRANSFER-eNCODING: cHUNKED'),
  'a length and chunks behind a tab': both('Transfer-Encoding:\tchunked'),
  'a length and a name with a blank behind it': both('Transfer-Encoding : chunked'),
  'a length and a folded header': both('Transfer-Encoding:\r\n chunked'),
  'a length and chunks by a bare line feed': both('X: y\nTransfer-Encoding: chunked'),
  'a length and chunks by a bare carriage return': both('X: y\rTransfer-Encoding: chunked'),
  'a length and chunks of an unknown kind': both('Transfer-Encoding: xchunked'),
  'a length and identity': both('Transfer-Encoding: identity'),
  'chunks of an unknown kind': chunkedBy('Transfer-Encoding: xchunked'),
  'chunks with a vertical tab': chunkedBy('Transfer-Encoding: \u000bchunked'),
  'chunks not last': chunkedBy('Transfer-Encoding: chunked, gzip'),
  'two lengths': lengthOf('2', '0'),
  'a list of lengths': lengthOf('2, 0'),
  'a length with a sign': lengthOf('+2'),
  'a negative length': lengthOf('-1'),
  'a length in hex': lengthOf('0x2'),
  'a length beyond every number': lengthOf('99999999999999999999999'),
  'an empty length': lengthOf(''),
  'a length with a blank inside': lengthOf('1 0'),
  'a negative chunk': chunk('-1\r\n'),
  'a chunk in 0x': chunk('0x2\r\n{}\r\n0\r\n\r\n'),
  'a chunk beyond every number': chunk('fffffffffffffffffff\r\n'),
  'a chunk longer than said': chunk('2\r\n{}}}\r\n0\r\n\r\n'),
  'chunks by bare line feeds': chunk('2\n{}\n0\n\n'),
  'a chunk with an extension that breaks': chunk('2;a\nb\r\n{}\r\n0\r\n\r\n'),
}
export const framings: readonly Framing[] = Object.entries(table).map(([name, bytes]) => ({ name, bytes }))

/** Invalid requests; each gets 400 or nothing, and the connection is closed. */
export const noRequests: Record<string, string> = {
  nonsense: 'hello\r\n\r\n',
  'a TLS hello': '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'a request of HTTP/9.9': 'GET / HTTP/9.9\r\n\r\n',
  'a method in small letters': 'get / HTTP/1.1\r\nHost: a\r\n\r\n',
  'a blank in the path': 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n',
  'bytes beyond ASCII in the path': 'GET /\u00e9\u00ff HTTP/1.1\r\nHost: a\r\n\r\n',
  'a NUL in the path': 'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'a NUL in a header': 'GET / HTTP/1.1\r\nHost: a\r\nx: a\u0000b\r\n\r\n',
  'a header without a colon': 'GET / HTTP/1.1\r\nHost: a\r\nnothing\r\n\r\n',
  'a header without a name': 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n',
  'a header larger than all may be': `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
  'more headers than all may be': `GET / HTTP/1.1\r\nHost: a\r\n${'x:\r\n'.repeat(1001)}\r\n`,
  'a path larger than all may be': `GET /${'y'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'line feeds alone': 'GET / HTTP/1.1\nHost: a\n\n',
}
