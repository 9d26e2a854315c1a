// The colours of a school's pages, as a style sheet of variables. What the school chose is adapted where a text could not
// be read otherwise: a light primary colour makes darker links.
import { createHash } from 'node:crypto'
import { contrastOf, isDark, mixed, readable } from '../settings/colors.ts'
import type { SiteSettings } from '../settings/site-settings.ts'

export interface Theme {
  readonly style: string
  /** The source of the style for a content policy. */
  readonly source: string
  /** The colour of the browser around the page. */
  readonly background: string
}

type Colors = SiteSettings['colors']

// The settings of a school are one object as long as they do not change.
const themes = new WeakMap<Colors, Theme>()

export function themeOf(colors: Colors): Theme {
  let theme = themes.get(colors)
  if (!theme) {
    theme = make(colors)
    themes.set(colors, theme)
  }
  return theme
}

function make(colors: Colors): Theme {
  const own = `:root{${variables(colors)}}`
  const { background: text, text: background } = colors
  const turned = colors.dark_mode && isDark(background) && !isDark(text)
  const style = turned
    ? `${own}@media(prefers-color-scheme:dark){:root{${variables({ ...colors, text, background })}}}`
    : own
  return { style, source: hashOf(style), background: colors.background }
}

/** The colours of pages and e-mails, readable on each other. */
export function colorsOf({ primary, background, text }: Pick<Colors, 'primary' | 'background' | 'text'>) {
  const tinted = mixed(background, text, 0.04)
  const surface = contrastOf(text, tinted) >= 4.5 ? tinted : background
  const on = [background, surface]
  const button = readable(primary, { on: [background], other: text, least: 3 })
  const onButton = isDark(button) ? '#ffffff' : '#000000'
  return {
    background,
    surface,
    text,
    quiet: readable(mixed(text, background, 0.35), { on, other: text }),
    line: mixed(background, text, 0.16),
    edge: readable(mixed(background, text, 0.4), { on, other: text, least: 3 }),
    link: readable(primary, { on, other: text }),
    button,
    button_over: mixed(button, isDark(button) ? '#000000' : '#ffffff', 0.18),
    on_button: onButton,
  }
}

const variables = (colors: Colors): string =>
  [
    ['color-scheme', isDark(colors.background) ? 'dark' : 'light'],
    ...Object.entries(colorsOf(colors)).map(([name, value]) => [`--${name.replace('_', '-')}`, value]),
  ]
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The source of a style in a content policy. */
export const hashOf = (style: string): string =>
  `'sha256-${createHash('sha256').update(style).digest('base64')}'`
