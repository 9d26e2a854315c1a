// Parameters of links by which programs that count visits know a mailing. Pure.
import type { CrmSettings } from '../settings/crm-settings.ts'

/**
 * The target with `utm_source`, `utm_medium` and `utm_campaign`, as the settings say; `name` is that of the mailing or campaign,
 * null for other messages. What a target says itself stays.
 */
export function withCampaign(
  target: string,
  { source, medium, campaign }: CrmSettings['tracking']['utm'],
  name: string | null,
): string {
  if (source === null || !/^https?:/i.test(target)) return target
  const [, place, query, fragment] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target)!
  const own = new URLSearchParams(query)
  const values = { utm_source: source, utm_medium: medium, utm_campaign: campaign ?? name }
  const added = Object.entries(values).flatMap(([key, value]) =>
    value === null || own.has(key) ? [] : `${key}=${encodeURIComponent(value)}`,
  )
  if (added.length === 0) return target
  const joint = query === undefined ? '?' : /[?&]$/.test(query) ? '' : '&'
  return `${place}${query ?? ''}${joint}${added.join('&')}${fragment ?? ''}`
}

/** The text of an e-mail with marked links, of those of its content: behind their names in brackets, or by themselves. */
export function markedText(
  text: string,
  links: readonly string[],
  marked: (target: string) => string,
): string {
  const targets = new Set(links)
  return text.replace(/(?<![\w/=&?#%@+-])https?:[^\s<>]+/gi, written => {
    const end = endOf(written, targets)
    return end === null ? written : `${marked(written.slice(0, end))}${written.slice(end)}`
  })
}

const closing = '.,;:!?)]"\''

/** Where a known target ends that a sentence may go on behind; null for none. */
function endOf(written: string, targets: ReadonlySet<string>): number | null {
  for (let end = written.length; end > written.length - 5; end--) {
    if (targets.has(written.slice(0, end))) return end
    if (!closing.includes(written[end - 1]!)) return null
  }
  return null
}
