// The links of a content.

/** Maximum links of one content that are tracked. */
const maxLinks = 200
const longestTarget = 2000

/** The targets of a template that are the same for everybody, each once. */
export function targetsIn(html: string | null): string[] {
  // Style sheets are loaded, and followed by nobody.
  const bare = (html ?? '').replace(/<link\b[^>]*>/gi, '')
  const targets = [...bare.matchAll(/href="(https?:[^"]*)"/gi)].map(([, target]) => decoded(target!))
  return [...new Set(targets)]
    .filter(target => !/\{[{%]/.test(target) && target.length <= longestTarget)
    .slice(0, maxLinks)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
/** The text of an attribute as it is written in safe HTML. */
export const decoded = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** A text as it is written in an attribute. */
export const encoded = (text: string): string => text.replace(/[&<>"]/g, sign => signs[sign]!)
