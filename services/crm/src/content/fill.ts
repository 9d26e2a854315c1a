// Fills Liquid templates with the values of one person. Values are text: in HTML they are escaped.
import { Liquid, type LiquidOptions, type Template } from 'liquidjs'
import { targetsIn } from './links.ts'
import type { Compiled, Filled, Links, Variables } from './source.ts'

const limits: LiquidOptions = {
  parseLimit: 400_000,
  renderLimit: 1000,
  memoryLimit: 5_000_000,
  ownPropertyOnly: true,
  strictFilters: true,
  // A condition about a variable, and a filter with a default, may ask for what is not there.
  strictVariables: true,
  lenientIf: true,
  templates: {},
}
/** No template reads another one: there is none by a name. */
const tagsOfOthers = ['include', 'render', 'layout']

const plain = engine(limits)
const escaping = engine({ ...limits, outputEscape: 'escape' })

function engine(options: LiquidOptions): Liquid {
  const liquid = new Liquid(options)
  // The one of the library inserts without escaping.
  liquid.registerFilter('raw', value => value)
  for (const name of tagsOfOthers)
    liquid.registerTag(name, {
      parse: () => {
        throw new Error(`a template cannot use the tag "${name}": it reads no other one`)
      },
      render: () => '',
    })
  return liquid
}

/** What is wrong with a template; `message` names the place. */
export class ContentUnfit extends Error {}

const parsed = (engine: Liquid, template: string): Template[] => {
  try {
    return engine.parse(template)
  } catch (error) {
    throw new ContentUnfit((error as Error).message.slice(0, 300))
  }
}

/** Templates that are filled in many times. */
export interface Ready {
  subject: Template[]
  html: Template[] | null
  text: Template[]
  links: Links
  removed: readonly string[]
}

/** Parses templates; throws ContentUnfit. */
export const readyOf = ({ subject, html, text, removed }: Compiled): Ready => ({
  subject: parsed(plain, subject),
  html: html === null ? null : parsed(escaping, html),
  text: parsed(plain, text),
  links: targetsIn(html),
  removed,
})

/** Fills in the values. Throws ContentUnfit if a filter or tag cannot work with them. */
export function fill({ subject, html, text }: Ready, variables: Variables): Filled {
  const missing = new Set<string>()
  const values = structuredClone(variables) as Record<string, unknown>
  const filled = (engine: Liquid, template: Template[]) => fillOne(engine, template, values, missing)
  return {
    subject: filled(plain, subject).replace(/\s+/g, ' ').trim(),
    html: html && withSafeTargets(filled(escaping, html), siteOf(variables)),
    text: filled(plain, text),
    missing: longest([...missing]),
  }
}

/** Without those that only lead to others: of `user` and `user.name` the second. */
const longest = (names: readonly string[]): string[] =>
  names.filter(name => !names.some(other => other.startsWith(`${name}.`)))

/** Maximum variables that are named as missing. */
const maxMissing = 50

/** A missing variable is noted and counts as empty, so that the next one is found, too. */
function fillOne(
  engine: Liquid,
  template: Template[],
  values: Record<string, unknown>,
  missing: Set<string>,
): string {
  for (let pass = 0; pass <= maxMissing; pass++) {
    try {
      return engine.renderSync(template, values)
    } catch (error) {
      const name = /undefined variable: ([\w.[\]"'-]+)/.exec((error as Error).message)?.[1]
      if (name === undefined || !setEmpty(values, name.split('.')))
        throw new ContentUnfit((error as Error).message.slice(0, 300))
      missing.add(name)
    }
  }
  throw new ContentUnfit(`more than ${maxMissing} variables are missing`)
}

/** Whether an empty text could be put at a path that led nowhere. */
function setEmpty(values: Record<string, unknown>, [name, ...rest]: readonly string[]): boolean {
  // No value can be put there.
  if (name === undefined || name === '__proto__') return false
  const present = Object.hasOwn(values, name) ? values[name] : undefined
  if (rest.length === 0) {
    if (present !== undefined && present !== null) return false
    values[name] = ''
    return true
  }
  if (typeof present !== 'object' || present === null) values[name] = {}
  return setEmpty(values[name] as Record<string, unknown>, rest)
}

const siteOf = ({ school }: Variables): string => (school as { url?: string } | undefined)?.url ?? ''

/**
 * A target or picture that a value made: only links that the cleaning of the template would have left, too. A path leads to the
 * site of the school.
 */
const withSafeTargets = (html: string, site: string): string =>
  html
    .replace(/href="([^"]*)"/g, (match, written: string) => {
      const target = written.trim()
      if (/^(https?:|mailto:|tel:)/i.test(target)) return match
      return /^\/(?![/\\])/.test(target) && site ? `href="${site}${target}"` : 'href="#"'
    })
    .replace(/(src|background)="([^"]*)"/g, (match, name: string, source: string) =>
      /^https?:/i.test(source.trim()) ? match : `${name}=""`,
    )
