// The little of HTML and Markdown that the reference is written with.
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)

/** A template whose values are escaped. */
export const html = (parts: TemplateStringsArray, ...values: string[]) =>
  parts.reduce((text, part, index) => text + escapeHtml(values[index - 1] ?? '') + part)

export const code = (text: string) => `<code>${escapeHtml(text)}</code>`

/** Code spans and flat lists: all that descriptions use. */
export function markdown(text: string): string {
  const spans = (line: string) => escapeHtml(line).replace(/`([^`]+)`/g, '<code>$1</code>')
  if (!text.startsWith('- ')) return spans(text)
  return `<ul>${text
    .split('\n')
    .map(line => `<li>${spans(line.slice(2))}</li>`)
    .join('')}</ul>`
}
