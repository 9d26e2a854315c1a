// HTML from templates: every inserted text is escaped, unless it is HTML itself.
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Inserted = string | number | Html | readonly Html[] | null

/** `` html`<p>${name}</p>` ``; null inserts nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Inserted[]): Html {
  return new Html(parts.reduce((text, part, index) => text + textOf(values[index - 1]!) + part))
}

const textOf = (value: Inserted): string => {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(each => each.text).join('')
  return escaped(String(value))
}

const escaped = (text: string) => text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
