// Whether cleaned HTML says anything.

/** Whether a reader sees nothing of this cleaned HTML: no letter, and no line. */
export const isBlank = (html: string): boolean =>
  !html.includes('<hr') && !/[^\s\p{Cf}]/u.test(html.replace(/<[^>]*>/g, ''))
