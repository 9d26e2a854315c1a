// The parts of HTML and Markdown that the reference uses.
const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character]!)

/** A template that escapes its values. */
export const html = (parts: TemplateStringsArray, ...values: string[]) =>
  parts.reduce((text, part, index) => text + escapeHtml(values[index - 1] ?? '') + part)

export const code = (text: string) => `<code>${escapeHtml(text)}</code>`

/** Code spans and flat lists, the only Markdown in descriptions. */
export function markdown(text: string): string {
  const spans = (line: string) => escapeHtml(line).replace(/`([^`]+)`/g, '<code>$1</code>')
  if (!text.startsWith('- ')) return spans(text)
  return `<ul>${text
    .split('\n')
    .map(line => `<li>${spans(line.slice(2))}</li>`)
    .join('')}</ul>`
}
