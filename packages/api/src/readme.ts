// The tables in a service's README: its operations and its events.
import { type Contract, classes, type EventType, type Operation } from '@lms/contract'

/** Marker → its content. */
export type Markers = Readonly<Record<'operations' | 'events', string>>

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

export const serviceTables = ({ resources, events }: Contract): Markers => ({
  operations: operationsTable(Object.values(resources).flatMap(operations => Object.values(operations))),
  events: eventsTable(events),
})

const operationsTable = (operations: readonly Operation[]) =>
  table(
    ['operation', 'purpose', 'permission', 'success', 'events'],
    operations.map(({ method, path, summary, permission, class: name, emits }) => [
      `\`${method} ${path}\``,
      summary,
      permission ? `\`${permission}\`` : 'any key',
      String(classes[name].success),
      emits.map(({ type }) => `\`${type}\``).join(', '),
    ]),
  )

const eventsTable = (events: readonly EventType[]) =>
  events.length === 0
    ? 'The service emits no events.'
    : table(
        ['event', 'emitted when', 'related'],
        events.map(({ type, when, related }) => [
          `\`${type}\``,
          when,
          related.map(key => `\`${key}\``).join(', '),
        ]),
      )

const headings: Markers = { operations: 'Operations', events: 'Events' }

/** The text with the content of each marker; a missing marker is added at the end. */
export function fillMarkers(text: string, markers: Markers): string {
  return Object.entries(markers).reduce((filled, [name, content]) => {
    const [open, close] = [`<!-- generated:${name} -->`, `<!-- /generated:${name} -->`]
    const block = `${open}\n${content}\n${close}`
    const from = filled.indexOf(open)
    const to = filled.indexOf(close, from)
    if (from < 0 || to < 0)
      return `${filled.trimEnd()}\n\n## ${headings[name as keyof Markers]}\n\n${block}\n`
    return filled.slice(0, from) + block + filled.slice(to + close.length)
  }, text)
}
