// The picture of a certificate as a badge, in SVG, and the same with its credential baked in (Open Badges 3.0, 5.3.2.2).
import { html } from '@lms/html'

/** Characters of a line, and lines of the title. */
const lineLength = 20
const maxLines = 4

export interface BadgeFacts {
  readonly course_title: string
  readonly school_name: string
}

interface Line {
  readonly text: string
  /** Of its base, from the top. */
  readonly y: number
  readonly size: number
  readonly color: string
  readonly isBold: boolean
}

/** The title of the course in the middle, and the name of the school below. */
export function linesOfBadge({ course_title, school_name }: BadgeFacts): Line[] {
  const title = linesOf(course_title, maxLines)
  const top = 250 - (title.length - 1) * 20
  const [school = ''] = linesOf(school_name, 1)
  const lines = [
    ...title.map((text, index) => ({ text, y: top + index * 40, size: 34, color: '#1f3a5f', isBold: true })),
    { text: school, y: 372, size: 22, color: '#4a4a4a', isBold: false },
  ]
  return lines.filter(({ text }) => text !== '')
}

/** A medal with the title of the course and the name of the school; with a credential, a baked badge. */
export function badgePicture(facts: BadgeFacts, credential: string | null): string {
  const texts = linesOfBadge(facts).map(({ text, y, size, color, isBold }) => {
    const weight = isBold ? html` font-weight="700"` : ''
    return html`<text x="256" y="${y}" font-size="${size}"${weight} fill="${color}">${text}</text>`
  })
  const baked =
    credential === null ? '' : html`<openbadges:credential verify="${credential}"></openbadges:credential>`
  return html`<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0" width="512" height="512" viewBox="0 0 512 512">${baked}<title>${facts.course_title}</title>
<path d="M176 400 L176 508 L256 464 L336 508 L336 400 Z" fill="#c9a227"/>
<circle cx="256" cy="240" r="228" fill="#c9a227"/>
<circle cx="256" cy="240" r="208" fill="#fffdf5" stroke="#1f3a5f" stroke-width="6"/>
<g font-family="Helvetica, Arial, sans-serif" text-anchor="middle">${texts}</g>
</svg>
`.text
}

/** The words of a text in lines; what does not fit ends in an ellipsis. */
function linesOf(text: string, most: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(/\s+/)) {
    const line = `${lines.at(-1)} ${word}`.trim()
    if ([...line].length <= lineLength || lines.at(-1) === '') lines[lines.length - 1] = line
    else lines.push(word)
  }
  const shown = lines.slice(0, most).map(line => shortened(line))
  if (lines.length > most) shown[most - 1] = shortened(`${shown[most - 1]}…`)
  return shown
}

const shortened = (line: string): string => {
  const letters = [...line]
  return letters.length <= lineLength ? line : `${letters.slice(0, lineLength - 1).join('')}…`
}
