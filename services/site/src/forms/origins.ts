// Origins of outside pages, compared as browsers send them: pure.

/** In lower case and punycode, without the usual port; other texts stay as they are. */
export function originOf(text: string): string {
  const origin = URL.parse(text)?.origin
  return origin && origin !== 'null' ? origin : text
}

export const includesOrigin = (allowed: readonly string[], origin: string): boolean =>
  allowed.some(one => originOf(one) === originOf(origin))
